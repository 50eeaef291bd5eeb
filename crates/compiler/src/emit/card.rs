//! The prompt card: what a model must know to write this codebook in cMEC c0.2, or as a line, in few tokens.

mod line;

use std::collections::HashMap;

use cmec_decoder::language::{
    Call, Derivation, Direction, Function, Holds, Key, Naming, Object, Operator, Order, Scenario,
    SetOperator, ValueType, object,
};
use cmec_decoder::tables::{FieldDef, Label, MetricDef, RelationDef, Tables};
use cmec_executor::Catalogue;

use crate::artefact::Artefact;
use crate::emit::scope::{NotInCodebook, Scope};
use crate::resolve::checked::Checked;
use crate::text::joined;

/// The sentences around the vocabulary, per language; the last is for every other language.
const SENTENCES: &[(&str, [&str; 3])] = &[
    (
        "ru",
        [
            "Ответь одним объектом JSON без пояснений. Выводимое опускай.",
            "Только коды и типы из списка.",
            "Если вопрос неясен",
        ],
    ),
    (
        "zh",
        [
            "只输出一个 JSON 对象，不要解释。可推导的省略。",
            "只用下列代号和类型。",
            "问题不清楚时",
        ],
    ),
    (
        "en",
        [
            "Answer with one JSON object and nothing else. Leave out what can be derived.",
            "Use only the codes and types listed.",
            "If the question is unclear",
        ],
    ),
];

/// The sentences of a language.
fn sentences<const N: usize>(
    all: &[(&str, [&'static str; N])],
    language: &str,
) -> [&'static str; N] {
    let own = all.iter().find(|(known, _)| *known == language);
    own.or(all.last()).map_or([""; N], |(_, texts)| *texts)
}

/// Two cards per language of the codebook, of cMEC and of the line, all types.
pub(super) fn cards(checked: &Checked) -> Vec<Artefact> {
    let (tables, catalogue) = (checked.tables(), checked.catalogue());
    let mut artefacts = Vec::new();
    for language in tables.languages.iter() {
        let all = [
            ("card", card(tables, catalogue, language, &[])),
            ("line.card", line_card(tables, catalogue, language, &[])),
        ];
        // Of its own languages and types a codebook has a card.
        artefacts.extend(all.into_iter().filter_map(|(kind, text)| {
            Some(Artefact {
                path: format!("{}.{kind}.{language}.txt", checked.name()),
                text: text.ok()?,
            })
        }));
    }
    artefacts
}

/// The card in a language of the codebook, with what can be said of these types alone; an empty list stands for all.
///
/// # Errors
/// When the codebook has no such language or type.
pub fn card(
    tables: &Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<String, NotInCodebook> {
    let scope = told(tables, catalogue, language, types)?;
    let [answer, only, unclear] = sentences(SENTENCES, language);
    let shape = shape(tables, &scope);
    let scenarios = scenarios(&scope, Scenario::name);
    let operators = operators(&scope.operators);
    let (scenario, operator) = (Key::S.text(), Key::Op.text());
    let question = object(&object::QUESTION, ",", &[(Key::Qq, None)]);
    let asked = [
        (Key::S, Some(Scenario::Clarify.code())),
        (Key::X, Some(&question)),
    ];
    let asked = object(&object::CONTRACT, ",", &asked);
    let days = days(&scope, "\"").map_or(String::new(), |days| format!("{days}\n"));
    let derived = derived(&scope, "F", Derivation::code);
    let derived = derived.map_or(String::new(), |derived| format!("{derived}\n"));
    let mut card = format!(
        "{answer} {only}\n{shape}{derived}{days}{scenario}: {scenarios}. {unclear}: {asked}\n{operator}: {operators}\n"
    );
    let field = |field: &FieldDef| field_line(field, language);
    let metric = |def: &MetricDef| {
        let period = period(
            def,
            tables,
            |field| field.code.to_string(),
            Derivation::Month.code(),
        );
        format!(
            "{} {}{}",
            def.code,
            def.name,
            metric_line(def, language, &period)
        )
    };
    vocabulary(&mut card, &scope, language, field, |one| &one.code, metric);
    Ok(card)
}

/// [`card`], of the line notation instead of cMEC.
///
/// # Errors
/// As of [`card`].
pub fn line_card(
    tables: &Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<String, NotInCodebook> {
    let scope = told(tables, catalogue, language, types)?;
    Ok(line::card(tables, &scope, language))
}

/// What a card in a language of the codebook tells.
fn told<'t>(
    tables: &'t Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<Scope<'t>, NotInCodebook> {
    if !tables.languages.iter().any(|known| known == language) {
        return Err(NotInCodebook::Language {
            name: language.to_owned(),
            candidates: tables.languages.iter().map(ToString::to_string).collect(),
        });
    }
    Scope::of(tables, catalogue, types)
}

/// The codes of the scenarios, each with what it is.
fn scenarios(scope: &Scope<'_>, what: impl Fn(Scenario) -> &'static str) -> String {
    let scenarios = scope.scenarios.iter();
    joined(
        scenarios.map(|one| format!("{} {}", one.code(), what(*one))),
        ", ",
    )
}

/// Each type with its fields, then the relations, then the metrics of each type.
fn vocabulary<'t>(
    card: &mut String,
    scope: &Scope<'t>,
    language: &str,
    field: impl Fn(&FieldDef) -> String,
    relation: impl Fn(&'t RelationDef) -> &'t str,
    metric: impl Fn(&MetricDef) -> String,
) {
    let mut fields: HashMap<&str, Vec<String>> = HashMap::new();
    for def in &scope.fields {
        fields.entry(&def.type_name).or_default().push(field(def));
    }
    for ty in &scope.types {
        let lines = fields.remove(ty.name.as_ref()).unwrap_or_default();
        let shown = label(&ty.labels, language, &ty.name);
        card.push_str(&format!("{}{shown}: {}\n", ty.name, lines.join("; ")));
    }
    for def in &scope.relations {
        let shown = label(&def.labels, language, &def.name);
        let name = relation(def);
        card.push_str(&format!("{name} {}>{}{shown}\n", def.from, def.to));
    }
    for ty in &scope.types {
        let metrics = scope.metrics.iter();
        let of_type = metrics.filter(|metric| metric.type_name == ty.name);
        let lines = joined(of_type.map(|def| metric(def)), "; ");
        if !lines.is_empty() {
            card.push_str(&format!("{} M: {lines}\n", ty.name));
        }
    }
}

/// What a card says of a metric behind its name: its label, its unit, and the periods that its groups are made by.
fn metric_line(metric: &MetricDef, language: &str, period: &str) -> String {
    let mut line = label(&metric.labels, language, &metric.name);
    if let Some(unit) = &metric.unit {
        line.push_str(&format!(" {unit}"));
    }
    if metric.over_time.is_some() {
        line.push_str(&format!(" by {period}"));
    }
    line
}

/// A period of the field that a metric reads others of.
fn period(
    metric: &MetricDef,
    tables: &Tables,
    called: impl Fn(&FieldDef) -> String,
    month: &str,
) -> String {
    let over = metric.over_time.as_ref();
    let field = over.and_then(|over| tables.field_by_path(&over.field));
    field.map_or_else(String::new, |field| Call::written(month, &[called(field)]))
}

/// How days are said that are counted from today, where a field has days or moments. `quote`: what stands around a text.
fn days(scope: &Scope<'_>, quote: &str) -> Option<String> {
    let dated = |of| matches!(of, ValueType::Date | ValueType::Datetime);
    let has = (scope.fields.iter()).any(|field| dated(field.value_type));
    let shown = ["0d", "-1y", "-3m", "-2w", "+30d"].map(|day| format!("{quote}{day}{quote}"));
    has.then(|| format!("date, datetime: from today {}", shown.join(" ")))
}

/// What is derived where a field can stand, of fields of these types. `field`: what stands for a number.
fn derived(
    scope: &Scope<'_>,
    field: &str,
    called: fn(Derivation) -> &'static str,
) -> Option<String> {
    let mut calls: Vec<(String, Vec<&str>)> = Vec::new();
    let single = |field: &&&FieldDef| !field.array;
    for derivation in Derivation::ALL {
        let mut fields = scope.fields.iter().filter(single);
        if !fields.any(|field| derivation.fits(field.value_type)) {
            continue;
        }
        let of = match derivation {
            Derivation::Hour | Derivation::HourOf => ValueType::Datetime.name(),
            Derivation::Length => ValueType::Text.name(),
            _ if derivation.is_arithmetic() => field,
            _ => ValueType::Date.name(),
        };
        let of = vec![of; derivation.arity()].join(",");
        match calls.iter_mut().find(|(known, _)| *known == of) {
            Some((_, names)) => names.push(called(*derivation)),
            None => calls.push((of, vec![called(*derivation)])),
        }
    }
    let calls = calls.iter();
    let calls = calls.map(|(of, names)| format!("{}({of})", names.join("|")));
    let shown = joined(calls, " ");
    (!shown.is_empty()).then(|| format!("{field}: {shown}"))
}

/// The keys that can be said, and what may stand under them.
fn shape(tables: &Tables, scope: &Scope<'_>) -> String {
    let has = |scenario| scope.scenarios.contains(&scenario);
    let directions = joined(Direction::ALL.iter().map(|member| member.code()), "|");
    let orders = joined(Order::ALL.iter().map(|member| member.code()), "|");
    let functions = joined(Function::ALL.iter().map(|member| member.code()), "|");
    let operations = joined(SetOperator::ALL.iter().map(|member| member.code()), "|");
    let (sortable, groupable) = (
        codes(scope, |field| field.sortable),
        codes(scope, |field| field.groupable),
    );
    let corpora = joined(tables.corpus_names(), "|");
    let entity = object(
        &object::ENTITY,
        ",",
        &[(Key::Txt, None), (Key::Ty, Some("?"))],
    );
    let filter = [(Key::F, Some("F")), (Key::Op, None), (Key::V, None)];
    let filter = object(&object::FILTER, ",", &filter);
    let sort = [(Key::F, Some(sortable.as_str())), (Key::Ord, Some(&orders))];
    let sort = object(&object::SORT, ",", &sort);
    let mut page = vec![(Key::Lim, None), (Key::Off, None)];
    if !groupable.is_empty() {
        page.push((Key::Per, Some("F")));
    }
    let page = object(&object::PAGE, ",", &page);
    let mut constraints = vec![(Key::Flt, Some(filter.as_str())), (Key::Pg, Some(&page))];
    if !sortable.is_empty() {
        constraints.push((Key::Srt, Some(&sort)));
    }
    let constraints = object(&object::CONSTRAINTS, ", ", &constraints);
    // The columns of groups are also types, and metrics by their names.
    let shown = if has(Scenario::Aggregation) {
        "F|type|&as"
    } else {
        "F"
    };
    let contract = [
        (Key::S, None),
        (Key::Tg, Some("type")),
        (Key::E, Some(entity.as_str())),
        (Key::A, Some(shown)),
        (Key::C, Some(&constraints)),
    ];
    let mut lines = vec![object(&object::CONTRACT, ", ", &contract)];
    let between = [(Key::F, None), (Key::Op, None), (Key::Vf, Some("F"))];
    let between = object(&object::FILTER, ",", &between);
    let any = object(&object::ANY_OF, ",", &[(Key::Any, Some("[{…}],[{…}]"))]);
    let mut others = format!("{between}, {any}");
    if scope.has_groups(tables) {
        let with_group = [
            (Key::F, Some("F|type")),
            (Key::Op, None),
            (Key::Gr, Some("&n")),
        ];
        others += &format!(", {}", object(&object::FILTER, ",", &with_group));
    }
    lines.push(constraint(&[(Key::Flt, Some(&others))]));
    if !scope.relations.is_empty() {
        let relation = [
            (Key::Rel1, Some("R")),
            (Key::Dir, Some(directions.as_str())),
        ];
        let relation = object(&object::RELATION, ",", &relation);
        let loose = [
            (Key::Rel1, Some("R")),
            (Key::Or, Some("R")),
            (Key::Hop, Some("1,3")),
        ];
        let loose = object(&object::RELATION, ",", &loose);
        let relation = format!("{relation}, {loose}");
        // In a shape of its own, so that nobody says it by the way.
        let absent = [(Key::Rel1, Some("R")), (Key::No, Some("true"))];
        let absent = object(&object::RELATION, ",", &absent);
        // A place with a name, so that two of one type can be told apart.
        let named = [
            (Key::Rel1, Some("R")),
            (Key::Fr, Some("target")),
            (Key::To, Some("&a")),
        ];
        let named = object(&object::RELATION, ",", &named);
        let relation = format!("{relation}, {absent}, {named} (&a.F)");
        let path = object(&object::PATH, ",", &[(Key::Hop, None)]);
        let mut graph = vec![(Key::Dir, None), (Key::Dep, None), (Key::Rel, Some("R"))];
        if has(Scenario::PathQuery) {
            graph.push((Key::Path, Some(&path)));
        }
        let graph = object(&object::GRAPH, ",", &graph);
        let walks = [(Key::R, Some(relation.as_str())), (Key::G, Some(&graph))];
        lines.push(members(&object::CONTRACT, ", ", &walks));
    }
    if has(Scenario::Aggregation) {
        let metric = [
            (Key::Fn, Some(functions.as_str())),
            (Key::F, Some("F|type")),
            (Key::As, None),
        ];
        let metric = object(&object::METRIC, ",", &metric);
        let derived = Call::written(Derivation::Divide.code(), &["&as", "&as"]);
        let derived = [(Key::F, Some(derived.as_str())), (Key::As, None)];
        let derived = object(&object::METRIC, ",", &derived);
        let mut metric = format!("{metric}, {derived}");
        if !scope.metrics.is_empty() {
            let defined = [(Key::F, Some("M")), (Key::As, Some("?"))];
            metric += &format!(", {}", object(&object::METRIC, ",", &defined));
        }
        let mut numbers = vec![(Key::M, Some(metric.as_str()))];
        let by = joined(groupable.split_terminator('|').chain(["type"]), "|");
        numbers.push((Key::By, Some(&by)));
        // The groups have a page of their own; that of the rows would do nothing.
        numbers.push((Key::Pg, None));
        let numbers = object(&object::AGGREGATION, ", ", &numbers);
        lines.push(constraint(&[(Key::Agg, Some(&numbers))]));
    }
    if scope.has_groups(tables) {
        let group: Vec<(Key, Option<&str>)> = (object::GROUP.members.iter())
            .filter_map(|member| Some((member.key?, None)))
            .filter(|(key, _)| *key != Key::R || !scope.relations.is_empty())
            .collect();
        let group = object(&object::GROUP, ",", &group);
        lines.push(constraint(&[(Key::Grp, Some(&group))]));
    }
    if has(Scenario::SetOps) {
        let set = [
            (Key::L, None),
            (Key::Op, Some(operations.as_str())),
            (Key::Rel1, None),
        ];
        let set = object(&object::SET, ",", &set);
        lines.push(constraint(&[(Key::Set, Some(&set))]));
    }
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        let mut texts = vec![
            (Key::Txt, None),
            (Key::K, None),
            (Key::Kd, None),
            (Key::Md, None),
            (Key::Tag, Some("")),
            (Key::Prj, None),
        ];
        if !corpora.is_empty() {
            texts.push((Key::Cor, Some(corpora.as_str())));
        }
        let texts = object(&object::RETRIEVAL, ", ", &texts);
        lines.push(members(&object::CONTRACT, ", ", &[(Key::Q, Some(&texts))]));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Keys that the card shows, each with what stands under it where the card says so.
type Shown<'s> = [(Key, Option<&'s str>)];

/// An object of the language with the keys that are shown.
fn object(object: &'static Object, between: &str, shown: &Shown<'_>) -> String {
    format!("{{{}}}", members(object, between, shown))
}

/// Keys of the constraints.
fn constraint(shown: &Shown<'_>) -> String {
    let constraints = Key::C.text();
    let between = format!(", {constraints}.");
    let members = members(&object::CONSTRAINTS, &between, shown);
    format!("{constraints}.{members}")
}

fn members(object: &'static Object, between: &str, shown: &Shown<'_>) -> String {
    let written = object.keys(Naming::Codes).filter_map(|member| {
        let (_, value) = shown.iter().find(|(key, _)| Some(*key) == member.key)?;
        let name = member.name(Naming::Codes);
        Some(match (value, member.holds) {
            (None, _) => name.to_owned(),
            (Some("?"), _) => format!("{name}?"),
            (Some(value), Holds::List(..)) => format!("{name}:[{value}]"),
            (Some(value), _) => format!("{name}:{value}"),
        })
    });
    joined(written, between)
}

/// The codes of the fields with which something can be done.
fn codes(scope: &Scope<'_>, can: impl Fn(&FieldDef) -> bool) -> String {
    let fields = scope.fields.iter().filter(|field| can(field));
    joined(fields.map(|field| &field.code), "|")
}

fn field_line(field: &FieldDef, language: &str) -> String {
    let shown = label(&field.labels, language, &field.name);
    let mut line = format!("{} {}{shown}{}", field.code, field.name, kind(field));
    if !fitting(field) {
        line.push_str(&format!(" [{}]", operators(&field.operators)));
    }
    line
}

/// Whether a field takes every operator of its type.
fn fitting(field: &FieldDef) -> bool {
    (field.operators.iter().copied()).eq(Operator::fitting(field.value_type, field.ordered))
}

/// What the values of a field are: those of an enum, or the type where it is no text, and the unit.
fn kind(field: &FieldDef) -> String {
    let mut line = String::new();
    if field.value_type == ValueType::Enum {
        let told = field
            .values
            .iter()
            .filter(|value| value.deprecated.is_none());
        let values = joined(told.map(|value| &value.value), "|");
        line.push_str(&format!(" {values}"));
    } else if !field.value_type.is_text() {
        line.push_str(&format!(" {}", field.value_type.name()));
    }
    if field.ordered {
        line.push_str(" ordered");
    }
    if let Some(unit) = &field.unit {
        line.push_str(&format!(" {unit}"));
    }
    line
}

fn operators(operators: &[Operator]) -> String {
    joined(operators.iter().map(|operator| operator.code()), " ")
}

/// ` (label)` in the language, when there is one and it says more than the name.
fn label(labels: &[Label], language: &str, name: &str) -> String {
    (labels.iter())
        .find(|label| label.language == language && label.text != name)
        .map_or_else(String::new, |label| format!(" ({})", label.text))
}
