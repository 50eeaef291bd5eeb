//! Marks that compare, and values of the plainest form: of their field's type, with nothing to be told about them.

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{Operand, Value};
use crate::fast::line::cursor::LineCursor;
use crate::language::{Operator, ValueType};
use crate::list::List;
use crate::resolve::value::in_order;
use crate::tables::FieldDef;
use crate::{calendar, decimal};

/// A mark that compares, and what it says of a value that is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct ComparisonMark {
    pub(super) operator: Operator,
    /// Whether it stands alone: `=*`, or `==*` and `!=*` with what they say.
    pub(super) alone: bool,
    pub(super) flag: Option<bool>,
}

/// Reads a mark that compares; where there is none nothing is read.
#[inline(always)]
pub(super) fn operator(cursor: &mut LineCursor<'_>, first: u8) -> Option<ComparisonMark> {
    let mark = |operator| ComparisonMark {
        operator,
        alone: false,
        flag: None,
    };
    let exists = |flag| ComparisonMark {
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

/// Whether a mark that compares comes next.
pub(super) fn compares(cursor: &mut LineCursor<'_>, next: Option<u8>) -> bool {
    let Some(first @ (b'=' | b'!' | b'~' | b'^' | b'$' | b'<' | b'>')) = next else {
        return false;
    };
    let place = cursor.place();
    let compares = operator(cursor, first).is_some();
    cursor.go_back(place);
    compares
}

/// A mark that is a comparison unless a relation starts with it.
#[inline(never)]
fn apart(cursor: &mut LineCursor<'_>, mark: ComparisonMark) -> Option<ComparisonMark> {
    let place = cursor.place();
    cursor.mark(1);
    if cursor.names_follow() {
        cursor.go_back(place);
        return None;
    }
    Some(mark)
}

/// Reads the value of a comparison to where it belongs, and tells its operator: that of a list or a range is told by
/// its value.
///
/// A value is written where it stays: handed up from here to the filter it was moved three times, by pieces of another
/// size than it was written in, which took longer than reading it.
#[inline(always)]
pub(super) fn value<'a>(
    cursor: &mut LineCursor<'a>,
    operator: Operator,
    field: &'a FieldDef,
    cap: usize,
    into: &mut Option<Operand<'a>>,
) -> Option<Operator> {
    if cursor.peek()? == b'[' {
        cursor.mark(1);
        let operator = list(cursor, operator, Vec::new(), field, cap, into)?;
        cursor.expect(b']')?;
        return Some(operator);
    }
    scalar(cursor, field, into)?;
    match cursor.peek() {
        Some(b'|') => {
            cursor.mark(1);
            let first = taken(into)?;
            list(cursor, operator, vec![first], field, cap, into)
        }
        Some(b'.') if cursor.ahead(1) == Some(b'.') => {
            cursor.mark(2);
            let first = taken(into)?;
            range(cursor, operator, first, field, into)
        }
        _ => Some(operator),
    }
}

/// The rest of a list.
#[inline(never)]
fn list<'a>(
    cursor: &mut LineCursor<'a>,
    operator: Operator,
    mut values: Vec<Value<'a>>,
    field: &'a FieldDef,
    cap: usize,
    into: &mut Option<Operand<'a>>,
) -> Option<Operator> {
    let operator = match operator {
        Operator::Eq => Operator::In,
        Operator::Ne => Operator::NotIn,
        _ => return None,
    };
    loop {
        scalar(cursor, field, into)?;
        values.add(taken(into)?);
        if !cursor.take(b'|') {
            break;
        }
    }
    (values.len() <= cap).then_some(())?;
    *into = Some(Operand::Value(Value::List(values)));
    Some(operator)
}

/// The rest of a range.
#[inline(never)]
fn range<'a>(
    cursor: &mut LineCursor<'a>,
    operator: Operator,
    first: Value<'a>,
    field: &'a FieldDef,
    into: &mut Option<Operand<'a>>,
) -> Option<Operator> {
    scalar(cursor, field, into)?;
    let second = taken(into)?;
    (operator == Operator::Eq && in_order(&first, &second)).then_some(())?;
    *into = Some(Operand::Value(Value::List(vec![first, second])));
    Some(Operator::Between)
}

/// The value that was read last.
fn taken<'a>(from: &mut Option<Operand<'a>>) -> Option<Value<'a>> {
    match from.take()? {
        Operand::Value(value) => Some(value),
        Operand::Field(_) | Operand::Group(_) => None,
    }
}

#[inline]
fn scalar<'a>(
    cursor: &mut LineCursor<'a>,
    field: &'a FieldDef,
    into: &mut Option<Operand<'a>>,
) -> Option<()> {
    let some = |value| Some(Operand::Value(value));
    match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => {
            let empty = Operand::Value(Value::Text(Cow::Borrowed("")));
            if let Operand::Value(Value::Text(text)) = into.insert(empty) {
                cursor.text_to(text)?;
                (!is_blank(text)).then_some(())?;
            }
        }
        ValueType::Integer => {
            let digits = cursor.number()?;
            decimal::is_whole(digits).then_some(())?;
            *into = some(Value::Integer(digits.parse().ok()?));
        }
        ValueType::Decimal => {
            let digits = cursor.number()?;
            decimal::is_in_range(digits).then_some(())?;
            *into = some(Value::Decimal(Cow::Borrowed(digits)));
        }
        ValueType::Boolean => match cursor.word()? {
            "true" => *into = some(Value::Boolean(true)),
            "false" => *into = some(Value::Boolean(false)),
            _ => return None,
        },
        ValueType::Date => match cursor.day() {
            Some(day) => *into = some(Value::Date(Cow::Borrowed(day))),
            None => {
                let text = cursor.text().filter(|text| calendar::is_date(text))?;
                *into = some(Value::Date(text));
            }
        },
        ValueType::Datetime => {
            let text = cursor.text().filter(|text| calendar::is_datetime(text))?;
            *into = some(Value::Datetime(text));
        }
        ValueType::Enum => {
            let text = cursor.text()?;
            let value = field.values.iter().find(|value| value.value == text)?;
            *into = some(Value::Text(Cow::Borrowed(&value.value)));
        }
    }
    Some(())
}
