//! Filters: a value alone where it names its field, a comparison otherwise.

use crate::contract::{Filter, Value};
use crate::encode::line::{Written, number};
use crate::language::Operator;
use crate::line::canonical_names::{Names, text};
use crate::tables::FieldDef;

/// Writes a filter.
pub(super) fn filter(out: &mut String, filter: &Filter<'_>, naming: Names<'_>) -> Written {
    let field = naming.field_def(&filter.field)?;
    if bare(out, filter, field, naming) {
        return Ok(());
    }
    out.push_str(naming.field(field));
    compare(out, filter.operator, filter.value.as_ref());
    Ok(())
}

/// A mark and its value.
pub(super) fn compare(out: &mut String, operator: Operator, said: Option<&Value<'_>>) {
    let mark = match (operator, said) {
        (Operator::Exists, Some(Value::Boolean(true))) => "==*",
        (Operator::Exists, Some(_)) => "!=*",
        _ => operator.mark(),
    };
    out.push_str(mark);
    if operator != Operator::Exists
        && let Some(said) = said
    {
        value(out, operator, said);
    }
}

fn value(out: &mut String, operator: Operator, said: &Value<'_>) {
    let Value::List(values) = said else {
        return scalar(out, said);
    };
    let one = values.len() == 1;
    let between = if operator == Operator::Between {
        ".."
    } else {
        "|"
    };
    out.push_str(if one { "[" } else { "" });
    for (index, element) in values.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        scalar(out, element);
    }
    out.push_str(if one { "]" } else { "" });
}

/// One value; numbers go out in the digits they came in.
fn scalar(out: &mut String, said: &Value<'_>) {
    match said {
        Value::Text(said) | Value::Date(said) | Value::Datetime(said) => text(out, said),
        Value::Integer(digits) => number(out, digits),
        Value::Decimal(digits) => out.push_str(digits),
        Value::Boolean(yes) => out.push_str(if *yes { "true" } else { "false" }),
        // No value of a field is a list of lists.
        Value::List(_) => {}
    }
}

/// Writes values alone, where they name their field.
fn bare(out: &mut String, filter: &Filter<'_>, field: &FieldDef, naming: Names<'_>) -> bool {
    let values: Vec<&str> = match (&filter.value, filter.operator) {
        (Some(value @ Value::Text(_)), Operator::Eq | Operator::Ne) => {
            value.as_text().into_iter().collect()
        }
        (Some(Value::List(values)), Operator::In | Operator::NotIn) if values.len() > 1 => {
            values.iter().filter_map(Value::as_text).collect()
        }
        _ => return false,
    };
    let not = matches!(filter.operator, Operator::Ne | Operator::NotIn);
    let Some((first, others)) = values.split_first() else {
        return false;
    };
    let named = naming.stands_alone(field, first, filter.operator)
        && others.iter().all(|value| naming.names_field(field, value));
    if !named {
        return false;
    }
    out.push_str(if not { "!" } else { "" });
    out.push_str(&values.join("|"));
    true
}
