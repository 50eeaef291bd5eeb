//! Decides if two comparisons of the same value exclude each other.

use std::cmp::Ordering;

use crate::calendar;
use crate::contract::{Condition, Filter, Having, Operand, Str, Value};
use crate::language::Operator;
use crate::letters::folded;
use crate::tables::FieldDef;
use crate::typed_value::compare;

/// The operator and value of a filter or of a condition on a metric.
#[derive(Clone, Copy)]
pub(crate) struct Test<'v, 'a> {
    operator: Operator,
    value: Option<&'v Value<'a>>,
    /// `true` if texts are compared without regard to case.
    folded: bool,
}

/// A bound, and `true` if the bound itself passes.
pub(crate) type Bound<'v, 'a> = (&'v Value<'a>, bool);

impl<'v, 'a> Test<'v, 'a> {
    pub(crate) const fn new(operator: Operator, value: Option<&'v Value<'a>>) -> Self {
        Self {
            operator,
            value,
            folded: false,
        }
    }

    /// The same test with the case sensitivity of a field.
    pub(crate) const fn of(self, field: &FieldDef) -> Self {
        Self {
            folded: field.folded,
            ..self
        }
    }

    pub(crate) const fn operator(self) -> Operator {
        self.operator
    }

    pub(crate) const fn negates(self) -> bool {
        matches!(
            self.operator,
            Operator::Ne | Operator::NotIn | Operator::NotContains
        )
    }

    /// The values of a test that only listed values pass.
    pub(crate) fn listed(self) -> Option<&'v [Value<'a>]> {
        match (self.operator, self.value?) {
            (Operator::Eq, value) => Some(std::slice::from_ref(value)),
            (Operator::In, Value::List(values)) => Some(values),
            _ => None,
        }
    }

    pub(crate) fn bounds(self) -> (Option<Bound<'v, 'a>>, Option<Bound<'v, 'a>>) {
        match (self.operator, self.value) {
            (Operator::Ge, Some(value)) => (Some((value, true)), None),
            (Operator::Gt, Some(value)) => (Some((value, false)), None),
            (Operator::Le, Some(value)) => (None, Some((value, true))),
            (Operator::Lt, Some(value)) => (None, Some((value, false))),
            (Operator::Between, Some(Value::List(ends))) => match ends.as_slice() {
                [low, high] => (Some((low, true)), Some((high, true))),
                _ => (None, None),
            },
            _ => (None, None),
        }
    }

    /// `true` if a value passes, as far as can be decided without the data.
    pub(crate) fn admits(self, value: &Value<'_>) -> bool {
        let (low, high) = self.bounds();
        let at = Some((value, true));
        if empty(low, at) || empty(at, high) {
            return false;
        }
        let same =
            |own: &Value<'_>| same(own, value) || (self.folded && differ_in_case(own, value));
        match (self.operator, self.value) {
            (Operator::Eq, Some(own)) => same(own),
            (Operator::Ne, Some(own)) => !same(own),
            (Operator::In, Some(Value::List(own))) => own.iter().any(same),
            (Operator::NotIn, Some(Value::List(own))) => !own.iter().any(same),
            (_, Some(Value::Text(own))) => match (value, self.operator.piece_test()) {
                (Value::Text(text), Some(passes)) => passes(&folded(text), &folded(own)),
                _ => true,
            },
            _ => self.wants_a_value(),
        }
    }

    /// `true` if only missing values pass.
    pub(crate) fn wants_none(self) -> bool {
        self.operator == Operator::Exists && self.value == Some(&Value::Boolean(false))
    }

    /// `true` if a missing value certainly fails. Negated operators are left open.
    fn wants_a_value(self) -> bool {
        match self.operator {
            Operator::Exists => self.value != Some(&Value::Boolean(false)),
            _ => !self.negates(),
        }
    }
}

/// A filter or condition that may compare a field or metric with a constant. Comparisons with other fields or with
/// subqueries are left to the data.
pub(crate) trait Comparand<'a> {
    /// The path of the field or name of the metric, and its test; `None` if the comparison is not with a constant.
    fn tested(&self) -> Option<(&Str<'a>, Test<'_, 'a>)>;
}

impl<'a> Comparand<'a> for Filter<'a> {
    #[inline]
    fn tested(&self) -> Option<(&Str<'a>, Test<'_, 'a>)> {
        let of_value = matches!(self.operand, None | Some(Operand::Value(_)));
        of_value.then(|| (&self.field, Test::new(self.operator, self.value())))
    }
}

impl<'a> Comparand<'a> for Condition<'a> {
    #[inline]
    fn tested(&self) -> Option<(&Str<'a>, Test<'_, 'a>)> {
        self.as_filter()?.tested()
    }
}

impl<'a> Comparand<'a> for Having<'a> {
    fn tested(&self) -> Option<(&Str<'a>, Test<'_, 'a>)> {
        let value = self.operand.as_value()?;
        Some((&self.metric, Test::new(self.operator, Some(value))))
    }
}

impl<'a, T: Comparand<'a>> Comparand<'a> for &T {
    fn tested(&self) -> Option<(&Str<'a>, Test<'_, 'a>)> {
        (**self).tested()
    }
}

/// `true` if two texts are equal when case is ignored.
fn differ_in_case(one: &Value<'_>, other: &Value<'_>) -> bool {
    match (one, other) {
        (Value::Text(one), Value::Text(other)) => folded(one) == folded(other),
        _ => false,
    }
}

/// `true` if two values are equal; `1` equals `1.0`.
fn same(one: &Value<'_>, other: &Value<'_>) -> bool {
    one == other || compare(one, other) == Some(Ordering::Equal)
}

/// `true` if no value lies between two bounds.
fn empty(low: Option<Bound<'_, '_>>, high: Option<Bound<'_, '_>>) -> bool {
    let (Some((low, with_low)), Some((high, with_high))) = (low, high) else {
        return false;
    };
    // Adjacent integers or days have no value between them.
    if let (Some(low), Some(high)) = (counted(low), counted(high)) {
        return low.saturating_add(i64::from(!with_low))
            > high.saturating_sub(i64::from(!with_high));
    }
    match compare(low, high) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => !(with_low && with_high),
        Some(Ordering::Less) | None => false,
    }
}

/// The number of an integer or a day, which have successors.
fn counted(value: &Value<'_>) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::Date(day) => calendar::day_number(day),
        _ => None,
    }
}

pub(crate) fn exclude(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    let none_of = |listed: Test<'_, '_>, test: Test<'_, '_>| {
        let values = listed.listed();
        values.is_some_and(|values| !values.iter().any(|value| test.admits(value)))
    };
    if none_of(one, other) || none_of(other, one) {
        return true;
    }
    if (one.wants_none() && other.wants_a_value()) || (other.wants_none() && one.wants_a_value()) {
        return true;
    }
    let ((low, high), (other_low, other_high)) = (one.bounds(), other.bounds());
    empty(low, other_high)
        || empty(other_low, high)
        || texts_exclude(one, other)
        || neither(one, other)
}

/// `true` if no text passes both tests: the required beginnings or ends differ, or one requires a part that the other
/// forbids.
fn texts_exclude(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    let (Some(Value::Text(one_text)), Some(Value::Text(other_text))) = (one.value, other.value)
    else {
        return false;
    };
    use Operator::{Contains, EndsWith, NotContains, StartsWith};
    let texts = || (folded(one_text), folded(other_text));
    match (one.operator, other.operator) {
        (StartsWith, StartsWith) => {
            let (a, b) = texts();
            !a.starts_with(&b) && !b.starts_with(&a)
        }
        (EndsWith, EndsWith) => {
            let (a, b) = texts();
            !a.ends_with(&b) && !b.ends_with(&a)
        }
        (Contains | StartsWith | EndsWith, NotContains) => {
            let (has, lacks) = texts();
            has.contains(&lacks)
        }
        (NotContains, Contains | StartsWith | EndsWith) => {
            let (lacks, has) = texts();
            has.contains(&lacks)
        }
        _ => false,
    }
}

/// `true` if the two tests exclude both `true` and `false`.
fn neither(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    match (one.operator, one.value, other.operator, other.value) {
        (Operator::Ne, Some(Value::Boolean(a)), Operator::Ne, Some(Value::Boolean(b))) => a != b,
        _ => false,
    }
}
