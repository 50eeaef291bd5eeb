//! The card of cMEC c0.2: its keys, and the vocabulary by codes.

use cmec_decoder::language::{
    Arity, Call, Derivation, Direction, Function, Holds, Key, NamingStyle, Object, Operator, Order,
    QuestionKind, RetrievalMode, Scenario, SetOperator, object,
};
use cmec_decoder::tables::{FieldDef, MetricDef, Tables};

use super::descriptions::CardDescriptions;
use super::vocabulary::{days, derived, fitting, kind, label, metric_line, period, vocabulary};
use super::words::{self, of};
use super::{CardPlace, outputs, scenarios};
use crate::emit::schema::is_of_texts;
use crate::emit::scope::Scope;
use crate::text::joined;

pub(super) fn body(
    tables: &Tables,
    scope: &Scope<'_>,
    (language, told): (&str, &CardDescriptions<'_>),
    place: CardPlace,
) -> String {
    let say = |words: &words::Words| of(words, language);
    let answer = match place {
        CardPlace::Prompt => &words::ANSWER_JSON,
        CardPlace::Description => &words::CALL_JSON,
    };
    let mut card = format!("{}\n{}", say(answer), shape(tables, scope));
    for line in derived(scope, "F", Derivation::code) {
        card.push_str(&format!("{line}\n"));
    }
    card.push_str(&format!("{}.\n", say(&words::FORMS)));
    if let Some(days) = days(scope, language, "\"") {
        card.push_str(&format!("{days}\n"));
    }
    card.push_str(&format!("{}: {}\n", say(&words::UNCLEAR), asked_back()));
    let (s, scenarios) = (Key::S.text(), scenarios(scope, language));
    let (op, operators) = (Key::Op.text(), operators(&scope.operators, language));
    card.push_str(&format!("{s}: {scenarios}\n{op}: {operators}\n"));
    let field = |field: &FieldDef| field_line(field, language) + &told.behind(&field.code);
    let metric = |def: &MetricDef| {
        let code = |field: &FieldDef| field.code.to_string();
        let period = period(def, tables, code, Derivation::Month.code());
        let shown = metric_line(def, language, &period);
        format!("{} {}{shown}", def.code, def.name)
    };
    let (said, metrics) = ((language, told), ("M", metric));
    vocabulary(&mut card, scope, said, field, |one| &one.code, metrics);
    card
}

/// The example of a clarification question.
pub(super) fn asked_back() -> String {
    let question = part(&object::QUESTION, &[(Key::Qq, None), (Key::Opt, Some("?"))]);
    let asked = [
        (Key::S, Some(Scenario::Clarify.code())),
        (Key::X, Some(question.as_str())),
    ];
    part(&object::CONTRACT, &asked)
}

/// The allowed keys and their values.
fn shape(tables: &Tables, scope: &Scope<'_>) -> String {
    let has = |scenario| scope.scenarios.contains(&scenario);
    let has_groups = scope.has_groups(tables);
    let groupable = codes(scope, |field| field.groupable);
    let mut lines = vec![whole(scope, &groupable), filters(has_groups)];
    if !scope.relations.is_empty() {
        lines.push(walks(has(Scenario::PathQuery)));
    }
    if has(Scenario::Aggregation) {
        lines.push(aggregation(scope, &groupable));
    }
    if has_groups {
        let group: Vec<(Key, Option<&str>)> = (object::GROUP.members.iter())
            .filter_map(|member| Some((member.key?, None)))
            .filter(|(key, _)| *key != Key::R || !scope.relations.is_empty())
            .collect();
        let group = part(&object::GROUP, &group);
        lines.push(constraint(&[(Key::Grp, Some(&group))]));
    }
    if has(Scenario::SetOps) {
        let operations = joined(SetOperator::ALL.iter().map(|member| member.code()), "|");
        let set = [
            (Key::L, None),
            (Key::Op, Some(operations.as_str())),
            (Key::Rel1, None),
        ];
        let set = part(&object::SET, &set);
        lines.push(constraint(&[(Key::Set, Some(&set))]));
    }
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        lines.push(texts(tables));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The keys of every intent.
fn whole(scope: &Scope<'_>, groupable: &str) -> String {
    let orders = joined(Order::ALL.iter().map(|member| member.code()), "|");
    let sortable = codes(scope, |field| field.sortable);
    let entity = part(&object::ENTITY, &[(Key::Txt, None), (Key::Ty, Some("?"))]);
    let filter = [(Key::F, Some("F")), (Key::Op, None), (Key::V, None)];
    let filter = part(&object::FILTER, &filter);
    let sort = [(Key::F, Some(sortable.as_str())), (Key::Ord, Some(&orders))];
    let sort = part(&object::SORT, &sort);
    let mut page = vec![(Key::Lim, None), (Key::Off, None)];
    if !groupable.is_empty() {
        page.push((Key::Per, Some("F")));
    }
    let page = part(&object::PAGE, &page);
    let mut constraints = vec![(Key::Flt, Some(filter.as_str())), (Key::Pg, Some(&page))];
    if !sortable.is_empty() {
        constraints.push((Key::Srt, Some(&sort)));
    }
    let constraints = object(&object::CONSTRAINTS, ", ", &constraints);
    // Columns of groups may also be types and names of metrics.
    let shown = match scope.scenarios.contains(&Scenario::Aggregation) {
        true => "F|type|&as",
        false => "F",
    };
    let outputs = outputs();
    let contract = [
        (Key::S, None),
        (Key::O, Some(outputs.as_str())),
        (Key::Tg, Some("type")),
        (Key::E, Some(entity.as_str())),
        (Key::A, Some(shown)),
        (Key::C, Some(&constraints)),
    ];
    object(&object::CONTRACT, ", ", &contract)
}

/// Filters that compare with more than a value.
fn filters(has_groups: bool) -> String {
    let between = [(Key::F, None), (Key::Op, None), (Key::Vf, Some("F"))];
    let between = part(&object::FILTER, &between);
    let any = part(&object::ANY_OF, &[(Key::Any, Some("[{…}],[{…}]"))]);
    let mut others = format!("{between}, {any}");
    if has_groups {
        let group = [
            (Key::F, Some("F|type")),
            (Key::Op, None),
            (Key::Gr, Some("&n")),
        ];
        others += &format!(", {}", part(&object::FILTER, &group));
    }
    constraint(&[(Key::Flt, Some(&others))])
}

/// Relations, and walks along them.
fn walks(has_paths: bool) -> String {
    let directions = joined(Direction::ALL.iter().map(|member| member.code()), "|");
    let plain = [
        (Key::Rel1, Some("R")),
        (Key::Dir, Some(directions.as_str())),
    ];
    let loose = [
        (Key::Rel1, Some("R")),
        (Key::Or, Some("R")),
        (Key::Hop, Some("1,3")),
    ];
    // In braces of its own, so that no model adds it by accident.
    let absent = [(Key::Rel1, Some("R")), (Key::No, Some("true"))];
    // An alias tells two instances of one type apart.
    let named = [
        (Key::Rel1, Some("R")),
        (Key::Fr, Some("target")),
        (Key::To, Some("&a")),
    ];
    let forms: [&CardKeys<'_>; 4] = [&plain, &loose, &absent, &named];
    let relation = joined(forms.map(|shown| part(&object::RELATION, shown)), ", ");
    let relation = format!("{relation} (&a.F)");
    let path = part(&object::PATH, &[(Key::Hop, None)]);
    let mut graph = vec![(Key::Dir, None), (Key::Dep, None), (Key::Rel, Some("R"))];
    if has_paths {
        graph.push((Key::Path, Some(&path)));
    }
    let graph = part(&object::GRAPH, &graph);
    let walks = [(Key::R, Some(relation.as_str())), (Key::G, Some(&graph))];
    members(&object::CONTRACT, ", ", &walks)
}

/// Metrics, groups of rows, and conditions on metrics.
fn aggregation(scope: &Scope<'_>, groupable: &str) -> String {
    let functions = joined(Function::ALL.iter().map(|member| member.code()), "|");
    let metric = [
        (Key::Fn, Some(functions.as_str())),
        (Key::F, Some("F|type")),
        (Key::As, None),
    ];
    let derived = Call::written(Derivation::Divide.code(), &["&as", "&as"]);
    let derived = [(Key::F, Some(derived.as_str())), (Key::As, None)];
    let mut metric = [
        part(&object::METRIC, &metric),
        part(&object::METRIC, &derived),
    ]
    .join(", ");
    if !scope.metrics.is_empty() {
        let defined = [(Key::F, Some("M")), (Key::As, Some("?"))];
        metric += &format!(", {}", part(&object::METRIC, &defined));
    }
    let by = joined(groupable.split_terminator('|').chain(["type"]), "|");
    let comparing = [(Key::M, Some("&as")), (Key::Op, None), (Key::V, None)];
    let comparing = part(&object::HAVING, &comparing);
    let sorted = [(Key::By, Some("&as|F")), (Key::Ord, None)];
    let sorted = part(&object::GROUP_SORT, &sorted);
    let numbers = [
        (Key::M, Some(metric.as_str())),
        (Key::By, Some(&by)),
        (Key::Hav, Some(&comparing)),
        (Key::Srt, Some(&sorted)),
        // Groups have their own page; the page of rows has no effect here.
        (Key::Pg, None),
    ];
    let numbers = object(&object::AGGREGATION, ", ", &numbers);
    constraint(&[(Key::Agg, Some(&numbers))])
}

/// Questions to texts.
fn texts(tables: &Tables) -> String {
    let kinds = joined(QuestionKind::ALL.iter().map(|kind| kind.code()), "|");
    let modes = joined(RetrievalMode::ALL.iter().map(|mode| mode.code()), "|");
    let corpora = joined(tables.corpus_names(), "|");
    let mut texts = vec![
        (Key::Txt, None),
        (Key::K, None),
        (Key::Rr, None),
        (Key::Kd, Some(kinds.as_str())),
        (Key::Md, Some(&modes)),
        (Key::Tag, Some("")),
        (Key::Prj, None),
    ];
    match corpora.is_empty() {
        true => texts.retain(|(key, _)| !is_of_texts(Some(*key))),
        false => texts.push((Key::Cor, Some(corpora.as_str()))),
    }
    let texts = object(&object::RETRIEVAL, ", ", &texts);
    members(&object::CONTRACT, ", ", &[(Key::Q, Some(&texts))])
}

/// Keys that the card shows, each with its value if it is spelled out.
type CardKeys<'s> = [(Key, Option<&'s str>)];

/// An object of the language with the shown keys.
fn object(object: &'static Object, between: &str, shown: &CardKeys<'_>) -> String {
    format!("{{{}}}", members(object, between, shown))
}

/// An object within another one, without blanks.
fn part(within: &'static Object, shown: &CardKeys<'_>) -> String {
    object(within, ",", shown)
}

fn constraint(shown: &CardKeys<'_>) -> String {
    let constraints = Key::C.text();
    let between = format!(", {constraints}.");
    let members = members(&object::CONSTRAINTS, &between, shown);
    format!("{constraints}.{members}")
}

fn members(object: &'static Object, between: &str, shown: &CardKeys<'_>) -> String {
    let written = object.keys(NamingStyle::Codes).filter_map(|member| {
        let (_, value) = shown.iter().find(|(key, _)| Some(*key) == member.key)?;
        let name = member.name(NamingStyle::Codes);
        Some(match (value, member.holds) {
            (None, _) => name.to_owned(),
            (Some("?"), _) => format!("{name}?"),
            (Some(value), Holds::List(..)) => format!("{name}:[{value}]"),
            (Some(value), _) => format!("{name}:{value}"),
        })
    });
    joined(written, between)
}

/// The codes of the fields that match.
fn codes(scope: &Scope<'_>, can: impl Fn(&FieldDef) -> bool) -> String {
    let fields = scope.fields.iter().filter(|field| can(field));
    joined(fields.map(|field| &field.code), "|")
}

fn field_line(field: &FieldDef, language: &str) -> String {
    let shown = label(&field.labels, language, &field.name);
    let (code, name, kind) = (&field.code, &field.name, kind(field, language));
    let mut line = format!("{code} {name}{shown}{kind}");
    if !fitting(field) {
        let codes = field.operators.iter().map(|operator| operator.code());
        line.push_str(&format!(" [{}]", joined(codes, " ")));
    }
    line
}

/// The codes of operators with their meaning, and with the form of the value unless it is a single one.
fn operators(operators: &[Operator], language: &str) -> String {
    let each = operators.iter().map(|operator| {
        let value = match operator.arity() {
            Arity::One | Arity::Piece => "",
            Arity::List => " [a,b,…]",
            Arity::Pair => " [a,b]",
            Arity::Flag => " true|false",
        };
        let what = of(&operator.in_short(), language);
        format!("{} {what}{value}", operator.code())
    });
    joined(each, ", ")
}
