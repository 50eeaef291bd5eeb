//! Execute: the rows of a recipe call, by the first strategy that has any, and the totals of a summary.

pub mod account_scope;
pub mod attempt;
pub mod columns;
mod duplicate_rows;
pub mod materialisation;
pub mod page;
pub mod recipe_strategies;
mod row_filter;

use std::time::Instant;

use crate::catalogue::{RowFilter, ScopeMode};
use crate::lane::address::execute::attempt::{
    AttemptOutcome, ResolvedCall, anchors_fingerprint, attempt, totals,
};
use crate::lane::address::execute::materialisation::Materialisation;
use crate::lane::address::execute::page::{NextPage, StaleCursor};
use crate::lane::address::execute::recipe_strategies::{
    ConfirmedAnchors, scopes_its_query, strategies,
};
use crate::lane::address::stage::{CallOutcome, RowCounts, Stage, stage};
use crate::lane::address::strategy::Strategy;
use crate::ports::one_c::{OneC, PortError};
use crate::response::row::Row;
use crate::taxonomy::ScopeOutcome;

/// The outcome of a recipe call.
#[derive(Debug, Clone, PartialEq)]
pub enum ExecutionOutcome {
    /// Its rows.
    Rows(Box<Execution>),
    /// The cursor leads to no page any more. `fetched`: rows the server gave before that was known.
    Stale {
        /// Why.
        why: StaleCursor,
        /// Rows the server gave.
        fetched: usize,
    },
}

/// The rows of a recipe call.
#[derive(Debug, Clone, PartialEq)]
pub struct Execution {
    /// The rows that pass the recipe; no more than the limit.
    pub found: Box<Materialisation>,
    /// Their stage.
    pub stage: Stage,
    /// The strategy that gave them.
    pub strategy: Strategy,
    /// Totals of a summary.
    pub totals: Option<Row>,
    /// What follows them.
    pub next: NextPage,
    /// Most rows the server gives at once.
    pub cap: u32,
}

/// An attempt: its strategy, and how far the rows came.
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
    fn answered(strategy: Strategy, counts: RowCounts) -> Self {
        let stage = stage(CallOutcome::Answered, &counts);
        Self {
            strategy,
            stage,
            counts,
        }
    }

    fn failed(strategy: Strategy) -> Self {
        let counts = RowCounts::default();
        let stage = stage(CallOutcome::Failed, &counts);
        Self {
            strategy,
            stage,
            counts,
        }
    }
}

/// Calls the recipe's templates. `attempts` gets every attempt in order, one that fails included; the last one is not always
/// the answer's.
///
/// # Errors
/// When the server fails.
pub async fn execute<P: OneC>(
    port: &P,
    resolved: ResolvedCall<'_>,
    deadline: Instant,
    attempts: &mut Vec<AttemptRecord>,
) -> Result<ExecutionOutcome, PortError> {
    let call = resolved.call;
    let mut strategies = strategies(resolved.recipe, call, resolved.filters, confirmed(resolved));
    // A later page has the strategy of the first, which must be one that the recipe has.
    if let Some(cursor) = &call.after {
        let stale = if cursor.anchors != anchors_fingerprint(resolved.anchors) {
            Some(StaleCursor::AnchorChanged)
        } else if !has_strategy(resolved, &strategies, cursor.strategy) {
            Some(StaleCursor::StrategyGone)
        } else {
            None
        };
        if let Some(why) = stale {
            return Ok(ExecutionOutcome::Stale { why, fetched: 0 });
        }
        strategies = vec![cursor.strategy];
    }
    let mut best: Option<Execution> = None;
    for strategy in strategies {
        let (found, mut next) = match attempt(port, resolved, strategy, deadline).await {
            Ok(AttemptOutcome::Rows(found, next)) => (found, next),
            Ok(AttemptOutcome::Stale { why, fetched }) => {
                let counts = RowCounts {
                    rows_fetched: fetched,
                    ..RowCounts::default()
                };
                attempts.push(AttemptRecord::answered(strategy, counts));
                return Ok(ExecutionOutcome::Stale { why, fetched });
            }
            Err(error) => {
                attempts.push(AttemptRecord::failed(strategy));
                return Err(error);
            }
        };
        let counts = found.counts;
        let answered = AttemptRecord::answered(strategy, counts);
        let stage = answered.stage;
        attempts.push(answered);
        let has_rows = counts.rows_matched > 0;
        if !has_rows && is_a_probe(resolved, strategy) {
            next = NextPage::None;
        }
        // Where the server may have more rows of this strategy, it is not known to be empty.
        let ends = has_rows || (next != NextPage::None && counts.raw_rows_received > 0);
        let further = (best.as_ref()).is_none_or(|best| counts.depth() > best.found.counts.depth());
        if ends || further {
            best = Some(Execution {
                found,
                stage,
                strategy,
                totals: None,
                next,
                cap: port.row_cap(),
            });
        }
        if ends {
            break;
        }
    }
    let Some(mut execution) = best else {
        return Err(PortError::Refused(
            "the recipe has no way to rows".to_owned(),
        ));
    };
    if !execution.found.rows.is_empty() {
        let raw = totals(port, resolved, deadline).await?;
        execution.totals = raw.and_then(|raw| raw.rows.first().map(columns::row));
    }
    Ok(ExecutionOutcome::Rows(Box::new(execution)))
}

/// Whether a strategy is among those of the question. Where the scope is checked on rows only, both of its outcomes
/// are.
fn has_strategy(resolved: ResolvedCall<'_>, strategies: &[Strategy], strategy: Strategy) -> bool {
    let held = Strategy {
        scope: ScopeOutcome::Held,
        ..strategy
    };
    let is_of_rows = !scopes_its_query(resolved.call.template)
        && resolved.recipe.scope.mode == ScopeMode::Preferred;
    strategies.contains(&strategy) || (is_of_rows && strategies.contains(&held))
}

/// Whether rows outside the scope can only tell why there are none: the recipe's own filter wants the scope.
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
        party: anchors.any(|(filter, _)| *filter != "account"),
        owner: resolved.owner.is_some(),
    }
}
