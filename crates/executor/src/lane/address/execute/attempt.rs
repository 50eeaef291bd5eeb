//! One attempt: a strategy → the rows of the server, checked against the recipe, and the next page.

use chrono::NaiveDateTime;

use crate::catalogue::{Fallback, Recipe, Template};
use crate::filters::ExtractedFilters;
use crate::fingerprint::Fingerprint;
use crate::lane::address::column_names::of_template;
use crate::lane::address::cursor::{Cursor, RowPosition};
use crate::lane::address::execute::PageError;
use crate::lane::address::execute::duplicate_rows::without_duplicates;
use crate::lane::address::execute::materialisation::{
    Materialisation, RowCriteria, ServerSummary, begins_with_day, materialise,
};
use crate::lane::address::execute::page::{self, NextPage, StaleCursor};
use crate::lane::address::execute::recipe_strategies::{self, scopes_its_query};
use crate::lane::address::execute::row_filter::Requirement;
use crate::lane::address::parameters::{self, QueryScope, Values};
use crate::lane::address::plan::{RecipeCall, RowOrder};
use crate::lane::address::question_fingerprint;
use crate::lane::address::strategy::Strategy;
use crate::limitation::reason::Obstacle;
use crate::ports::one_c::{OneC, PortError, QueryCall};
use crate::ports::raw_row::{RawRow, RawRows, Reference, Truncation};
use crate::ports::retry::{self, Patience};
use crate::taxonomy::RowSource;

/// A recipe call with resolved anchors.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedCall<'q> {
    /// The recipe.
    pub recipe: &'q Recipe,
    /// Its call.
    pub call: &'q RecipeCall<'q>,
    /// Filters of the contract.
    pub filters: &'q ExtractedFilters,
    /// Resolved anchors, by filter.
    pub anchors: &'q [(&'q str, Reference)],
    /// Owner of the resolved contract, if any.
    pub owner: Option<&'q Reference>,
}

pub(super) struct Attempt {
    /// Its rows, at most `limit`.
    pub(super) found: Materialisation,
    /// Rows of the page's first moment that an earlier page returned.
    pub(super) given: Vec<RawRow>,
    pub(super) next: NextPage,
    pub(super) query: String,
}

/// Tries one strategy. The strategy of a cursor continues after the cursor's row.
pub(super) async fn attempt(
    port: &dyn OneC,
    resolved: ResolvedCall<'_>,
    strategy: Strategy,
    patience: &Patience,
) -> Result<Attempt, PageError> {
    let ResolvedCall { recipe, call, .. } = resolved;
    let template = template(call, strategy);
    let filters = recipe_strategies::filters_of(strategy, resolved.filters);
    let (filters, anchors) = of_owner(strategy, filters, resolved);
    let position = call.after.as_ref().map(|cursor| &cursor.position);
    // Bank documents are selected by the anchor: the accounts of the recipe apply to its own rows.
    let accounts: &[String] = match strategy.source {
        RowSource::BankRows => &[],
        RowSource::Own | RowSource::OwnersRows | RowSource::Totals => &call.accounts,
    };
    let values = Values {
        filters: &filters,
        scope: QueryScope {
            accounts,
            except: &recipe.scope.except,
            side: recipe.scope.side,
            outcome: strategy.scope,
        },
        anchors: &anchors,
        groups: call.groups.as_deref(),
        page: position.map(|position| position.moment),
    };
    // One more row than the limit shows whether more follow. Rows of the page's first moment may have been returned
    // before.
    let wanted = (call.limit.limit.saturating_add(1))
        .saturating_add(position.map_or(0, |position| position.given));
    let cap = port.row_cap().min(template.first.unwrap_or(u32::MAX));
    let rows = wanted.min(cap);
    let asked_for = bind(template, call.order, values, rows)?;
    let raw = retry::read(port, &asked_for, patience).await?;
    // Rows beyond the requested number are ignored.
    let asked = usize::try_from(rows).unwrap_or(usize::MAX);
    let unreadable = raw.fetched.saturating_sub(raw.rows.len());
    let (received, repeated) = without_duplicates(raw.rows, asked);
    let Some(given) = position.map_or(Some(0), |position| {
        page::rows_up_to(&received, position, template, call.order)
    }) else {
        let (why, fetched) = (StaleCursor::RowGone, raw.fetched);
        return Err(PageError::Stale { why, fetched });
    };
    let columns = of_template(template);
    let unshown = unshown(&columns, call.groups.as_deref());
    let criteria = RowCriteria {
        shape: template.rows,
        requirement: Requirement {
            filter: recipe.row_filter,
            scope: &recipe.scope,
            accounts,
            // The requested anchors, whatever the strategy: rows of the owner lack the contract.
            anchors: resolved.anchors,
        },
        shows_accounts: columns.iter().any(|own| own.starts_with("account")),
        unshown: &unshown,
        decided: (scopes_its_query(template) || call.after.is_some()).then_some(strategy.scope),
        keeps_nearest: recipe.fallbacks.contains(&Fallback::NearestRows),
        filters: &filters,
    };
    let new = received.get(given..).unwrap_or_default();
    let mut found = materialise(new, raw.fetched, criteria);
    found.repeated = repeated;
    let fetched = u32::try_from(raw.fetched).unwrap_or(u32::MAX);
    found.said = ServerSummary {
        cut_to: (raw.truncation == Truncation::Yes && fetched < rows).then_some(fetched.into()),
        // The total count may exceed the rows where the limit truncated them.
        miscounted: (raw.miscounted).filter(|told| fetched < rows || *told < u64::from(fetched)),
    };
    found.cannot_read(unreadable);
    let limit = usize::try_from(call.limit.limit).unwrap_or(usize::MAX);
    let end = end(new.len(), &found.indexes, limit);
    let is_whole = match raw.truncation {
        Truncation::Yes => false,
        Truncation::No => found.indexes.len() <= limit,
        // A full result means that more rows exist or the server truncated them, whatever was dropped since.
        Truncation::Unknown => fetched < rows,
    };
    if let (Some(column), Some([last, next])) = (
        recipe.ranked_by.as_deref(),
        limit
            .checked_sub(1)
            .and_then(|last| found.rows.get(last..=limit)),
    ) {
        found.is_tied = last.get(column).is_some() && last.get(column) == next.get(column);
    }
    found.rows.truncate(limit);
    found.indexes.truncate(limit);
    found.counts.rows_matched = found.rows.len();
    let next = match end.map(|end| given.saturating_add(end)) {
        _ if is_whole => NextPage::None,
        None if received.is_empty() => NextPage::Unreachable(Obstacle::NoMoment),
        None => NextPage::Unreachable(Obstacle::OneMoment),
        Some(end) => page::position(&received, end, template, call.order, cap)
            .map_or_else(NextPage::Unreachable, |position| {
                NextPage::At(cursor(resolved, strategy, &found, position))
            }),
    };
    let query = asked_for.written_out();
    let received = received.into_iter().take(given);
    let given = received
        .filter(|row| position.is_some_and(|position| page::is_at(row, position)))
        .collect();
    Ok(Attempt {
        found,
        given,
        next,
        query,
    })
}

/// The anchors that rows with these columns cannot show, or that a sum is not grouped by.
fn unshown(columns: &[&'static str], groups: Option<&[String]>) -> Vec<&'static str> {
    let is_shown = |filter: &str, shown_in: &[&str]| {
        columns.iter().any(|own| shown_in.contains(own))
            && groups.is_none_or(|groups| groups.iter().any(|own| own == filter))
    };
    let anchors = [
        ("counterparty", ["counterparty", "debit_1", "credit_1"]),
        ("contract", ["contract", "debit_2", "credit_2"]),
    ];
    let unshown = anchors
        .iter()
        .filter(|(filter, shown_in)| !is_shown(filter, shown_in));
    unshown.map(|(filter, _)| *filter).collect()
}

fn cursor(
    resolved: ResolvedCall<'_>,
    strategy: Strategy,
    found: &Materialisation,
    position: RowPosition,
) -> Cursor {
    let ResolvedCall { recipe, call, .. } = resolved;
    let shown = u32::try_from(found.rows.len()).unwrap_or(u32::MAX);
    Cursor {
        question: question_fingerprint::of_question(recipe, call, resolved.filters),
        anchors: anchors_fingerprint(resolved.anchors),
        strategy: Strategy {
            scope: found.scope.outcome(strategy.scope),
            ..strategy
        },
        position,
        before: call.before().saturating_add(shown),
    }
}

/// The fingerprint of the elements that anchors resolve to.
pub(super) fn anchors_fingerprint(anchors: &[(&str, Reference)]) -> Fingerprint {
    let texts = anchors.iter();
    Fingerprint::of(texts.flat_map(|(filter, found)| [*filter, &found.type_name, &found.id]))
}

pub(crate) fn template<'c>(call: &RecipeCall<'c>, strategy: Strategy) -> &'c Template {
    match strategy.source {
        RowSource::BankRows => call.bank_rows.unwrap_or(call.template),
        RowSource::Own | RowSource::OwnersRows => call.template,
        RowSource::Totals => call.totals.unwrap_or(call.template),
    }
}

/// The filters and anchors of a strategy. Rows of the owner are selected by the owner instead of the contract.
fn of_owner<'q>(
    strategy: Strategy,
    mut filters: ExtractedFilters,
    resolved: ResolvedCall<'q>,
) -> (ExtractedFilters, Vec<(&'q str, Reference)>) {
    let mut anchors = resolved.anchors.to_vec();
    if let (RowSource::OwnersRows, Some(owner)) = (strategy.source, resolved.owner) {
        anchors.retain(|(filter, _)| !matches!(*filter, "counterparty" | "contract"));
        anchors.push(("counterparty", owner.clone()));
        filters.default_to("counterparty", owner.presentation.clone());
    }
    (filters, anchors)
}

/// Index of the new raw row that a page ends with: the last row shown or, where all rows are shown, the last row read.
fn end(new: usize, indexes: &[usize], limit: usize) -> Option<usize> {
    if indexes.len() > limit {
        let last = limit.checked_sub(1)?;
        indexes.get(last).copied()
    } else {
        new.checked_sub(1)
    }
}

/// Maximum number of rows of totals: one for each firm, currency and bank account.
const TOTALS: u32 = 100;

/// Totals of the question, or from the moment of a page on; `None` where the recipe has none.
pub(super) async fn totals(
    port: &dyn OneC,
    resolved: ResolvedCall<'_>,
    page: Option<NaiveDateTime>,
    patience: &Patience,
) -> Result<Option<RawRows>, PortError> {
    let Some(template) = resolved.call.totals else {
        return Ok(None);
    };
    let values = Values {
        page,
        ..of_question(resolved)
    };
    let call = bind(template, RowOrder::PeriodAsc, values, TOTALS)?;
    retry::read(port, &call, patience).await.map(Some)
}

/// The day of the last posting visible to the question, whatever its dates; `None` where there is none or the single
/// short call fails.
pub async fn data_through(
    port: &dyn OneC,
    resolved: ResolvedCall<'_>,
    patience: &Patience,
) -> Option<String> {
    let template = resolved.call.data_through?;
    let call = bind(template, RowOrder::PeriodDesc, of_question(resolved), 1).ok()?;
    let rows = retry::read_aside(port, &call, patience).await?.rows;
    let moment = rows.first()?.first(&["КонецДанных"])?.shown()?;
    let day = moment.get(..10).filter(|_| begins_with_day(moment))?;
    Some(day.to_owned())
}

/// The values of a query without pages.
fn of_question(resolved: ResolvedCall<'_>) -> Values<'_> {
    Values {
        filters: resolved.filters,
        scope: QueryScope {
            accounts: &resolved.call.accounts,
            except: &resolved.recipe.scope.except,
            side: resolved.recipe.scope.side,
            outcome: Strategy::ASKED.scope,
        },
        anchors: resolved.anchors,
        // Totals have no groups.
        groups: Some(&[]),
        page: None,
    }
}

fn bind<'t>(
    template: &'t Template,
    order: RowOrder,
    values: Values<'_>,
    rows: u32,
) -> Result<QueryCall<'t>, PortError> {
    parameters::bind(template, order, values, rows).ok_or_else(|| {
        PortError::Refused(format!("a parameter of `{}` has no value", template.name))
    })
}
