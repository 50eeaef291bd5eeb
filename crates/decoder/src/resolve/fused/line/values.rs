//! Marks that compare, and values of the plainest form: of their field's type, with nothing to be told about them.

use std::borrow::Cow;

use super::cursor::Cursor;
use crate::contract::Value;
use crate::resolve::value::in_order;
use crate::tables::FieldDef;
use crate::vocabulary::{Operator, ValueType};
use crate::{calendar, decimal};

/// A mark that compares, and what it says of a value that is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) operator: Operator,
    /// Whether it stands alone: `=*`, or `==*` and `!=*` with what they say.
    pub(super) alone: bool,
    pub(super) flag: Option<bool>,
}

/// Reads a mark that compares; where there is none nothing is read.
#[inline(always)]
pub(super) fn operator(cursor: &mut Cursor<'_>, first: u8) -> Option<Mark> {
    let mark = |operator| Mark {
        operator,
        alone: false,
        flag: None,
    };
    let exists = |flag| Mark {
        operator: Operator::Exists,
        alone: true,
        flag,
    };
    let second = cursor.ahead(1);
    let (mark, bytes) = match (first, second) {
        (b'=', Some(b'*')) => (exists(None), 2),
        (b'=', Some(b'=')) if cursor.ahead(2) == Some(b'*') => (exists(Some(true)), 3),
        (b'=', _) => (mark(Operator::Eq), 1),
        (b'~', _) => (mark(Operator::Contains), 1),
        (b'!', Some(b'=')) if cursor.ahead(2) == Some(b'*') => (exists(Some(false)), 3),
        (b'!', Some(b'=')) => (mark(Operator::Ne), 2),
        (b'!', Some(b'~')) => (mark(Operator::NotContains), 2),
        (b'^', Some(b'=')) => (mark(Operator::StartsWith), 2),
        (b'$', Some(b'=')) => (mark(Operator::EndsWith), 2),
        (b'<', Some(b'=')) => (mark(Operator::Le), 2),
        (b'>', Some(b'=')) => (mark(Operator::Ge), 2),
        (b'<', Some(b'>')) => return None,
        (b'<', _) => return apart(cursor, mark(Operator::Lt)),
        (b'>', _) => return apart(cursor, mark(Operator::Gt)),
        _ => return None,
    };
    cursor.mark(bytes);
    Some(mark)
}

/// A mark that is a comparison unless a relation starts with it.
#[inline(never)]
fn apart(cursor: &mut Cursor<'_>, mark: Mark) -> Option<Mark> {
    let place = cursor.place();
    cursor.mark(1);
    if cursor.names_follow() {
        cursor.go_back(place);
        return None;
    }
    Some(mark)
}

/// The value of a comparison, and its operator: that of a list or a range is told by its value.
#[inline(always)]
pub(super) fn value<'a>(
    cursor: &mut Cursor<'a>,
    operator: Operator,
    field: &'a FieldDef,
    cap: usize,
) -> Option<(Operator, Value<'a>)> {
    if cursor.peek()? == b'[' {
        cursor.mark(1);
        let mut values = vec![scalar(cursor, field)?];
        while cursor.take(b'|') {
            values.push(scalar(cursor, field)?);
        }
        cursor.expect(b']')?;
        return list(operator, values, cap);
    }
    let first = scalar_here(cursor, field)?;
    match cursor.peek() {
        Some(b'|') => {
            let mut values = vec![first];
            while cursor.take(b'|') {
                values.push(scalar(cursor, field)?);
            }
            list(operator, values, cap)
        }
        Some(b'.') if cursor.ahead(1) == Some(b'.') => {
            cursor.mark(2);
            let second = scalar(cursor, field)?;
            let between = operator == Operator::Eq && in_order(&first, &second);
            between.then(|| (Operator::Between, Value::List(vec![first, second])))
        }
        _ => Some((operator, first)),
    }
}

fn list(operator: Operator, values: Vec<Value<'_>>, cap: usize) -> Option<(Operator, Value<'_>)> {
    let operator = match operator {
        Operator::Eq => Operator::In,
        Operator::Ne => Operator::NotIn,
        _ => return None,
    };
    (values.len() <= cap).then_some((operator, Value::List(values)))
}

fn scalar<'a>(cursor: &mut Cursor<'a>, field: &'a FieldDef) -> Option<Value<'a>> {
    scalar_here(cursor, field)
}

#[inline(always)]
fn scalar_here<'a>(cursor: &mut Cursor<'a>, field: &'a FieldDef) -> Option<Value<'a>> {
    Some(match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => Value::Text(cursor.text()?),
        ValueType::Integer => {
            let digits = cursor.number()?;
            decimal::is_whole(digits).then_some(())?;
            Value::Integer(digits.parse().ok()?)
        }
        ValueType::Decimal => {
            let digits = cursor.number()?;
            decimal::is_in_range(digits).then_some(Value::Decimal(Cow::Borrowed(digits)))?
        }
        ValueType::Boolean => match cursor.word()? {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            _ => return None,
        },
        ValueType::Date => Value::Date(cursor.date()?),
        ValueType::Datetime => {
            let text = cursor.text()?;
            calendar::is_datetime(&text).then_some(Value::Datetime(text))?
        }
        ValueType::Enum => {
            let text = cursor.text()?;
            let value = field.values.iter().find(|value| value.value == text)?;
            Value::Text(Cow::Borrowed(&value.value))
        }
    })
}
