//! Filters that cannot hold together, and sort keys that say a thing twice.
//!
//! Filters of one field, and conditions on one metric, are held against each other two by two: listed values, bounds, parts
//! of texts without case, presence. Negations and array fields are left open where the data could still answer. What cannot
//! hold is asked about, because an answer that is empty whatever there is would hide the slip; what only comes out empty is
//! answered. A target or an attribute said twice says nothing else and is kept.

use std::borrow::Cow;

use crate::contract::{Filter, Having};
use crate::finding::registry;
use crate::resolve::Resolver;
use crate::resolve::exclusion::{Test, excludable, exclude, values_exclude};
use crate::span::Span;

/// Whether a condition leaves no group with one before it on the same metric.
pub(crate) fn excluded_group(having: &[Having<'_>], last: usize) -> bool {
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
    pub(crate) fn excluded(&self, filters: &[Filter<'a>], last: usize) -> Option<usize> {
        let filter = filters.get(last)?;
        let before = filters.get(..last)?;
        let excludable = excludable(filter.operator);
        before.iter().position(|other| {
            excludable.have(other.operator)
                && other.field == filter.field
                && values_exclude(Test::of(other), Test::of(filter))
                && (self.tables.field_by_path(&filter.field)).is_some_and(|field| !field.array)
        })
    }

    /// Whether a filter excludes one that the codebook always adds.
    pub(crate) fn excludes_always(&self, filter: &Filter<'a>) -> bool {
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
            let always = Test::new(always.operator, value.as_ref());
            field.is_some() && exclude(Test::of(filter), always)
        })
    }

    /// Whether no filter excludes one before it, or one that is always added.
    pub(crate) fn hold_together(&self, filters: &[Filter<'a>]) -> bool {
        let free = self.tables.always.is_empty()
            || !filters.iter().any(|filter| self.excludes_always(filter));
        free && (1..filters.len()).all(|last| self.excluded(filters, last).is_none())
    }

    /// Reports filters that cannot hold together; `spans`: where they stand.
    pub(crate) fn check_together(&mut self, filters: &[Filter<'a>], spans: &[Span]) {
        for (last, (filter, span)) in filters.iter().zip(spans).enumerate() {
            let other = if self.excluded(filters, last).is_some() {
                "the one before"
            } else if self.excludes_always(filter) {
                "the one that is always added"
            } else {
                continue;
            };
            let field = self.tables.field_by_path(&filter.field);
            self.report_on(field, &registry::FILTERS_EXCLUDE, *span, |_, finding| {
                let path = &filter.field;
                let message = format!("no value of `{path}` passes this filter and {other}");
                finding.explain(message, "say the one that is meant")
            });
        }
    }

    /// Reports conditions on a metric that no group meets; `spans`: where they stand.
    pub(crate) fn check_groups_left(&mut self, having: &[Having<'a>], spans: &[Span]) {
        for (last, (condition, span)) in having.iter().zip(spans).enumerate() {
            if excluded_group(having, last) {
                self.report(&registry::FILTERS_EXCLUDE, *span, |_, finding| {
                    let metric = &condition.metric;
                    let message =
                        format!("no value of `{metric}` passes this condition and the one before");
                    finding.explain(message, "say the one that is meant")
                });
            }
        }
    }

    /// Reports a sort key that was there before.
    pub(crate) fn check_sorted_once<'s>(
        &mut self,
        keys: impl Iterator<Item = (&'s Cow<'a, str>, Span)> + Clone,
    ) where
        'a: 's,
    {
        for (index, (key, span)) in keys.clone().enumerate() {
            if keys.clone().take(index).any(|(before, _)| before == key) {
                self.report(&registry::SORTED_TWICE, span, |_, finding| {
                    finding.explain(format!("`{key}` is sorted by twice"), "say it once")
                });
            }
        }
    }
}
