//! Reports filters that exclude each other, and duplicate sort and grouping keys.
//!
//! Compares filters of the same field, and conditions on the same metric, pair by pair: listed values, bounds, parts of
//! texts without case, presence. Array fields are left open where different elements could pass. An excluded pair
//! becomes a question, because a result that is always empty would hide the slip. A contradiction among three or more
//! gives an empty result. A repeated type counts once; a repeated attribute is kept.

use std::borrow::Cow;

use crate::contract::{Filter, Having};
use crate::draft::Word;
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::Operator;
use crate::resolve::conflicts::exclusion::{Comparand, Test, exclude};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::Span;

/// `true` if one test applies to every element of an array and the other to some element.
fn one_is_of_all(one: Test<'_, '_>, other: Test<'_, '_>) -> bool {
    let of_some = |test: Test<'_, '_>| !test.negates() && test.operator() != Operator::Exists;
    (one.negates() && of_some(other)) || (other.negates() && of_some(one))
}

/// The word; for a call, without its blanks, which may occur anywhere.
fn without_blanks<'w>(word: &'w Word<'_>) -> Cow<'w, str> {
    match word.value.contains('(') {
        false => Cow::Borrowed(word.value.as_ref()),
        true => {
            let letters = word.value.chars();
            let letters = letters.filter(|letter| !letter.is_ascii_whitespace());
            Cow::Owned(letters.collect())
        }
    }
}

/// `true` if a filter excludes an earlier one. Two filters of an array may hold for different elements, unless one
/// applies to every element.
fn excluded<'a>(context: &Context<'a>, filters: &[impl Comparand<'a>], last: usize) -> bool {
    let Some((path, test)) = filters.get(last).and_then(Comparand::tested) else {
        return false;
    };
    filters.iter().take(last).any(|other| {
        other.tested().is_some_and(|(other_path, other)| {
            other_path == path
                && (context.tables.field_read(path)).is_some_and(|field| {
                    exclude(other.of(field), test.of(field))
                        && (!field.array || one_is_of_all(other, test))
                })
        })
    })
}

pub(crate) fn excludes_row_filter<'a>(context: &Context<'a>, filter: &impl Comparand<'a>) -> bool {
    let tables = context.tables;
    let Some((path, test)) = filter.tested() else {
        return false;
    };
    let of_field = tables.row_filters.iter().filter(|own| own.field == *path);
    of_field.into_iter().any(|row_filter| {
        let field = tables
            .field_by_path(&row_filter.field)
            .filter(|field| !field.array);
        field.is_some_and(|field| {
            let constant = row_filter.constant(field);
            constant.is_some_and(|value| {
                let own = Test::new(row_filter.operator, value.as_ref());
                exclude(test.of(field), own.of(field))
            })
        })
    })
}

/// Reports filters that exclude an earlier one. `spans` are the spans of the filters; the first `known` filters are
/// already compared with each other.
pub(crate) fn check_together<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    filters: &[&Filter<'a>],
    spans: &[Span],
    known: usize,
) {
    if notes.overlong {
        return;
    }
    for (last, (filter, span)) in filters.iter().zip(spans).enumerate().skip(known) {
        let with = if excluded(context, filters, last) {
            " and the one before"
        } else if excludes_row_filter(context, filter) {
            " and the one that `policy.rows` adds"
        } else {
            continue;
        };
        let field = context.tables.field_read(&filter.field);
        notes.report_on(field, &registry::FILTERS_EXCLUDE, *span, |finding| {
            let path = &filter.field;
            let message = format!("no value of `{path}` passes this filter{with}");
            finding.explain(message, "say the one that is meant")
        });
    }
}

/// Reports conditions that exclude an earlier condition on the same metric. `spans` are the spans of the conditions.
pub(crate) fn check_having_together<'a>(
    notes: &mut Notes<'a>,
    having: &[Having<'a>],
    spans: &[Span],
) {
    if notes.overlong {
        return;
    }
    for (last, (condition, span)) in having.iter().zip(spans).enumerate() {
        let Some((metric, test)) = condition.tested() else {
            continue;
        };
        let mut before = having.iter().take(last).filter_map(Comparand::tested);
        if before.any(|(other, before)| other == metric && exclude(before, test)) {
            notes.report(&registry::FILTERS_EXCLUDE, *span, |finding| {
                let message =
                    format!("no value of `{metric}` passes this condition and the one before");
                finding.explain(message, "say the one that is meant")
            });
        }
    }
}

pub(crate) fn check_grouped_once<'a>(notes: &mut Notes<'a>, said: &[Word<'a>]) {
    if notes.overlong {
        return;
    }
    for (index, word) in said.iter().enumerate() {
        let own = without_blanks(word);
        if (said.iter().take(index)).any(|before| without_blanks(before) == own) {
            notes.report(&registry::SORTED_TWICE, word.span, |finding| {
                let message = format!("`{}` is grouped by twice", word.value);
                (finding.explain(message, "say it once")).on(Topic::Which(List::Field))
            });
        }
    }
}

pub(crate) fn check_sorted_once<'a, 's>(
    notes: &mut Notes<'a>,
    keys: impl Iterator<Item = (&'s Cow<'a, str>, Span)> + Clone,
) where
    'a: 's,
{
    if notes.overlong {
        return;
    }
    for (index, (key, span)) in keys.clone().enumerate() {
        if keys.clone().take(index).any(|(before, _)| before == key) {
            notes.report(&registry::SORTED_TWICE, span, |finding| {
                finding.explain(format!("`{key}` is sorted by twice"), "say it once")
            });
        }
    }
}
