//! Writes names, texts and values in SQL.

use std::borrow::Cow;

use crate::contract::Value;
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::sql::lacks;
use crate::language::{CalendarUnit, Operator, RelativeDay};
use crate::sql_words::{name, text};
use crate::tables::{FieldDef, Tables};

/// The texts with a separator between them.
pub(super) fn separated(
    texts: impl Iterator<Item = Result<String, EncodeError>>,
    separator: &str,
) -> Result<String, EncodeError> {
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    Ok(texts.join(separator))
}

/// A clause with a leading space; nothing if it is empty.
pub(super) fn clause(keyword: &str, content: &str) -> String {
    match content.is_empty() {
        true => String::new(),
        false => format!(" {keyword} {content}"),
    }
}

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

/// A comparison of a column or metric with a value.
pub(super) fn compared(
    column: &str,
    operator: Operator,
    said: &Value<'_>,
) -> Result<String, EncodeError> {
    Ok(match (operator, said) {
        (Operator::In | Operator::NotIn, list) => {
            format!("{column} {} ({})", sign(operator)?, value(list))
        }
        (Operator::Between, Value::List(ends)) => {
            let ends: Vec<String> = ends.iter().map(value).collect();
            format!("{column} BETWEEN {}", ends.join(" AND "))
        }
        (_, said) => format!("{column} {} {}", sign(operator)?, value(said)),
    })
}

fn value(said: &Value<'_>) -> String {
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
    let Some(relative) = RelativeDay::read(said) else {
        return text(said);
    };
    let unit = match relative.unit {
        CalendarUnit::Day => "day",
        CalendarUnit::Week => "week",
        CalendarUnit::Month => "month",
        CalendarUnit::Year => "year",
    };
    let sign = if relative.count < 0 { '-' } else { '+' };
    let day = match relative.count.unsigned_abs() {
        0 => "CURRENT_DATE".to_owned(),
        count => format!("CURRENT_DATE {sign} INTERVAL '{count} {unit}'"),
    };
    match relative.begins {
        true => format!("DATE_TRUNC('{unit}', {day})"),
        false => day,
    }
}

/// `true` if a field has this name or alias.
pub(super) fn goes_by(field: &FieldDef, name: &str) -> bool {
    field.name == name || field.alias.as_deref() == Some(name)
}

/// `true` if a field of this type has this name or alias.
pub(super) fn is_column(tables: &Tables, of: Option<&str>, name: &str) -> bool {
    let mut fields = tables.fields.iter();
    fields.any(|field| Some(field.type_name.as_ref()) == of && goes_by(field, name))
}

/// The SQL name of a field in its table.
pub(super) fn field<'t>(tables: &'t Tables, def: &'t FieldDef) -> &'t str {
    let is_other = |own: &FieldDef| own.type_name == def.type_name && own.code != def.code;
    let is_free = |name: &&str| {
        let mut fields = tables.fields.iter();
        !fields.any(|own| is_other(own) && goes_by(own, name))
    };
    let names = [def.alias.as_deref(), Some(def.name.as_ref())];
    let free = names.into_iter().flatten().find(is_free);
    free.unwrap_or(&def.code)
}

/// The SQL name of a field, without its table.
pub(super) fn bare_field<'t>(tables: &'t Tables, path: &str) -> Result<Cow<'t, str>, EncodeError> {
    let def = tables.field_by_path(path);
    let def = def.ok_or_else(|| unknown("field", path))?;
    Ok(name(field(tables, def)))
}

/// The SQL name of a relation in the table it starts from.
pub(super) fn relation(tables: &Tables, path: &str) -> Result<String, EncodeError> {
    let def = tables.relation_by_name(path);
    let def = def.ok_or_else(|| unknown("relation", path))?;
    let spelling = def.spelling();
    let same = (tables.relations.iter())
        .filter(|other| other.from == def.from && other.spelling() == spelling);
    let is_field = tables.fields.iter().any(|field| {
        field.type_name == def.from && (field.spelling() == spelling || field.name == spelling)
    });
    Ok(match same.count() > 1 || is_field {
        true => def.name.to_string(),
        false => spelling.to_owned(),
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
