//! The prompt card: what a model must know to write this codebook in cMEC c0.2, in few tokens.

use std::collections::BTreeSet;

use cmec_decoder::tables::{FieldDef, Label, Tables};
use cmec_decoder::vocabulary::{Function, Operator, Scenario, ValueType};

use super::Artefact;
use crate::Checked;

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

/// One card per language of the codebook, all types.
pub(super) fn cards(checked: &Checked) -> Vec<Artefact> {
    (checked.tables().languages.iter())
        .map(|language| Artefact {
            path: format!("{}.card.{language}.txt", checked.name()),
            text: card(checked, language, &[]),
        })
        .collect()
}

/// The card in a language, for these types only; an empty list stands for all.
#[must_use]
pub fn card(checked: &Checked, language: &str, types: &[&str]) -> String {
    let tables = checked.tables();
    let said = SENTENCES.iter().find(|(known, _)| *known == language);
    let [answer, only, unclear] = said
        .or(SENTENCES.last())
        .map_or([""; 3], |(_, texts)| *texts);
    let wanted = |name: &str| types.is_empty() || types.contains(&name);
    let lanes: BTreeSet<Scenario> = (checked.catalogue().lanes.iter())
        .map(|rule| rule.scenario)
        .collect();
    let scenarios: Vec<String> = (lanes.iter())
        .map(|scenario| format!("{} {}", scenario.code(), scenario.name()))
        .collect();
    let has = |scenario| lanes.contains(&scenario);
    let mut card = format!(
        "{answer} {only}\n{{s, tg:[type], E:[{{txt,ty?}}], A:[F], C:{{flt:[{{f:F,op,v}}], srt:[{{f:F,ord:A|D}}], pg:{{lim,off}}}}}}\n"
    );
    if !tables.relations.is_empty() {
        card.push_str("R:[{r:R,dir:O|I|B}], G:{dir,dep,rel:[R],path:{hop}}\n");
    }
    if has(Scenario::Aggregation) {
        let functions: Vec<&str> = Function::ALL.iter().map(|member| member.code()).collect();
        card.push_str(&format!(
            "C.agg:{{m:[{{fn:{},f:F}}], by:[F]}}\n",
            functions.join("|")
        ));
    }
    if has(Scenario::SetOps) {
        card.push_str("C.grp:[{n,tg,flt}], C.set:{l,op:UNI|INT|EXC,r}\n");
    }
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        let corpora = tables.corpora.join("|");
        card.push_str(&format!("Q:{{txt, cor:[{corpora}], k, kd, tag:[], prj}}\n"));
    }
    card.push_str(&format!(
        "s: {}. {unclear}: {{s:CL,X:{{q}}}}\n",
        scenarios.join(", ")
    ));
    card.push_str(&format!("op: {}\n", operators(Operator::ALL)));
    for ty in tables.types.iter().filter(|ty| wanted(&ty.name)) {
        let fields: Vec<String> = (tables.fields.iter())
            .filter(|field| field.type_name == ty.name)
            .map(|field| field_line(field, language))
            .collect();
        let shown = label(&ty.labels, language, &ty.name);
        card.push_str(&format!("{}{shown}: {}\n", ty.name, fields.join("; ")));
    }
    card.push_str(&relations(tables, language, &wanted));
    card
}

fn field_line(field: &FieldDef, language: &str) -> String {
    let mut line = format!(
        "{} {}{}",
        field.code,
        field.name,
        label(&field.labels, language, &field.name)
    );
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
    if *field.operators != *Operator::fitting(field.value_type) {
        line.push_str(&format!(" [{}]", operators(&field.operators)));
    }
    line
}

fn relations(tables: &Tables, language: &str, wanted: &dyn Fn(&str) -> bool) -> String {
    (tables.relations.iter())
        .filter(|relation| wanted(&relation.from) || wanted(&relation.to))
        .map(|relation| {
            let shown = label(&relation.labels, language, &relation.name);
            format!(
                "{} {}>{}{shown}\n",
                relation.code, relation.from, relation.to
            )
        })
        .collect()
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
