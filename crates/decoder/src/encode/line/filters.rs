//! Filters: a value alone where it names its field, a comparison otherwise.

use crate::contract::{Condition, Filter, Value};
use crate::encode::EncodeError;
use crate::encode::line::Texts;
use crate::escape::quoted;
use crate::language::{Operator, RelativeDay, given};
use crate::line::canonical_names::{Names, reference, text};
use crate::line::marks;
use crate::tables::FieldDef;

/// A condition as an item.
pub(super) fn condition(
    said: &Condition<'_>,
    naming: Names<'_>,
    texts: Texts,
) -> Result<String, EncodeError> {
    let any = match said {
        Condition::Filter(said) => return filter(said, naming, texts, |_| true),
        Condition::Any(any) => any,
    };
    let mut branches = Vec::new();
    for said in &any.any_of {
        // The word between branches is no value there.
        let items = said
            .iter()
            .map(|said| filter(said, naming, texts, |value| !marks::is_or(value)));
        branches.push(items.collect::<Result<Vec<String>, _>>()?.join(" "));
    }
    let between = format!(" {} ", marks::OR);
    Ok(format!("{}({})", marks::ANY, branches.join(&between)))
}

/// A filter as an item; `is_free`: whether a value means nothing else where it stands alone.
fn filter(
    filter: &Filter<'_>,
    naming: Names<'_>,
    texts: Texts,
    is_free: impl Fn(&str) -> bool,
) -> Result<String, EncodeError> {
    if let Some(group) = filter.group() {
        let test = against(filter.operator, group);
        return Ok(format!("{}{test}", naming.column_of(&filter.field)?));
    }
    let field = naming.field_def(&filter.field)?;
    let name = naming.path(&filter.field)?;
    if let Some(other) = filter.value_field() {
        let (mark, other) = (filter.operator.mark(), naming.path(other)?);
        return Ok(format!("{name}{mark}.{other}"));
    }
    // Only a text can go on with another one.
    let texts = match field.value_type.is_text() {
        true => texts,
        false => Texts::Bare,
    };
    let bare = bare(filter, field, naming).filter(|alone| is_free(alone));
    Ok(bare.unwrap_or_else(|| {
        let test = compare(filter.operator, filter.value(), texts);
        format!("{name}{test}")
    }))
}

/// A mark and the group that is compared with.
pub(super) fn against(operator: Operator, group: &str) -> String {
    format!("{}{}", operator.mark(), reference(group))
}

/// A mark and its value.
pub(super) fn compare(operator: Operator, said: Option<&Value<'_>>, texts: Texts) -> String {
    let mark = operator.mark();
    match (operator, said) {
        (_, None) => mark.to_owned(),
        (Operator::Exists, Some(said)) => {
            marks::presence(Some(*said == Value::Boolean(true))).to_owned()
        }
        (_, Some(said)) => {
            let texts = match operator.quotes_texts() {
                true => Texts::Quoted,
                false => texts,
            };
            format!("{mark}{}", value(operator, said, texts))
        }
    }
}

fn value(operator: Operator, said: &Value<'_>, texts: Texts) -> String {
    let Value::List(values) = said else {
        return scalar(said, texts);
    };
    let values: Vec<String> = values.iter().map(|value| scalar(value, texts)).collect();
    match (values.as_slice(), operator) {
        ([only], _) => format!("[{only}]"),
        (_, Operator::Between) => values.join(".."),
        _ => values.join("|"),
    }
}

/// One value; numbers go out in the digits they came in.
fn scalar(said: &Value<'_>, texts: Texts) -> String {
    match said {
        Value::Text(said) => texts.write(said).into_owned(),
        Value::Date(said) | Value::Datetime(said) => text(said).into_owned(),
        // Its mark would begin an item of its own.
        Value::Relative(said) if said.ends_with(RelativeDay::BEGINS) => quoted(said),
        Value::Relative(said) => said.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Decimal(digits) => digits.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        // No value of a field is a list of lists.
        Value::List(_) => String::new(),
    }
}

/// Values alone, where they name their field.
fn bare(filter: &Filter<'_>, field: &FieldDef, naming: Names<'_>) -> Option<String> {
    let values: Vec<&str> = match (filter.value(), filter.operator) {
        (Some(value @ Value::Text(_)), Operator::Eq | Operator::Ne) => {
            value.as_text().into_iter().collect()
        }
        (Some(Value::List(values)), Operator::In | Operator::NotIn) if values.len() > 1 => {
            values.iter().filter_map(Value::as_text).collect()
        }
        _ => return None,
    };
    let (first, others) = values.split_first()?;
    let here = given::at_place(&filter.field).0.is_none();
    let named = naming.stands_alone(field, first, filter.operator)
        && others.iter().all(|value| naming.names_field(field, value));
    let not = matches!(filter.operator, Operator::Ne | Operator::NotIn);
    let mark = if not { marks::NOT } else { "" };
    (here && named).then(|| format!("{mark}{}", values.join("|")))
}
