//! Filters that cannot hold together, and sort keys that say a thing twice.

use std::borrow::Cow;

use super::Resolver;
use super::report::Advice;
use super::value::in_order;
use crate::contract::{Filter, Value};
use crate::registry;
use crate::span::Span;
use crate::vocabulary::Operator;

/// An end of the values a filter lets through, and whether it is one of them.
type Bound<'v, 'a> = (&'v Value<'a>, bool);

/// The lowest and the highest value a filter lets through.
fn bounds<'v, 'a>(filter: &'v Filter<'a>) -> (Option<Bound<'v, 'a>>, Option<Bound<'v, 'a>>) {
    let Some(value) = &filter.value else {
        return (None, None);
    };
    match filter.operator {
        Operator::Eq => (Some((value, true)), Some((value, true))),
        Operator::Ge => (Some((value, true)), None),
        Operator::Gt => (Some((value, false)), None),
        Operator::Le => (None, Some((value, true))),
        Operator::Lt => (None, Some((value, false))),
        Operator::Between => match value {
            Value::List(ends) => match ends.as_slice() {
                [low, high] => (Some((low, true)), Some((high, true))),
                _ => (None, None),
            },
            _ => (None, None),
        },
        _ => (None, None),
    }
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

/// Whether no single value passes both filters of one field.
fn exclude(one: &Filter<'_>, other: &Filter<'_>) -> bool {
    let ((low, high), (other_low, other_high)) = (bounds(one), bounds(other));
    if empty(low, other_high) || empty(other_low, high) {
        return true;
    }
    // Texts and truth values have no order, and are the same or not.
    let unlike = || match (&one.value, &other.value) {
        (Some(one), Some(other)) => !is_ordered(one) && one != other,
        _ => false,
    };
    match (one.operator, other.operator) {
        (Operator::Eq, Operator::Eq) => unlike(),
        (Operator::Eq, Operator::Ne) | (Operator::Ne, Operator::Eq) => one.value == other.value,
        _ => false,
    }
}

impl<'a> Resolver<'a> {
    /// The filter that excludes one before it, with that one; of an array each filter may hold for another element.
    pub(super) fn excluded(&self, filters: &[Filter<'a>], last: usize) -> Option<usize> {
        let filter = filters.get(last)?;
        let before = filters.get(..last)?;
        before.iter().position(|other| {
            other.field == filter.field
                && exclude(other, filter)
                && (self.tables.field_by_path(&filter.field)).is_some_and(|field| !field.array)
        })
    }

    /// Reports filters that cannot hold together; `spans`: where they stand.
    pub(super) fn check_together(&mut self, filters: &[Filter<'a>], spans: &[Span]) {
        for (last, (filter, span)) in filters.iter().zip(spans).enumerate() {
            if self.excluded(filters, last).is_none() {
                continue;
            }
            let field = self.tables.field_by_path(&filter.field);
            self.report_on(
                field,
                &registry::FILTERS_EXCLUDE,
                *span,
                |_| {
                    format!(
                        "no value of `{}` passes this filter and the one before",
                        filter.field
                    )
                },
                |_| Advice::help("say the one that is meant"),
            );
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
