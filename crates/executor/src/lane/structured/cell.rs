//! Values of a database → cells of an answer.

use std::borrow::Cow;

use cmec_decoder::language::ValueType;
use serde_json::Value;

use crate::lane::structured::sql::AnswerColumn;
use crate::ports::database::DatabaseValue;
use crate::ports::raw_row::Cell;

/// The names of columns, each once: of two places of one type the second has its number behind the name.
pub(super) fn names(columns: &[AnswerColumn]) -> Vec<Cow<'static, str>> {
    let mut names: Vec<Cow<'static, str>> = Vec::with_capacity(columns.len());
    for (index, column) in columns.iter().enumerate() {
        let before = columns.iter().take(index);
        let same = before.filter(|known| known.name == column.name).count();
        names.push(Cow::Owned(match same {
            0 => column.name.clone(),
            before => format!("{} ({})", column.name, before + 1),
        }));
    }
    names
}

/// A value as its column has it.
pub(super) fn cell(value: DatabaseValue, column: &AnswerColumn) -> Cell {
    if column.several {
        return list(value, column.value_type);
    }
    match value {
        DatabaseValue::Missing => Cell::Null,
        DatabaseValue::Integer(number) if column.value_type == ValueType::Boolean => {
            Cell::Boolean(number != 0)
        }
        DatabaseValue::Integer(number) => typed(number.to_string(), column.value_type),
        DatabaseValue::Real(number) => typed(number.to_string(), column.value_type),
        DatabaseValue::Text(text) => typed(text, column.value_type),
    }
}

fn typed(text: String, value_type: ValueType) -> Cell {
    match value_type {
        ValueType::Integer | ValueType::Decimal if is_number(&text) => Cell::Number(text),
        ValueType::Boolean => Cell::Boolean(matches!(text.as_str(), "true" | "t" | "1")),
        ValueType::Datetime => Cell::Text(moment(&text)),
        _ => Cell::Text(text),
    }
}

fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text).is_ok()
}

/// `2026-03-30 22:00:00` and `2026-03-30T22:00:00` → `2026-03-30T22:00:00Z`: moments are in UTC.
fn moment(text: &str) -> String {
    format!("{}Z", text.replacen(' ', "T", 1))
}

/// The members of a list that came as JSON; a list without one is no value.
fn list(value: DatabaseValue, value_type: ValueType) -> Cell {
    let DatabaseValue::Text(json) = value else {
        return Cell::Null;
    };
    let Ok(Value::Array(members)) = serde_json::from_str::<Value>(&json) else {
        return Cell::Text(json);
    };
    let member = |member: Value| match member {
        Value::Null => None,
        Value::Bool(flag) => Some(Cell::Boolean(flag)),
        Value::Number(number) => Some(typed(number.to_string(), value_type)),
        Value::String(text) => Some(typed(text, value_type)),
        other => Some(Cell::Other(other.to_string())),
    };
    let members: Vec<Cell> = members.into_iter().filter_map(member).collect();
    match members.is_empty() {
        true => Cell::Null,
        false => Cell::List(members),
    }
}
