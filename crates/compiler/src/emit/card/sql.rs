//! The SQL card: the codebook as tables, with rules.

use cmec_decoder::encode::{sql_name, sql_table, sql_text};
use cmec_decoder::language::{Operator, Scenario, ValueType};
use cmec_decoder::tables::{FieldDef, MetricDef, RelationDef};

use super::CardPlace;
use super::descriptions::CardDescriptions;
use super::vocabulary::{current_values, label};
use super::words::{self, Words, of};
use crate::emit::scope::Scope;
use crate::text::joined;

pub(super) fn body(
    scope: &Scope<'_>,
    (language, told): (&str, &CardDescriptions<'_>),
    place: CardPlace,
) -> String {
    let say = |words: &Words| of(words, language);
    let mut card = String::new();
    for ty in &scope.types {
        let shown = label(&ty.labels, language, &ty.name);
        let about = comment([shown, told.behind(&ty.name)]);
        let fields = scope.fields.iter();
        let fields = fields.filter(|field| field.type_name == ty.name);
        let fields =
            fields.map(|field| column((field, place), ty.key.as_deref(), (language, told)));
        let called = |of: &str| {
            let known = scope.types.iter().find(|ty| ty.name == of);
            sql_table(known.map_or(of, |ty| ty.spelling()))
        };
        let relations = scope.relations.iter();
        let relations = relations.filter(|relation| relation.from == ty.name);
        let relations =
            relations.map(|relation| reference(relation, &called(&relation.to), (language, told)));
        let metrics = scope.metrics.iter();
        let metrics = metrics.filter(|metric| metric.type_name == ty.name);
        let metrics = metrics.map(|def| metric(def, (language, told)));
        let columns: Vec<(String, String)> = fields.chain(relations).chain(metrics).collect();
        let last = columns.len().saturating_sub(1);
        let name = sql_table(ty.spelling());
        card.push_str(&format!("CREATE TABLE {name} ({about}\n"));
        for (at, (column, about)) in columns.iter().enumerate() {
            let comma = if at == last { "" } else { "," };
            card.push_str(&format!("  {column}{comma}{about}\n"));
        }
        card.push_str(");\n");
    }
    for line in more(scope, language) {
        card.push_str(&format!("-- {line}\n"));
    }
    let answer = match place {
        CardPlace::Prompt => &words::ANSWER_SQL,
        CardPlace::Description => &words::CALL_SQL,
    };
    card.push_str(&format!("{}\n", say(answer)));
    card
}

/// The comment of a column: its non-empty parts joined by semicolons.
fn comment(parts: impl IntoIterator<Item = String>) -> String {
    let plain = |part: String| {
        let part = part.trim().trim_start_matches("— ");
        let bare = part.strip_prefix('(');
        let bare = bare.and_then(|part| part.strip_suffix(')'));
        bare.unwrap_or(part).to_owned()
    };
    let parts = parts.into_iter().map(plain);
    let parts = joined(parts.filter(|part| !part.is_empty()), "; ");
    match parts.is_empty() {
        true => parts,
        false => format!(" -- {parts}"),
    }
}

fn column(
    (field, place): (&FieldDef, CardPlace),
    key: Option<&str>,
    (language, told): (&str, &CardDescriptions<'_>),
) -> (String, String) {
    let name = field.spelling();
    let value_type = match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Enum | ValueType::Reference => "TEXT",
        ValueType::Integer => "INTEGER",
        ValueType::Decimal => "NUMERIC",
        ValueType::Boolean => "BOOLEAN",
        ValueType::Date => "DATE",
        ValueType::Datetime => "TIMESTAMP",
    };
    let array = if field.array { "[]" } else { "" };
    let is_key = key == Some(field.name.as_ref());
    let key = if is_key { " PRIMARY KEY" } else { "" };
    let about = comment([
        label(&field.labels, language, name),
        field.unit.as_deref().unwrap_or_default().to_owned(),
        values(field, language),
        span_only(field, place),
        told.behind(&field.code),
    ]);
    let column = format!("{} {value_type}{array}{key}", sql_name(name));
    (column, about)
}

/// The note on a column that compares with a period but not with a day. Left out in a tool description, of which a
/// client shows only a part.
fn span_only(field: &FieldDef, place: CardPlace) -> String {
    let takes = |operator| field.operators.contains(&operator);
    match takes(Operator::Between) && !takes(Operator::Eq) && place == CardPlace::Prompt {
        true => "BETWEEN 'from' AND 'to'".to_owned(),
        false => String::new(),
    }
}

/// The listed values with their labels.
fn values(field: &FieldDef, language: &str) -> String {
    let values = current_values(field, language).map(|(value, label)| match label {
        Some(label) if label != value.replace('_', " ") => format!("{} {label}", sql_text(value)),
        _ => sql_text(value),
    });
    joined(values, ", ")
}

fn reference(
    relation: &RelationDef,
    to: &str,
    (language, told): (&str, &CardDescriptions<'_>),
) -> (String, String) {
    let name = relation.spelling();
    let many = if relation.to_one { "" } else { "[]" };
    let shown = label(&relation.labels, language, name);
    let about = comment([shown, told.behind(&relation.code)]);
    let column = format!("{} {to}{many} REFERENCES {to}", sql_name(name));
    (column, about)
}

fn metric(def: &MetricDef, (language, told): (&str, &CardDescriptions<'_>)) -> (String, String) {
    let about = comment([
        of(&words::METRIC, language).to_owned(),
        label(&def.labels, language, &def.name),
        def.unit.as_deref().unwrap_or_default().to_owned(),
        told.behind(&def.code),
    ]);
    (format!("{} NUMERIC", sql_name(&def.name)), about)
}

/// Further syntax besides tables and columns.
fn more(scope: &Scope<'_>, language: &str) -> Vec<String> {
    let has = |scenario| scope.scenarios.contains(&scenario);
    let mut lines = Vec::new();
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        lines.push(of(&words::MATCHES, language).to_owned());
    }
    if has(Scenario::PathQuery) || has(Scenario::Subgraph) {
        lines.push(of(&words::WALKS, language).to_owned());
    }
    lines
}

/// A clarification question.
pub(super) fn asked_back(question: &str) -> String {
    format!("ASK {}", sql_text(question))
}
