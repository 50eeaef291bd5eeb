//! Execute: the rows of a recipe call, and the totals of a summary.

use std::time::Instant;

use super::cursor::Cursor;
use super::filters::Filters;
use super::materialise::{Row, Sieve, Sifted, sift};
use super::page::{self, Lost, OutOfReach, Rest};
use super::parameters::{self, Values};
use super::plan::{RecipeCall, RowOrder};
use crate::catalogue::{Recipe, Template};
use crate::ports::one_c::{OneC, PortError, RawRows, Reference};
use crate::retry;

/// What came of a recipe call.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Its rows.
    Rows(Box<Executed>),
    /// The cursor leads nowhere any more. `fetched`: rows the server gave before that was known.
    Lost {
        /// Why.
        why: Lost,
        /// Rows the server gave.
        fetched: usize,
    },
}

/// What a recipe call gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Executed {
    /// Its rows, held against the recipe; no more than the limit.
    pub sifted: Sifted,
    /// Totals of a summary.
    pub totals: Option<Row>,
    /// What follows them.
    pub rest: Rest,
}

/// Calls the recipe's templates.
///
/// # Errors
/// When the server fails.
pub async fn execute<P: OneC>(
    port: &P,
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    filters: &Filters,
    anchors: &[(&str, Reference)],
    deadline: Instant,
) -> Result<Outcome, PortError> {
    let of_anchors = page::anchors(anchors);
    if let Some(cursor) = &call.after
        && cursor.anchors != of_anchors
    {
        let why = Lost::AnchorChanged;
        return Ok(Outcome::Lost { why, fetched: 0 });
    }
    let place = call.after.as_ref().map(|cursor| &cursor.place);
    let values = Values {
        filters,
        accounts: &call.accounts,
        anchors,
        page: place.map(|place| place.moment),
    };
    // One row more than the limit tells whether there are more; those of the page's first moment may have been given.
    let wanted =
        (call.limit.limit.saturating_add(1)).saturating_add(place.map_or(0, |place| place.given));
    let cap = port.row_cap().min(call.template.first.unwrap_or(u32::MAX));
    let rows = wanted.min(cap);
    let raw = fetch(port, call.template, call.order, values, rows, deadline).await?;
    let Some(given) = place.map_or(Some(0), |place| page::given(&raw.rows, place, call.order))
    else {
        let (why, fetched) = (Lost::RowGone, raw.fetched);
        return Ok(Outcome::Lost { why, fetched });
    };
    let sieve = Sieve {
        shape: call.template.rows,
        scope: &recipe.scope,
        accounts: &call.accounts,
        decided: call.after.as_ref().map(|cursor| cursor.scope),
        anchors,
        filters,
    };
    let new = raw.rows.get(given..).unwrap_or_default();
    let mut sifted = sift(new, raw.fetched, sieve);
    let limit = usize::try_from(call.limit.limit).unwrap_or(usize::MAX);
    let end = end(new.len(), &sifted.indexes, limit);
    sifted.rows.truncate(limit);
    sifted.indexes.truncate(limit);
    let rest = match end.map(|end| given.saturating_add(end)) {
        // As many as were asked for: there are more, or the server cut them, whatever was sifted out since.
        _ if u32::try_from(raw.fetched).unwrap_or(u32::MAX) < rows => Rest::Nothing,
        None => Rest::OutOfReach(OutOfReach::OneMoment),
        Some(end) => match page::place(&raw.rows, end, call.template, call.order, cap) {
            Ok(place) => {
                let shown = u32::try_from(sifted.rows.len()).unwrap_or(u32::MAX);
                Rest::After(Cursor {
                    question: page::question(recipe, call, &filters.pairs()),
                    anchors: of_anchors,
                    scope: sifted.scope.outcome(),
                    place,
                    before: call.before().saturating_add(shown),
                })
            }
            Err(why) => Rest::OutOfReach(why),
        },
    };
    let totals = match call.totals {
        Some(template) if !sifted.rows.is_empty() => {
            // Totals are of the question, not of a page.
            let values = Values {
                page: None,
                ..values
            };
            let raw = fetch(port, template, RowOrder::PeriodDesc, values, 1, deadline).await?;
            raw.rows.first().map(Row::of)
        }
        _ => None,
    };
    Ok(Outcome::Rows(Box::new(Executed {
        sifted,
        totals,
        rest,
    })))
}

/// Index of the new raw row a page ends with: the last one it shows or, where it shows all it got, the last one it got.
fn end(new: usize, indexes: &[usize], limit: usize) -> Option<usize> {
    if indexes.len() > limit {
        let last = limit.checked_sub(1)?;
        indexes.get(last).copied()
    } else {
        new.checked_sub(1)
    }
}

async fn fetch<P: OneC>(
    port: &P,
    template: &Template,
    order: RowOrder,
    values: Values<'_>,
    rows: u32,
    deadline: Instant,
) -> Result<RawRows, PortError> {
    let call = parameters::bind(template, order, values, rows).ok_or_else(|| {
        PortError::Refused(format!("a parameter of `{}` has no value", template.name))
    })?;
    retry::read(port, &call, deadline).await
}
