//! Database values → cells of an answer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use cmec_decoder::language::ValueType;
use serde_json::Value;

use crate::lane::structured::sql::AnswerColumn;
use crate::ports::database::{DatabaseValue, stored_value};
use crate::ports::raw_row::Cell;

/// The number of values of each field that do not have the field's form; `None` where the count timed out.
pub(super) type OutOfForm = BTreeMap<String, Option<u64>>;

/// Unique column names: the second variable of a type gets its number as a suffix.
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

/// A value in the type of its column. A value that does not fit the type becomes missing and is counted.
pub(super) fn cell(
    value: DatabaseValue,
    column: &AnswerColumn,
    out_of_form: &mut OutOfForm,
) -> Cell {
    if column.several {
        return list(value, column.value_type);
    }
    let text = match value {
        DatabaseValue::Missing => return Cell::Null,
        DatabaseValue::Integer(number) => number.to_string(),
        DatabaseValue::Real(number) => number.to_string(),
        DatabaseValue::Text(text) => text,
    };
    let cell = typed(text, column.value_type);
    if cell == Cell::Null {
        let count = out_of_form.entry(column.name.clone()).or_insert(Some(0));
        *count = count.map(|count| count + 1);
    }
    cell
}

/// A text in its type. Numbers and days outside of the types, such as `NaN` and `infinity`, stay texts.
fn typed(text: String, value_type: ValueType) -> Cell {
    let is_without_end = || matches!(text.trim_start_matches('-'), "infinity" | "NaN" | "inf");
    match value_type {
        ValueType::Integer | ValueType::Decimal if is_number(&text) => Cell::Number(text),
        ValueType::Integer | ValueType::Decimal => match stored_value::number(&text) {
            Some(DatabaseValue::Integer(number)) => Cell::Number(number.to_string()),
            Some(DatabaseValue::Real(number)) => Cell::Number(number.to_string()),
            _ if is_without_end() => Cell::Text(text),
            _ => Cell::Null,
        },
        ValueType::Boolean => stored_value::boolean(&text).map_or(Cell::Null, Cell::Boolean),
        ValueType::Date | ValueType::Datetime if is_without_end() => Cell::Text(text),
        ValueType::Date => match stored_value::day(&text) {
            Some(day) => Cell::Text(day.to_owned()),
            None => Cell::Null,
        },
        ValueType::Datetime => match stored_value::moment(&text) {
            Some(moment) => Cell::Text(format!("{moment}Z")),
            None => Cell::Null,
        },
        ValueType::Enum | ValueType::String | ValueType::Text | ValueType::Reference => {
            Cell::Text(text)
        }
    }
}

fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text).is_ok()
}

/// The members of a JSON list; an empty list is a missing value.
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
