//! Runs a plan of the address lane: opens the port, resolves the anchors, executes the call.

pub(super) mod record;

use std::time::Instant;

use crate::catalogue::Recipe;
use crate::lane::address::execute::attempt::{ResolvedCall, data_through, template};
use crate::lane::address::execute::page::StaleCursor;
use crate::lane::address::execute::{AttemptRecord, Execution, PageError, execute};
use crate::lane::address::plan::{AddressPlan, RecipeCall, Step};
use crate::lane::address::resolve::resolution::Resolution;
use crate::lane::address::resolve::resolve;
use crate::lane::address::run::record::RunRecord;
use crate::lane::address::stage::{CallOutcome, RowCounts, stage};
use crate::ports::one_c::{OneCConnector, PortError};
use crate::ports::raw_row::Reference;
use crate::ports::retry::{self, Patience};
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::{MatchFailureStage, StageStatus};

/// How a run ended.
pub enum Outcome {
    /// No server was called; the plan gives the reason.
    Limited(LimitedAnswer),
    /// The server failed.
    Failed(PortError),
    /// An anchor is unknown or ambiguous.
    Unresolved(Resolution),
    /// The cursor no longer leads to a page.
    Stale(StaleCursor),
    /// The rows of a recipe.
    Executed(Box<Execution>),
}

/// Runs a plan within the deadline and records the run.
pub(super) async fn run(
    plan: &AddressPlan<'_>,
    connector: &dyn OneCConnector,
    deadline: Instant,
    record: &mut RunRecord,
) -> Outcome {
    match (&plan.step, plan.recipe) {
        (Step::Call(call), Some(recipe)) => {
            let patience = Patience::until(deadline);
            let called = call_recipe(plan, (recipe, call), connector, &patience, record).await;
            record.retries = patience.retries();
            called.unwrap_or_else(|error| {
                record.stage = stage(CallOutcome::Failed, &RowCounts::default());
                Outcome::Failed(error)
            })
        }
        (Step::Limit(limited), _) => Outcome::Limited(limited.clone()),
        (Step::Call(_), None) => {
            Outcome::Failed(PortError::Refused("the plan calls no recipe".to_owned()))
        }
    }
}

async fn call_recipe(
    plan: &AddressPlan<'_>,
    (recipe, call): (&Recipe, &RecipeCall<'_>),
    connector: &dyn OneCConnector,
    patience: &Patience,
    record: &mut RunRecord,
) -> Result<Outcome, PortError> {
    let port = (retry::open(connector, patience).await)
        .inspect_err(|_| record.failed = Some("opening the session".to_owned()))?;
    let filters = &plan.detection.filters;
    let mut anchors: Vec<(&str, Reference)> = Vec::new();
    let mut owner: Option<Reference> = None;
    for step in &call.anchors {
        let resolution = (resolve(&*port, step, filters, &anchors, patience).await)
            .inspect_err(|_| record.failed = Some(call_of(&step.template.name)))?;
        record.resolutions.push(resolution.clone());
        match resolution.resolved.clone() {
            Some(reference) => {
                anchors.push((step.filter, reference));
                owner = resolution.owner.or(owner);
            }
            // An unresolved anchor ends the run without a row query.
            None => {
                record.stage.match_failure_stage = MatchFailureStage::Resolve;
                return Ok(Outcome::Unresolved(resolution));
            }
        }
    }
    let resolved = ResolvedCall {
        recipe,
        call,
        filters,
        anchors: &anchors,
        owner: owner.as_ref(),
    };
    match execute(&*port, resolved, patience, &mut record.attempts).await {
        Ok(mut execution) => {
            execution.data_through = data_through(&*port, resolved, patience).await;
            record.add_execution(&execution);
            Ok(Outcome::Executed(Box::new(execution)))
        }
        Err(PageError::Failed(error)) => {
            record.failed = Some(failed_call(call, &record.attempts));
            Err(error)
        }
        // A stale cursor ends the run, since the start of the page is unknown.
        Err(PageError::Stale { why, fetched }) => {
            record_stale_cursor(record, why, fetched);
            Ok(Outcome::Stale(why))
        }
    }
}

/// The failed call of an execution: the last attempt, or the totals where the last attempt succeeded.
fn failed_call(call: &RecipeCall<'_>, attempts: &[AttemptRecord]) -> String {
    match (attempts.last(), call.totals) {
        (Some(last), Some(totals)) if last.stage.mcp_call_status != StageStatus::Error => {
            call_of(&totals.name)
        }
        (Some(last), _) => call_of(&template(call, last.strategy).name),
        (None, _) => call_of(&call.template.name),
    }
}

fn call_of(template: &str) -> String {
    format!("the call of {template}")
}

fn record_stale_cursor(record: &mut RunRecord, why: StaleCursor, fetched: usize) {
    match why {
        StaleCursor::StrategyGone => {}
        StaleCursor::AnchorChanged => record.stage.match_failure_stage = MatchFailureStage::Resolve,
        StaleCursor::RowGone => {
            let counts = RowCounts {
                rows_fetched: fetched,
                ..RowCounts::default()
            };
            record.stage = stage(CallOutcome::Answered, &counts);
            record.counts = Some(counts);
        }
    }
}
