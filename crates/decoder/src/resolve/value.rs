//! A value as it was said → a value of its field's type. Nothing is converted but an enum's synonym.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::calendar;
use crate::contract::Value;
use crate::draft::Raw;
use crate::finding::Finding;
use crate::registry;
use crate::similar::{self, Known};
use crate::span::{Said, Span};
use crate::tables::{EnumValue, FieldDef};
use crate::vocabulary::ValueType;

/// The typed value, or why it is none.
pub(super) fn typed<'a>(
    field: &'a FieldDef,
    said: &Said<Raw<'a>>,
    cap: usize,
) -> Result<Value<'a>, Box<Finding>> {
    let wrong = |wanted: &str, help: &str| {
        Err(Box::new(
            Finding::new(
                &registry::WRONG_VALUE_TYPE,
                said.span,
                format!(
                    "`{}` is {wanted}, and this is {}",
                    field.path,
                    said.value.kind()
                ),
            )
            .help(help),
        ))
    };
    match (field.value_type, &said.value) {
        (ValueType::String | ValueType::Text | ValueType::Reference, Raw::Text(text)) => {
            Ok(Value::Text(text.clone()))
        }
        (ValueType::String | ValueType::Text | ValueType::Reference, _) => {
            wrong("a text", "put it in double quotes")
        }
        (ValueType::Integer, Raw::Number(digits)) => integer(field, digits, said.span),
        (ValueType::Decimal, Raw::Number(digits)) => Ok(Value::Decimal(Cow::Borrowed(digits))),
        (ValueType::Integer | ValueType::Decimal, _) => wrong("a number", "say it without quotes"),
        (ValueType::Boolean, Raw::Boolean(yes)) => Ok(Value::Boolean(*yes)),
        (ValueType::Boolean, _) => wrong("true or false", "say `true` or `false`, without quotes"),
        (ValueType::Date, Raw::Text(text)) if calendar::is_date(text) => {
            Ok(Value::Date(text.clone()))
        }
        (ValueType::Datetime, Raw::Text(text)) if calendar::is_datetime(text) => {
            Ok(Value::Datetime(text.clone()))
        }
        (ValueType::Date, Raw::Text(text)) => bad_date(text, said.span, "YYYY-MM-DD"),
        (ValueType::Datetime, Raw::Text(text)) => bad_date(text, said.span, "YYYY-MM-DDTHH:MM:SS"),
        (ValueType::Date, _) => wrong("a date", "say it as `\"YYYY-MM-DD\"`"),
        (ValueType::Datetime, _) => wrong("a date and time", "say it as `\"YYYY-MM-DDTHH:MM:SS\"`"),
        (ValueType::Enum, Raw::Text(text)) => enum_value(field, text, said.span, cap),
        (ValueType::Enum, _) => wrong("one of its listed values", "put it in double quotes"),
    }
}

fn integer<'a>(field: &FieldDef, digits: &str, span: Span) -> Result<Value<'a>, Box<Finding>> {
    if digits.contains(['.', 'e', 'E']) {
        let message = format!(
            "`{}` is a whole number, and this has a fraction or an exponent",
            field.path
        );
        return Err(Box::new(Finding::new(
            &registry::WRONG_VALUE_TYPE,
            span,
            message,
        )));
    }
    digits.parse().map(Value::Integer).map_err(|_| {
        let message = format!("`{digits}` is too large to be held exactly");
        let finding = Finding::new(&registry::OUT_OF_RANGE, span, message);
        Box::new(finding.help("say a whole number of at most 18 digits"))
    })
}

fn bad_date<'a>(text: &str, span: Span, form: &str) -> Result<Value<'a>, Box<Finding>> {
    let message = format!("`{text}` is not a date of the form {form}");
    let finding = Finding::new(&registry::BAD_DATE, span, message);
    Err(Box::new(finding.help("use ISO 8601 and a day that exists")))
}

fn enum_value<'a>(
    field: &'a FieldDef,
    text: &str,
    span: Span,
    cap: usize,
) -> Result<Value<'a>, Box<Finding>> {
    if let Some(value) = field.values.iter().find(|value| value.value == text) {
        return Ok(Value::Text(Cow::Borrowed(&value.value)));
    }
    if let Some(value) = synonym(field, text) {
        return Ok(Value::Text(Cow::Borrowed(&value.value)));
    }
    let known: Vec<Known<'_>> = field.values.iter().map(Known::enum_value).collect();
    let candidates = similar::rank_or_all(text, known, cap);
    let values: Vec<&str> = field
        .values
        .iter()
        .map(|value| value.value.as_ref())
        .collect();
    let help = similar::slip(text, &candidates)
        .unwrap_or_else(|| format!("its values are `{}`", values.join("`, `")));
    let message = format!("`{}` has no value `{text}`", field.path);
    let finding = Finding::new(&registry::UNKNOWN_ENUM_VALUE, span, message);
    Err(Box::new(finding.help(help).candidates(candidates)))
}

/// The value with this name: as it stands in the codebook, or else in any case of letters.
fn synonym<'a>(field: &'a FieldDef, text: &str) -> Option<&'a EnumValue> {
    let called = |is: &dyn Fn(&str) -> bool| {
        field.values.iter().find(|value| {
            value
                .labels
                .iter()
                .any(|label| is(&label.text) || label.synonyms.iter().any(|synonym| is(synonym)))
        })
    };
    let lower = || text.chars().flat_map(char::to_lowercase);
    called(&|name| name == text)
        .or_else(|| called(&|name| name.chars().flat_map(char::to_lowercase).eq(lower())))
}

/// Whether `low` is not above `high`; values that cannot be compared count as in order.
pub(super) fn in_order(low: &Value<'_>, high: &Value<'_>) -> bool {
    let order = match (low, high) {
        (Value::Integer(low), Value::Integer(high)) => low.cmp(high),
        (Value::Decimal(low), Value::Decimal(high)) => {
            crate::decimal::compare(low, high).unwrap_or(Ordering::Equal)
        }
        (Value::Date(low), Value::Date(high)) => low.cmp(high),
        (Value::Datetime(low), Value::Datetime(high)) => calendar::compare_datetimes(low, high),
        _ => Ordering::Equal,
    };
    order != Ordering::Greater
}
