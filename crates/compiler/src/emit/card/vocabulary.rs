//! The vocabulary of a card: types, fields, relations and metrics with their labels.

use std::borrow::Cow;
use std::collections::HashMap;

use cmec_decoder::language::{Call, Derivation, Operator, ValueType};
use cmec_decoder::tables::{FieldDef, Label, MetricDef, RelationDef, Tables};
use serde_json::Value;

use super::descriptions::CardDescriptions;
use super::words::{self, of};
use crate::emit::scope::Scope;
use crate::text::joined;

/// Each type with its fields, then the relations, then the metrics by type.
pub(super) fn vocabulary<'t>(
    card: &mut String,
    scope: &Scope<'t>,
    (language, told): (&str, &CardDescriptions<'_>),
    field: impl Fn(&FieldDef) -> String,
    relation: impl Fn(&'t RelationDef) -> &'t str,
    (mark, metric): (&str, impl Fn(&MetricDef) -> String),
) {
    let mut fields: HashMap<&str, Vec<String>> = HashMap::new();
    for def in &scope.fields {
        fields.entry(&def.type_name).or_default().push(field(def));
    }
    for ty in &scope.types {
        let lines = fields.remove(ty.name.as_ref()).unwrap_or_default();
        let shown = label(&ty.labels, language, &ty.name);
        let told = told.behind(&ty.name);
        card.push_str(&format!("{}{shown}{told}: {}\n", ty.name, lines.join("; ")));
    }
    for def in &scope.relations {
        let shown = label(&def.labels, language, &def.name);
        let name = relation(def);
        let told = told.behind(&def.code);
        card.push_str(&format!("{name} {}>{}{shown}{told}\n", def.from, def.to));
    }
    for ty in &scope.types {
        let metrics = scope.metrics.iter();
        let of_type = metrics.filter(|metric| metric.type_name == ty.name);
        let lines = joined(
            of_type.map(|def| metric(def) + &told.behind(&def.code)),
            "; ",
        );
        if !lines.is_empty() {
            card.push_str(&format!("{} {mark}: {lines}\n", ty.name));
        }
    }
}

/// The part of a metric's line after its name: label, unit, and the periods it can be grouped by.
pub(super) fn metric_line(metric: &MetricDef, language: &str, period: &str) -> String {
    let mut line = label(&metric.labels, language, &metric.name);
    if let Some(unit) = &metric.unit {
        line.push_str(&format!(" {unit}"));
    }
    if metric.over_time.is_some() {
        line.push_str(&format!(" by {period}"));
    }
    line
}

/// A period of the field that other periods of a metric are read from.
pub(super) fn period(
    metric: &MetricDef,
    tables: &Tables,
    called: impl Fn(&FieldDef) -> String,
    month: &str,
) -> String {
    let over = metric.over_time.as_ref();
    let field = over.and_then(|over| tables.field_by_path(&over.field));
    field.map_or_else(String::new, |field| Call::written(month, &[called(field)]))
}

/// The forms of dates and datetimes, also relative to today, if some field has them. `quote`: the quotation mark around
/// a text.
pub(super) fn days(scope: &Scope<'_>, language: &str, quote: &str) -> Option<String> {
    let has = |of| scope.fields.iter().any(|field| field.value_type == of);
    let (days, moments) = (has(ValueType::Date), has(ValueType::Datetime));
    let quoted = |text: &&str| format!("{quote}{text}{quote}");
    let mut shown = quoted(&"2026-03-31");
    if moments {
        let (title, moment) = (
            of(&words::MOMENTS, language),
            quoted(&"2026-03-31T09:00:00"),
        );
        shown.push_str(&format!("; {title} {moment}"));
    }
    let from_today = joined(["0d", "-1y", "-3m", "-2w", "+30d"].iter().map(quoted), " ");
    (days || moments).then(|| {
        let [title, from] = [&words::DAYS, &words::FROM_TODAY].map(|one| of(one, language));
        format!("{title}: {shown}; {from} {from_today}")
    })
}

/// Derived values of fields of these types. `field`: the placeholder for a number.
pub(super) fn derived(
    scope: &Scope<'_>,
    field: &str,
    called: fn(Derivation) -> &'static str,
) -> Vec<String> {
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
    let line = (!shown.is_empty()).then(|| format!("{field}: {shown}"));
    line.into_iter().collect()
}

/// True where a field takes every operator of its type.
pub(super) fn fitting(field: &FieldDef) -> bool {
    (field.operators.iter().copied()).eq(Operator::fitting(field.value_type, field.ordered))
}

/// The kind of a field's values: enum values, or the type unless it is text, and the unit.
pub(super) fn kind(field: &FieldDef, language: &str) -> String {
    let mut line = String::new();
    if field.value_type == ValueType::Enum {
        // A label is shown if it differs from the name in more than punctuation.
        let values = current_values(field, language).map(|(value, label)| match label {
            Some(label) if label.replace('-', " ") != value.replace('_', " ") => {
                format!("{} ({label})", written(value))
            }
            _ => written(value).into_owned(),
        });
        let values = joined(values, "|");
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

/// The values of a field that are not deprecated, each with its label in a language, if there is one.
pub(super) fn current_values<'f>(
    field: &'f FieldDef,
    language: &'f str,
) -> impl Iterator<Item = (&'f str, Option<&'f str>)> {
    let values = field.values.iter();
    let values = values.filter(|value| value.deprecated.is_none());
    values.map(move |value| {
        let label = value.labels.iter().find(|label| label.language == language);
        (value.value.as_ref(), label.map(|label| label.text.as_ref()))
    })
}

/// A value as JSON, without quotes where they are not needed.
fn written(value: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    match value.chars().all(is_plain) {
        true => Cow::Borrowed(value),
        false => Cow::Owned(Value::from(value).to_string()),
    }
}

/// ` (label)` in the language, if there is one that says more than the name.
pub(super) fn label(labels: &[Label], language: &str, name: &str) -> String {
    (labels.iter())
        .find(|label| label.language == language && label.text != name)
        .map_or_else(String::new, |label| format!(" ({})", label.text))
}
