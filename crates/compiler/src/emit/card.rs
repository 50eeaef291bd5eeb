//! The prompt card: what a model must know to write this codebook in cMEC c0.2, or as a line, in few tokens.

mod line;
mod scope;

use std::collections::HashMap;

use cmec_decoder::language::{Function, Operator, Scenario, ValueType};
use cmec_decoder::tables::{FieldDef, Label, RelationDef, Tables};
use cmec_executor::Catalogue;

use crate::artefact::Artefact;
use crate::resolve::checked::Checked;
use crate::text::joined;
pub use scope::NoCard;
use scope::Scope;

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
) -> Result<String, NoCard> {
    let scope = Scope::of(tables, catalogue, language, types)?;
    let [answer, only, unclear] = sentences(SENTENCES, language);
    let shape = shape(tables, &scope);
    let scenarios = scenarios(&scope);
    let operators = operators(&scope.operators);
    let mut card = format!(
        "{answer} {only}\n{shape}s: {scenarios}. {unclear}: {{s:CL,X:{{q}}}}\nop: {operators}\n"
    );
    let field = |field: &FieldDef| field_line(field, language);
    vocabulary(&mut card, &scope, language, field, |one| &one.code);
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
) -> Result<String, NoCard> {
    let scope = Scope::of(tables, catalogue, language, types)?;
    Ok(line::card(tables, &scope, language))
}

/// The codes of the scenarios, with their names.
fn scenarios(scope: &Scope<'_>) -> String {
    let scenarios = scope.scenarios.iter();
    joined(
        scenarios.map(|one| format!("{} {}", one.code(), one.name())),
        ", ",
    )
}

/// Each type with its fields, then the relations.
fn vocabulary<'t>(
    card: &mut String,
    scope: &Scope<'t>,
    language: &str,
    field: impl Fn(&FieldDef) -> String,
    relation: impl Fn(&'t RelationDef) -> &'t str,
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
}

/// The keys that can be said, and what may stand under them.
fn shape(tables: &Tables, scope: &Scope<'_>) -> String {
    let has = |scenario| scope.scenarios.contains(&scenario);
    let sortable = codes(scope, |field| field.sortable);
    let sort = match sortable.as_str() {
        "" => String::new(),
        fields => format!(" srt:[{{f:{fields},ord:A|D}}],"),
    };
    let mut shape = format!(
        "{{s, tg:[type], E:[{{txt,ty?}}], A:[F], C:{{flt:[{{f:F,op,v}}],{sort} pg:{{lim,off}}}}}}\n"
    );
    if !scope.relations.is_empty() {
        let path = if has(Scenario::PathQuery) {
            ",path:{hop}"
        } else {
            ""
        };
        shape.push_str(&format!(
            "R:[{{r:R,dir:O|I|B}}], G:{{dir,dep,rel:[R]{path}}}\n"
        ));
    }
    if has(Scenario::Aggregation) {
        let functions = joined(Function::ALL.iter().map(|member| member.code()), "|");
        let groups = match codes(scope, |field| field.groupable).as_str() {
            "" => String::new(),
            fields => format!(", by:[{fields}]"),
        };
        shape.push_str(&format!("C.agg:{{m:[{{fn:{functions},f:F}}]{groups}}}\n"));
    }
    if has(Scenario::SetOps) {
        shape.push_str("C.grp:[{n,tg,flt}], C.set:{l,op:UNI|INT|EXC,r}\n");
    }
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        let corpora = tables.corpora.join("|");
        shape.push_str(&format!("Q:{{txt, cor:[{corpora}], k, kd, tag:[], prj}}\n"));
    }
    shape
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
    (field.operators.iter().copied()).eq(Operator::fitting(field.value_type))
}

/// What the values of a field are: those of an enum, or the type where it is no text, and the unit.
fn kind(field: &FieldDef) -> String {
    let mut line = String::new();
    if field.value_type == ValueType::Enum {
        let values = joined(field.values.iter().map(|value| &value.value), "|");
        line.push_str(&format!(" {values}"));
    } else if !field.value_type.is_text() {
        line.push_str(&format!(" {}", field.value_type.name()));
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
