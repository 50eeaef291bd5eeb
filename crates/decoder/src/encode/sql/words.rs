//! Writes names, texts and values in SQL.

use std::borrow::Cow;

use crate::contract::Value;
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::sql::lacks;
use crate::language::{CalendarUnit, Operator, RelativeDay};
use crate::sql_words::{name, text};
use crate::tables::{FieldDef, Tables};

/// A pattern of `LIKE` with the wildcards in `said` escaped.
pub(super) fn pattern(before: &str, said: &str, behind: &str) -> String {
    let mut piece = String::with_capacity(said.len());
    for letter in said.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            piece.push('\\');
        }
        piece.push(letter);
    }
    text(&format!("{before}{piece}{behind}"))
}

pub(super) fn value(said: &Value<'_>) -> String {
    match said {
        Value::Text(said) | Value::Date(said) | Value::Datetime(said) => text(said),
        Value::Relative(said) => day(said),
        Value::Integer(number) => number.to_string(),
        Value::Decimal(digits) => digits.to_string(),
        Value::Boolean(true) => "TRUE".to_owned(),
        Value::Boolean(false) => "FALSE".to_owned(),
        Value::List(values) => values.iter().map(value).collect::<Vec<_>>().join(", "),
    }
}

/// A day relative to today.
fn day(said: &str) -> String {
    let Some(RelativeDay {
        count,
        unit,
        begins,
    }) = RelativeDay::read(said)
    else {
        return text(said);
    };
    let sign = if count < 0 { '-' } else { '+' };
    let unit = match unit {
        CalendarUnit::Day => "day",
        CalendarUnit::Week => "week",
        CalendarUnit::Month => "month",
        CalendarUnit::Year => "year",
    };
    let day = match count {
        0 => "CURRENT_DATE".to_owned(),
        count => format!(
            "CURRENT_DATE {sign} INTERVAL '{} {unit}'",
            count.unsigned_abs()
        ),
    };
    match begins {
        true => format!("DATE_TRUNC('{unit}', {day})"),
        false => day,
    }
}

/// The SQL name of a field in its table.
pub(super) fn field<'t>(tables: &'t Tables, def: &'t FieldDef) -> &'t str {
    let is_free = |name: &&str| {
        let others = tables
            .fields
            .iter()
            .filter(|other| other.type_name == def.type_name && other.code != def.code);
        !others
            .clone()
            .any(|other| other.name == *name || other.alias.as_deref() == Some(name))
    };
    let names = [def.alias.as_deref(), Some(def.name.as_ref())];
    names
        .into_iter()
        .flatten()
        .find(is_free)
        .unwrap_or(&def.code)
}

/// The SQL name of a field, without its table.
pub(super) fn bare_field<'t>(tables: &'t Tables, path: &str) -> Result<Cow<'t, str>, EncodeError> {
    let def = tables
        .field_by_path(path)
        .ok_or_else(|| unknown("field", path))?;
    Ok(name(field(tables, def)))
}

/// The SQL name of a relation in the table it starts from.
pub(super) fn relation(tables: &Tables, path: &str) -> Result<String, EncodeError> {
    let def = tables
        .relation_by_name(path)
        .ok_or_else(|| unknown("relation", path))?;
    let same = tables
        .relations
        .iter()
        .filter(|other| other.from == def.from && other.spelling() == def.spelling());
    let is_field = tables.fields.iter().any(|field| {
        field.type_name == def.from
            && (field.spelling() == def.spelling() || field.name == def.spelling())
    });
    Ok(match same.count() > 1 || is_field {
        true => def.name.to_string(),
        false => def.spelling().to_owned(),
    })
}

pub(super) fn sign(operator: Operator) -> Result<&'static str, EncodeError> {
    Ok(match operator {
        Operator::Eq => "=",
        Operator::Ne => "<>",
        Operator::Lt => "<",
        Operator::Le => "<=",
        Operator::Gt => ">",
        Operator::Ge => ">=",
        Operator::In => "IN",
        Operator::NotIn => "NOT IN",
        _ => return lacks("such a comparison of columns"),
    })
}
