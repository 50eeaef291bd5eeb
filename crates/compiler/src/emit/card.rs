//! The prompt card: what a model must know to write this codebook in cMEC c0.2, or as a line, in few tokens.

mod line;
mod scope;

use std::collections::HashMap;

use cmec_decoder::language::{Function, Operator, Scenario, ValueType};
use cmec_decoder::tables::{FieldDef, Label, Tables};

use crate::artefact::Artefact;
use crate::resolve::checked::Checked;
use scope::Scope;
pub use scope::{NoCard, Offer};

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

/// Two cards per language of the codebook, of cMEC and of the line, all types.
pub(super) fn cards(checked: &Checked) -> Vec<Artefact> {
    let languages = checked.tables().languages.iter();
    languages
        .flat_map(|language| {
            // Of its own languages and types a codebook has a card.
            [
                ("card", card(checked, language, &[]).ok()),
                ("line.card", line_card(checked, language, &[]).ok()),
            ]
            .into_iter()
            .filter_map(move |(kind, text)| {
                Some(Artefact {
                    path: format!("{}.{kind}.{language}.txt", checked.name()),
                    text: text?,
                })
            })
        })
        .collect()
}

/// The card in a language of the codebook, with what can be said of these types alone; an empty list stands for all.
///
/// # Errors
/// When the codebook has no such language or type.
pub fn card(checked: &Checked, language: &str, types: &[&str]) -> Result<String, NoCard> {
    card_of(checked.tables(), &offers(checked), language, types)
}

/// [`card`], of the line notation instead of cMEC.
///
/// # Errors
/// As of [`card`].
pub fn line_card(checked: &Checked, language: &str, types: &[&str]) -> Result<String, NoCard> {
    line_card_of(checked.tables(), &offers(checked), language, types)
}

/// [`line_card`], for who has the tables and knows what is answered.
///
/// # Errors
/// As of [`card`].
pub fn line_card_of(
    tables: &Tables,
    offers: &[Offer<'_>],
    language: &str,
    types: &[&str],
) -> Result<String, NoCard> {
    let scope = scope_in(tables, offers, language, types)?;
    Ok(line::card(tables, &scope, language))
}

/// What the recipes and lanes of a codebook answer.
fn offers(checked: &Checked) -> Vec<Offer<'_>> {
    let catalogue = checked.catalogue();
    let recipes = (catalogue.address.iter())
        .flat_map(|address| address.recipes.iter())
        .map(|recipe| &recipe.matches);
    Offer::all(
        catalogue.lanes.iter().map(|rule| rule.scenario),
        recipes.map(|matched| (matched.scenario, matched.target_type.as_ref())),
    )
}

/// [`card`], for who has the tables and knows what is answered.
///
/// # Errors
/// As of [`card`].
pub fn card_of(
    tables: &Tables,
    offers: &[Offer<'_>],
    language: &str,
    types: &[&str],
) -> Result<String, NoCard> {
    let scope = scope_in(tables, offers, language, types)?;
    let said = SENTENCES.iter().find(|(known, _)| *known == language);
    let [answer, only, unclear] = said
        .or(SENTENCES.last())
        .map_or([""; 3], |(_, texts)| *texts);
    let scenarios: Vec<String> = (scope.scenarios.iter())
        .map(|scenario| format!("{} {}", scenario.code(), scenario.name()))
        .collect();
    let mut card = format!("{answer} {only}\n");
    card.push_str(&shape(tables, &scope));
    card.push_str(&format!(
        "s: {}. {unclear}: {{s:CL,X:{{q}}}}\n",
        scenarios.join(", ")
    ));
    card.push_str(&format!("op: {}\n", operators(&scope.operators)));
    let mut fields: HashMap<&str, Vec<String>> = HashMap::new();
    for field in &scope.fields {
        let lines = fields.entry(&field.type_name).or_default();
        lines.push(field_line(field, language));
    }
    for ty in &scope.types {
        let lines = fields.remove(ty.name.as_ref()).unwrap_or_default();
        let shown = label(&ty.labels, language, &ty.name);
        card.push_str(&format!("{}{shown}: {}\n", ty.name, lines.join("; ")));
    }
    for relation in &scope.relations {
        let shown = label(&relation.labels, language, &relation.name);
        card.push_str(&format!(
            "{} {}>{}{shown}\n",
            relation.code, relation.from, relation.to
        ));
    }
    Ok(card)
}

/// The scope of some types, in a language the codebook has.
fn scope_in<'t>(
    tables: &'t Tables,
    offers: &[Offer<'_>],
    language: &str,
    types: &[&str],
) -> Result<Scope<'t>, NoCard> {
    if !tables.languages.iter().any(|known| known == language) {
        return Err(NoCard::Language {
            name: language.to_owned(),
            candidates: tables.languages.iter().map(ToString::to_string).collect(),
        });
    }
    Scope::of(tables, offers, types)
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
        let functions: Vec<&str> = Function::ALL.iter().map(|member| member.code()).collect();
        let groups = match codes(scope, |field| field.groupable).as_str() {
            "" => String::new(),
            fields => format!(", by:[{fields}]"),
        };
        shape.push_str(&format!(
            "C.agg:{{m:[{{fn:{},f:F}}]{groups}}}\n",
            functions.join("|")
        ));
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
    let codes: Vec<&str> = fields.map(|field| field.code.as_ref()).collect();
    codes.join("|")
}

fn field_line(field: &FieldDef, language: &str) -> String {
    let mut line = format!(
        "{} {}{}",
        field.code,
        field.name,
        label(&field.labels, language, &field.name)
    );
    line.push_str(&kind(field));
    if !fitting(field) {
        line.push_str(&format!(" [{}]", operators(&field.operators)));
    }
    line
}

/// Whether a field takes every operator of its type.
fn fitting(field: &FieldDef) -> bool {
    field
        .operators
        .iter()
        .copied()
        .eq(Operator::fitting(field.value_type))
}

/// What the values of a field are: those of an enum, or the type where it is no text, and the unit.
fn kind(field: &FieldDef) -> String {
    let mut line = String::new();
    if field.value_type == ValueType::Enum {
        let values: Vec<&str> = field
            .values
            .iter()
            .map(|value| value.value.as_ref())
            .collect();
        line.push_str(&format!(" {}", values.join("|")));
    } else if !matches!(
        field.value_type,
        ValueType::String | ValueType::Text | ValueType::Reference
    ) {
        line.push_str(&format!(" {}", field.value_type.name()));
    }
    if let Some(unit) = &field.unit {
        line.push_str(&format!(" {unit}"));
    }
    line
}

fn operators(operators: &[Operator]) -> String {
    let codes: Vec<&str> = operators.iter().map(|operator| operator.code()).collect();
    codes.join(" ")
}

/// ` (label)` in the language, when there is one and it says more than the name.
fn label(labels: &[Label], language: &str, name: &str) -> String {
    (labels.iter())
        .find(|label| label.language == language && label.text != name)
        .map_or_else(String::new, |label| format!(" ({})", label.text))
}
