//! Comparisons of values.

use std::cmp::Ordering;

use cmec_decoder::contract::Value;
use cmec_decoder::language::Operator;
use cmec_decoder::letters::folded;

use super::cell::{Cell, ComparableValue};

/// True where a value passes a comparison. A missing value passes only `exists: false`. For a list, `contains` and `in`
/// test whether a member equals the value; other comparisons test whether any member passes, and negated ones whether
/// all do.
pub(super) fn holds(
    cell: &Cell,
    operator: Operator,
    value: Option<&Value<'_>>,
    taken: ComparableValue,
) -> bool {
    let values = value.map(Cell::of_value).unwrap_or_default();
    holds_of(&taken(cell), operator, values.iter().map(taken).collect())
}

/// Compares two values of a binding; a missing value never passes.
pub(super) fn holds_between(cell: &Cell, operator: Operator, other: Cell) -> bool {
    !other.is_missing() && holds_of(cell, operator, vec![other])
}

/// Tests whether a value is among others, or among none of them. A missing value passes neither; missing others are
/// ignored.
pub(super) fn holds_among(cell: &Cell, operator: Operator, others: &[Cell]) -> bool {
    let others = others.iter().filter(|other| !other.is_missing());
    holds_of(cell, operator, others.cloned().collect())
}

/// Compares a list by part: a value that equals no member may be a part of one.
pub(super) fn holds_by_part(
    cell: &Cell,
    operator: Operator,
    value: Option<&Value<'_>>,
    members: &[Cell],
) -> bool {
    let Cell::List(own) = cell else {
        return holds(cell, operator, value, Cell::clone);
    };
    let values = value.map(Cell::of_value).unwrap_or_default();
    let has = |value: &Cell| {
        let one = std::slice::from_ref(value);
        match members.iter().any(|member| is_member(member, one)) {
            true => own.iter().any(|member| is_member(member, one)),
            false => own
                .iter()
                .any(|member| passes(member, Operator::Contains, one)),
        }
    };
    match operator {
        Operator::Contains | Operator::In => values.iter().any(has),
        Operator::NotContains | Operator::NotIn => !own.is_empty() && !values.iter().any(has),
        other => holds(cell, other, value, Cell::clone),
    }
}

fn holds_of(cell: &Cell, operator: Operator, values: Vec<Cell>) -> bool {
    if operator == Operator::Exists {
        return cell.is_missing() != (values != [Cell::Boolean(false)]);
    }
    match cell {
        Cell::Missing => false,
        Cell::List(list) if list.is_empty() => false,
        Cell::List(list) => {
            let mut members = list.iter();
            match operator {
                Operator::Contains => members.any(|one| is_member(one, &values)),
                Operator::NotContains => !members.any(|one| is_member(one, &values)),
                Operator::Ne | Operator::NotIn => members.all(|one| passes(one, operator, &values)),
                _ => members.any(|one| passes(one, operator, &values)),
            }
        }
        one => passes(one, operator, &values),
    }
}

/// True where a member of a list is one of the values, ignoring case.
fn is_member(member: &Cell, values: &[Cell]) -> bool {
    values.iter().any(|value| match (member, value) {
        (Cell::Text(member), Cell::Text(value)) => folded(member) == folded(value),
        (member, value) => member == value,
    })
}

fn passes(cell: &Cell, operator: Operator, values: &[Cell]) -> bool {
    let first = values.first().unwrap_or(&Cell::Missing);
    let second = values.get(1).unwrap_or(&Cell::Missing);
    let against = |other: &Cell| cell.compare(other);
    let pieces = |fits: fn(&str, &str) -> bool| match (cell, first) {
        (Cell::Text(text), Cell::Text(piece)) => fits(&folded(text), &folded(piece)),
        _ => false,
    };
    if let Some(fits) = operator.piece_test() {
        return pieces(fits);
    }
    match operator {
        Operator::Eq => cell.is(first),
        Operator::Ne => !cell.is(first),
        Operator::In => values.iter().any(|value| cell.is(value)),
        Operator::NotIn => !values.iter().any(|value| cell.is(value)),
        Operator::Lt => against(first) == Some(Ordering::Less),
        Operator::Le => against(first).is_some_and(Ordering::is_le),
        Operator::Gt => against(first) == Some(Ordering::Greater),
        Operator::Ge => against(first).is_some_and(Ordering::is_ge),
        Operator::Between => {
            against(first).is_some_and(Ordering::is_ge)
                && against(second).is_some_and(Ordering::is_le)
        }
        // Such operators were handled on the whole value before.
        _ => true,
    }
}
