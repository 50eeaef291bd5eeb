//! Execute: a recipe call → the rows of the first strategy that has any, and the totals of a summary.

pub mod account_scope;
pub mod attempt;
pub mod columns;
mod duplicate_rows;
pub mod materialisation;
pub mod page;
pub mod recipe_strategies;
pub mod row_filter;

use crate::catalogue::{RowFilter, RowShape, ScopeMode};
use crate::lane::address::column_names::{flows, of_template};
use crate::lane::address::execute::attempt::{
    Attempt, ResolvedCall, anchors_fingerprint, attempt, totals,
};
use crate::lane::address::execute::duplicate_rows::without_duplicates;
use crate::lane::address::execute::materialisation::Materialisation;
use crate::lane::address::execute::page::{NextPage, StaleCursor};
use crate::lane::address::execute::recipe_strategies::{
    ConfirmedAnchors, scopes_its_query, strategies,
};
use crate::lane::address::plan::{RecipeCall, RowOrder};
use crate::lane::address::running_balance;
use crate::lane::address::stage::{CallOutcome, RowCounts, Stage, stage};
use crate::lane::address::strategy::Strategy;
use crate::ports::one_c::{OneC, PortError};
use crate::ports::raw_row::{RawRow, Truncation};
use crate::ports::retry::Patience;
use crate::response::row::Row;
use crate::taxonomy::{RowSource, ScopeOutcome, StageStatus};

/// Why a recipe call returned no page of rows.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PageError {
    /// The server failed.
    #[error(transparent)]
    Failed(#[from] PortError),
    /// The cursor leads to no page any more.
    #[error("the cursor leads to no page any more")]
    Stale {
        /// The cause.
        why: StaleCursor,
        /// Rows read before the cursor turned out to be stale.
        fetched: usize,
    },
}

/// The rows of a recipe call.
#[derive(Debug, Clone, PartialEq)]
pub struct Execution {
    /// The matching rows, at most `limit`.
    pub found: Materialisation,
    /// The stage of the rows.
    pub stage: Stage,
    /// The strategy that returned the rows.
    pub strategy: Strategy,
    /// The query with its values inlined.
    pub query: String,
    /// Totals of a summary: one row, or one for each firm and currency.
    pub totals: Vec<Row>,
    /// True where the server reports that it truncated the totals.
    pub totals_are_cut: bool,
    /// The next page.
    pub next: NextPage,
    /// The opening balances of a later page of a statement: a row of totals and the amount.
    pub page_opening: Vec<(Row, String)>,
    /// Day of the last posting, if known.
    pub data_through: Option<String>,
    /// Maximum number of rows per server call.
    pub cap: u32,
}

/// One attempt of a strategy and the row counts of its stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptRecord {
    /// The strategy.
    pub strategy: Strategy,
    /// The stage of its rows.
    pub stage: Stage,
    /// Rows at each stage.
    pub counts: RowCounts,
}

impl AttemptRecord {
    fn new(strategy: Strategy, outcome: CallOutcome, counts: RowCounts) -> Self {
        Self {
            strategy,
            stage: stage(outcome, &counts),
            counts,
        }
    }
}

/// Calls the recipe's templates. `attempts` records every attempt in order, including failed ones; the last one is not
/// always the attempt of the answer.
///
/// # Errors
/// The server failed, or the cursor no longer leads to a page.
pub async fn execute(
    port: &dyn OneC,
    resolved: ResolvedCall<'_>,
    patience: &Patience,
    attempts: &mut Vec<AttemptRecord>,
) -> Result<Execution, PageError> {
    let call = resolved.call;
    let mut strategies = strategies(resolved.recipe, call, resolved.filters, confirmed(resolved));
    // A later page keeps the strategy of the first page, which the recipe must still have.
    if let Some(cursor) = &call.after {
        let stale = |why| Err(PageError::Stale { why, fetched: 0 });
        if cursor.anchors != anchors_fingerprint(resolved.anchors) {
            return stale(StaleCursor::AnchorChanged);
        }
        if !has_strategy(resolved, &strategies, cursor.strategy) {
            return stale(StaleCursor::StrategyGone);
        }
        strategies = vec![cursor.strategy];
    }
    let mut best: Option<Execution> = None;
    let mut given_before: Vec<RawRow> = Vec::new();
    for strategy in strategies {
        let Attempt {
            found,
            given,
            mut next,
            query,
        } = (attempt(port, resolved, strategy, patience).await).inspect_err(|error| {
            let (outcome, rows_fetched) = match error {
                PageError::Failed(_) => (CallOutcome::Failed, 0),
                PageError::Stale { fetched, .. } => (CallOutcome::Answered, *fetched),
            };
            let counts = RowCounts {
                rows_fetched,
                ..RowCounts::default()
            };
            attempts.push(AttemptRecord::new(strategy, outcome, counts));
        })?;
        given_before.extend(given);
        let counts = found.counts;
        let answered = AttemptRecord::new(strategy, CallOutcome::Answered, counts);
        let stage = answered.stage;
        attempts.push(answered);
        let has_rows = counts.rows_matched > 0;
        if !has_rows && is_a_probe(resolved, strategy) {
            next = NextPage::None;
        }
        // A strategy is not empty where the server may have more of its rows. Unreadable rows are not replaced by rows
        // of another strategy.
        let ends = has_rows
            || (next != NextPage::None && counts.raw_rows_received > 0)
            || counts.rows_unreadable > 0;
        let further = (best.as_ref()).is_none_or(|best| counts.depth() > best.found.counts.depth());
        if ends || further {
            best = Some(Execution {
                found,
                stage,
                strategy,
                query,
                totals: Vec::new(),
                totals_are_cut: false,
                next,
                page_opening: Vec::new(),
                data_through: None,
                cap: port.row_cap(),
            });
        }
        if ends {
            break;
        }
    }
    let no_way = || PortError::Refused("the recipe has no way to rows".to_owned());
    let mut execution = best.ok_or_else(no_way)?;
    // A balance exists without rows; a profile does not.
    let is_empty = execution.stage.mcp_call_status == StageStatus::NoRawRows
        && call.totals.is_some()
        && call.template.rows != RowShape::Profile
        && call.after.is_none();
    if execution.found.rows.is_empty() && !is_empty {
        return Ok(execution);
    }
    let raw = totals(port, resolved, None, patience).await?;
    execution.totals_are_cut = (raw.as_ref()).is_some_and(|raw| raw.truncation == Truncation::Yes);
    // Totals over a part of the rows would be wrong and are left out.
    let raw = raw.filter(|raw| raw.truncation != Truncation::Yes);
    let (raw, _) = without_duplicates(raw.map(|raw| raw.rows).unwrap_or_default(), usize::MAX);
    execution.totals = raw.iter().map(columns::row).collect();
    if is_empty {
        balance(&mut execution, &raw, attempts);
    } else if let Some(flows) = flows(&of_template(call.template)) {
        if is_whole(&execution, call) {
            let totals = &execution.totals;
            running_balance::add(&mut execution.found.rows, totals, flows, call.order);
        }
        execution.page_opening =
            page_opening(port, resolved, flows, &given_before, patience).await?;
    }
    Ok(execution)
}

/// True where an answer has every row of its question.
fn is_whole(execution: &Execution, call: &RecipeCall<'_>) -> bool {
    let found = &execution.found;
    let has_lost = found.repeated > 0 || found.lost() > 0 || found.outside_scope() > 0;
    execution.next == NextPage::None && call.after.is_none() && !has_lost
}

/// The opening balances of a later page, for oldest rows first.
async fn page_opening(
    port: &dyn OneC,
    resolved: ResolvedCall<'_>,
    flows: [&str; 2],
    given: &[RawRow],
    patience: &Patience,
) -> Result<Vec<(Row, String)>, PageError> {
    let cursor = resolved.call.after.as_ref();
    let Some(cursor) = cursor.filter(|_| resolved.call.order == RowOrder::PeriodAsc) else {
        return Ok(Vec::new());
    };
    let raw = totals(port, resolved, Some(cursor.position.moment), patience).await?;
    let raw = raw.filter(|raw| raw.truncation != Truncation::Yes);
    let rows = |raw: &[RawRow]| raw.iter().map(columns::row).collect::<Vec<Row>>();
    let totals = rows(&raw.map(|raw| raw.rows).unwrap_or_default());
    let opening = running_balance::of_page(&totals, &rows(given), flows).unwrap_or_default();
    let opening = opening.into_iter();
    Ok(opening
        .map(|(own, sum)| (own.clone(), sum.digits()))
        .collect())
}

/// A balance without movements is still a balance: its rows of totals count as matched.
fn balance(execution: &mut Execution, raw: &[RawRow], attempts: &mut Vec<AttemptRecord>) {
    let rows: Vec<Row> = raw.iter().filter_map(columns::balance).collect();
    let Some(first) = raw.first().filter(|_| !rows.is_empty()) else {
        return;
    };
    let strategy = Strategy {
        source: RowSource::Totals,
        ..Strategy::ASKED
    };
    let keys = first.cells.iter().map(|(name, _)| name.clone()).collect();
    let scope = execution.found.scope.clone();
    execution.found = Materialisation::of_totals(rows, keys, scope);
    let record = AttemptRecord::new(strategy, CallOutcome::Answered, execution.found.counts);
    execution.stage = record.stage;
    execution.strategy = strategy;
    execution.next = NextPage::None;
    attempts.push(record);
}

/// True where a question has a strategy. Where the scope is checked on rows only, both scope outcomes are possible.
fn has_strategy(resolved: ResolvedCall<'_>, strategies: &[Strategy], strategy: Strategy) -> bool {
    let held = Strategy {
        scope: ScopeOutcome::Held,
        ..strategy
    };
    let is_of_rows = !scopes_its_query(resolved.call.template)
        && resolved.recipe.scope.mode == ScopeMode::Preferred;
    strategies.contains(&strategy) || (is_of_rows && strategies.contains(&held))
}

/// True where rows outside of the scope can only explain an empty answer, because the recipe's own filter requires the
/// scope.
fn is_a_probe(resolved: ResolvedCall<'_>, strategy: Strategy) -> bool {
    strategy.scope == ScopeOutcome::RawRowsStay
        && matches!(
            resolved.recipe.row_filter,
            RowFilter::SideInScope | RowFilter::ContractInScope
        )
}

fn confirmed(resolved: ResolvedCall<'_>) -> ConfirmedAnchors {
    let mut anchors = resolved.anchors.iter();
    ConfirmedAnchors {
        party: anchors.any(|(filter, _)| matches!(*filter, "counterparty" | "contract")),
        owner: resolved.owner.is_some(),
    }
}
