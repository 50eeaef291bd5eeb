//! Filters that cannot hold together, and sort keys that say a thing twice.

use std::borrow::Cow;

use super::Resolver;
use super::report::Advice;
use super::value::in_order;
use crate::contract::{Filter, Having, Value};
use crate::registry;
use crate::span::Span;
use crate::vocabulary::Operator;

/// What a filter, or a condition on a metric, asks of a value.
#[derive(Clone, Copy)]
struct Test<'v, 'a> {
    operator: Operator,
    value: Option<&'v Value<'a>>,
}

/// An end of the values a test lets through, and whether it is one of them.
type Bound<'v, 'a> = (&'v Value<'a>, bool);

impl<'v, 'a> Test<'v, 'a> {
    const fn of(filter: &'v Filter<'a>) -> Self {
        Self {
            operator: filter.operator,
            value: filter.value.as_ref(),
        }
    }

    const fn on(condition: &'v Having<'a>) -> Self {
        Self {
            operator: condition.operator,
            value: Some(&condition.value),
        }
    }

    /// The values it lists, where it lets no other through.
    fn listed(self) -> Option<&'v [Value<'a>]> {
        match (self.operator, self.value?) {
            (Operator::Eq, value) => Some(std::slice::from_ref(value)),
            (Operator::In, Value::List(values)) => Some(values),
            _ => None,
        }
    }

    /// The lowest and the highest value it lets through.
    fn bounds(self) -> (Option<Bound<'v, 'a>>, Option<Bound<'v, 'a>>) {
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

    /// Whether a value passes, as far as that can be told without the data.
    fn lets(self, value: &Value<'_>) -> bool {
        let (low, high) = self.bounds();
        let at = Some((value, true));
        if empty(low, at) || empty(at, high) {
            return false;
        }
        match (self.operator, self.value) {
            (Operator::Eq, Some(own)) => same(own, value),
            (Operator::Ne, Some(own)) => !same(own, value),
            (Operator::In, Some(Value::List(own))) => own.iter().any(|own| same(own, value)),
            (Operator::NotIn, Some(Value::List(own))) => !own.iter().any(|own| same(own, value)),
            (_, Some(Value::Text(own))) => match value {
                Value::Text(text) => self.lets_text(&folded(own), &folded(text)),
                _ => true,
            },
            _ => self.wants_a_value(),
        }
    }

    /// Whether a text passes; both are without case, since not every store tells cases apart.
    fn lets_text(self, own: &str, text: &str) -> bool {
        match self.operator {
            Operator::Contains => text.contains(own),
            Operator::NotContains => !text.contains(own),
            Operator::StartsWith => text.starts_with(own),
            Operator::EndsWith => text.ends_with(own),
            _ => true,
        }
    }

    /// Whether what has no value does not pass for certain; negations are left open.
    fn wants_a_value(self) -> bool {
        match self.operator {
            Operator::Exists => self.value != Some(&Value::Boolean(false)),
            Operator::Ne | Operator::NotIn | Operator::NotContains => false,
            _ => true,
        }
    }

    /// The text that must stand in a value.
    fn part(self) -> Option<String> {
        match (self.operator, self.value) {
            (
                Operator::Contains | Operator::StartsWith | Operator::EndsWith,
                Some(Value::Text(own)),
            ) => Some(folded(own)),
            _ => None,
        }
    }
}

fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// Whether two values are the same; `1` and `1.0` are.
fn same(one: &Value<'_>, other: &Value<'_>) -> bool {
    one == other || (is_ordered(one) && in_order(one, other) && in_order(other, one))
}

/// Whether nothing lies between two ends.
fn empty(low: Option<Bound<'_, '_>>, high: Option<Bound<'_, '_>>) -> bool {
    let (Some((low, with_low)), Some((high, with_high))) = (low, high) else {
        return false;
    };
    let crossed = !in_order(low, high);
    // Both ways in order is the same value, or values that have no order.
    let met = is_ordered(low) && in_order(low, high) && in_order(high, low);
    crossed || (met && !(with_low && with_high))
}

const fn is_ordered(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Integer(_) | Value::Decimal(_) | Value::Date(_) | Value::Datetime(_)
    )
}

/// Whether no single value passes both tests.
fn exclude(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    let none_of = |listed: Test<'_, '_>, test: Test<'_, '_>| {
        let values = listed.listed();
        values.is_some_and(|values| !values.iter().any(|value| test.lets(value)))
    };
    if none_of(one, other) || none_of(other, one) {
        return true;
    }
    let absent = |test: Test<'_, '_>| {
        test.operator == Operator::Exists && test.value == Some(&Value::Boolean(false))
    };
    if (absent(one) && other.wants_a_value()) || (absent(other) && one.wants_a_value()) {
        return true;
    }
    let ((low, high), (other_low, other_high)) = (one.bounds(), other.bounds());
    empty(low, other_high)
        || empty(other_low, high)
        || texts_exclude(one, other)
        || neither(one, other)
}

/// Whether no text passes both: one begins or ends otherwise, or must have what the other must not.
fn texts_exclude(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    let lacks = |has: Test<'_, '_>, not: Test<'_, '_>| match (has.part(), not.operator, not.value) {
        (Some(part), Operator::NotContains, Some(Value::Text(own))) => part.contains(&folded(own)),
        _ => false,
    };
    let apart = match (one.part(), other.part()) {
        (Some(a), Some(b)) if one.operator == other.operator => match one.operator {
            Operator::StartsWith => !a.starts_with(&b) && !b.starts_with(&a),
            Operator::EndsWith => !a.ends_with(&b) && !b.ends_with(&a),
            _ => false,
        },
        _ => false,
    };
    apart || lacks(one, other) || lacks(other, one)
}

/// Whether both truth values are ruled out.
fn neither(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    match (one.operator, one.value, other.operator, other.value) {
        (Operator::Ne, Some(Value::Boolean(a)), Operator::Ne, Some(Value::Boolean(b))) => a != b,
        _ => false,
    }
}

/// Whether a condition leaves no group with one before it on the same metric.
pub(super) fn excluded_group(having: &[Having<'_>], last: usize) -> bool {
    let Some(condition) = having.get(last) else {
        return false;
    };
    let mut before = having.iter().take(last);
    before.any(|other| {
        other.metric == condition.metric && exclude(Test::on(other), Test::on(condition))
    })
}

impl<'a> Resolver<'a> {
    /// The filter that excludes one before it, with that one; of an array each filter may hold for another element.
    pub(super) fn excluded(&self, filters: &[Filter<'a>], last: usize) -> Option<usize> {
        let filter = filters.get(last)?;
        let before = filters.get(..last)?;
        before.iter().position(|other| {
            other.field == filter.field
                && exclude(Test::of(other), Test::of(filter))
                && (self.tables.field_by_path(&filter.field)).is_some_and(|field| !field.array)
        })
    }

    /// Whether a filter excludes one that the codebook always adds.
    pub(super) fn excludes_always(&self, filter: &Filter<'a>) -> bool {
        let tables = self.tables;
        let of_field = tables
            .always
            .iter()
            .filter(|always| always.field == filter.field);
        of_field.into_iter().any(|always| {
            let field = tables
                .field_by_path(&always.field)
                .filter(|field| !field.array);
            let value = field.and_then(|field| always.value(field)).flatten();
            let always = Test {
                operator: always.operator,
                value: value.as_ref(),
            };
            field.is_some() && exclude(Test::of(filter), always)
        })
    }

    /// Reports filters that cannot hold together; `spans`: where they stand.
    pub(super) fn check_together(&mut self, filters: &[Filter<'a>], spans: &[Span]) {
        for (last, (filter, span)) in filters.iter().zip(spans).enumerate() {
            let other = if self.excluded(filters, last).is_some() {
                "the one before"
            } else if self.excludes_always(filter) {
                "the one that is always added"
            } else {
                continue;
            };
            let field = self.tables.field_by_path(&filter.field);
            self.report_on(
                field,
                &registry::FILTERS_EXCLUDE,
                *span,
                |_| {
                    format!(
                        "no value of `{}` passes this filter and {other}",
                        filter.field
                    )
                },
                |_| Advice::help("say the one that is meant"),
            );
        }
    }

    /// Reports conditions on a metric that no group meets; `spans`: where they stand.
    pub(super) fn check_groups_left(&mut self, having: &[Having<'a>], spans: &[Span]) {
        for (last, (condition, span)) in having.iter().zip(spans).enumerate() {
            if excluded_group(having, last) {
                self.report(
                    &registry::FILTERS_EXCLUDE,
                    *span,
                    |_| {
                        let metric = &condition.metric;
                        format!("no value of `{metric}` passes this condition and the one before")
                    },
                    |_| Advice::help("say the one that is meant"),
                );
            }
        }
    }

    /// Reports a sort key that was there before.
    pub(super) fn check_sorted_once<'s>(
        &mut self,
        keys: impl Iterator<Item = (&'s Cow<'a, str>, Span)> + Clone,
    ) where
        'a: 's,
    {
        for (index, (key, span)) in keys.clone().enumerate() {
            if keys.clone().take(index).any(|(before, _)| before == key) {
                self.report(
                    &registry::SORTED_TWICE,
                    span,
                    |_| format!("`{key}` is sorted by twice"),
                    |_| Advice::help("say it once"),
                );
            }
        }
    }
}
