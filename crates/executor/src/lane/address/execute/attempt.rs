//! One attempt: a way to rows → the rows the server has there, held against the recipe, and what follows them.

use std::time::Instant;

use crate::catalogue::{Fallback, Recipe, Template};
use crate::lane::address::cursor::Cursor;
use crate::lane::address::decompose::extraction::Filters;
use crate::lane::address::execute::duplicate_rows;
use crate::lane::address::execute::materialisation::{Nearest, Sieve, Sifted, sift};
use crate::lane::address::execute::page::{self, Lost, OutOfReach, Rest};
use crate::lane::address::execute::strategies::{self, scopes_its_query};
use crate::lane::address::parameters::{self, QueryScope, Values};
use crate::lane::address::plan::{RecipeCall, RowOrder};
use crate::lane::address::strategy::{Source, Way};
use crate::ports::one_c::{Cut, OneC, PortError, RawRows, Reference};
use crate::ports::retry;

/// A question to be put to the server: what the contract says, and what its anchors mean.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The recipe.
    pub recipe: &'q Recipe,
    /// Its call.
    pub call: &'q RecipeCall<'q>,
    /// Filters of the contract.
    pub filters: &'q Filters,
    /// Anchors that were confirmed, by filter.
    pub anchors: &'q [(&'q str, Reference)],
    /// Owner of the contract, where a contract was confirmed.
    pub owner: Option<&'q Reference>,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Attempt {
    /// Its rows, no more than the limit, and what follows them.
    Rows(Box<Sifted>, Rest),
    /// The cursor leads nowhere any more. `fetched`: rows the server gave before that was known.
    Lost { why: Lost, fetched: usize },
}

/// Goes one way. The way of the cursor goes on where the cursor stands.
pub(super) async fn attempt<P: OneC>(
    port: &P,
    question: Question<'_>,
    way: Way,
    deadline: Instant,
) -> Result<Attempt, PortError> {
    let Question { recipe, call, .. } = question;
    let template = template(call, way);
    let filters = strategies::filters_of(way, question.filters);
    let (filters, anchors) = of_owner(way, filters, question);
    let place = call.after.as_ref().map(|cursor| &cursor.place);
    // Bank documents are asked for by the anchor: the accounts of the recipe are those of its own rows.
    let accounts: &[String] = match way.source {
        Source::BankRows => &[],
        Source::Own | Source::OwnersRows => &call.accounts,
    };
    let values = Values {
        filters: &filters,
        scope: QueryScope {
            accounts,
            side: recipe.scope.side,
            outcome: way.scope,
        },
        anchors: &anchors,
        page: place.map(|place| place.moment),
    };
    // One row more than the limit tells whether there are more; those of the page's first moment may have been given.
    let wanted =
        (call.limit.limit.saturating_add(1)).saturating_add(place.map_or(0, |place| place.given));
    let cap = port.row_cap().min(template.first.unwrap_or(u32::MAX));
    let rows = wanted.min(cap);
    let raw = fetch(port, template, call.order, values, rows, deadline).await?;
    // A server that gives more than it was asked for is not read further.
    let asked = usize::try_from(rows).unwrap_or(usize::MAX);
    let (received, repeated) = duplicate_rows::once(raw.rows, asked);
    let Some(given) = place.map_or(Some(0), |place| {
        page::given(&received, place, template, call.order)
    }) else {
        let (why, fetched) = (Lost::RowGone, raw.fetched);
        return Ok(Attempt::Lost { why, fetched });
    };
    let sieve = Sieve {
        shape: template.rows,
        scope: &recipe.scope,
        accounts,
        decided: (scopes_its_query(template) || call.after.is_some()).then_some(way.scope),
        // What is asked for, whatever the way: rows of the owner do not have the contract.
        anchors: question.anchors,
        row_filter: recipe.row_filter,
        nearest: if recipe.fallbacks.contains(&Fallback::NearestRows) {
            Nearest::Kept
        } else {
            Nearest::Dropped
        },
        filters: &filters,
    };
    let new = received.get(given..).unwrap_or_default();
    let mut sifted = sift(new, raw.fetched, sieve);
    sifted.repeated = repeated;
    let limit = usize::try_from(call.limit.limit).unwrap_or(usize::MAX);
    let end = end(new.len(), &sifted.indexes, limit);
    let is_whole = match raw.cut {
        Cut::Yes => false,
        Cut::No => sifted.indexes.len() <= limit,
        // As many as were asked for: there are more, or the server cut them, whatever was sifted out since.
        Cut::Unsaid => u32::try_from(raw.fetched).unwrap_or(u32::MAX) < rows,
    };
    sifted.rows.truncate(limit);
    sifted.indexes.truncate(limit);
    sifted.counts.rows_matched = sifted.rows.len();
    let rest = match end.map(|end| given.saturating_add(end)) {
        _ if is_whole => Rest::Nothing,
        None => Rest::OutOfReach(OutOfReach::OneMoment),
        Some(end) => match page::place(&received, end, template, call.order, cap) {
            Ok(place) => {
                let shown = u32::try_from(sifted.rows.len()).unwrap_or(u32::MAX);
                Rest::After(Cursor {
                    question: page::question(recipe, call, &question.filters.pairs()),
                    anchors: page::anchors(question.anchors),
                    way: Way {
                        scope: sifted.scope.outcome(way.scope),
                        ..way
                    },
                    place,
                    before: call.before().saturating_add(shown),
                })
            }
            Err(why) => Rest::OutOfReach(why),
        },
    };
    Ok(Attempt::Rows(Box::new(sifted), rest))
}

/// The template that a way asks for.
pub(crate) fn template<'c>(call: &RecipeCall<'c>, way: Way) -> &'c Template {
    match way.source {
        Source::BankRows => call.bank_rows.unwrap_or(call.template),
        Source::Own | Source::OwnersRows => call.template,
    }
}

/// The filters and anchors of a way; rows of the owner are asked for by the owner in place of the contract.
fn of_owner<'q>(
    way: Way,
    mut filters: Filters,
    question: Question<'q>,
) -> (Filters, Vec<(&'q str, Reference)>) {
    let mut anchors = question.anchors.to_vec();
    if let (Source::OwnersRows, Some(owner)) = (way.source, question.owner) {
        anchors.retain(|(filter, _)| !matches!(*filter, "counterparty" | "contract"));
        anchors.push(("counterparty", owner.clone()));
        filters.default_to("counterparty", owner.presentation.clone());
    }
    (filters, anchors)
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

/// Totals of the question; they are of no page. `None`: the recipe has none.
pub(super) async fn totals<P: OneC>(
    port: &P,
    question: Question<'_>,
    deadline: Instant,
) -> Result<Option<RawRows>, PortError> {
    let Some(template) = question.call.totals else {
        return Ok(None);
    };
    let values = Values {
        filters: question.filters,
        scope: QueryScope {
            accounts: &question.call.accounts,
            side: question.recipe.scope.side,
            outcome: Way::ASKED.scope,
        },
        anchors: question.anchors,
        page: None,
    };
    fetch(port, template, RowOrder::PeriodDesc, values, 1, deadline)
        .await
        .map(Some)
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
