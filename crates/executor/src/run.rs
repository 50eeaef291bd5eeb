//! Running a plan: the only step with effects, all of them through ports.

use std::time::{Duration, Instant};

use crate::catalogue::Recipe;
use crate::debug_envelope::{AddressTrail, DebugEnvelope};
use crate::lane::address::compose::anchor_question;
use crate::lane::address::compose::{self, Audience, Composed};
use crate::lane::address::execute::attempt::{Question, template};
use crate::lane::address::execute::page::Lost;
use crate::lane::address::execute::{Outcome, Tried, execute};
use crate::lane::address::plan::{AddressPlan, RecipeCall, Step};
use crate::lane::address::resolve::{Resolution, resolve};
use crate::lane::address::stage::{CallOutcome, Counts, stage};
use crate::locale::Locale;
use crate::plan::{LanePlan, Plan};
use crate::ports::one_c::{OpenOneC, PortError, Reference};
use crate::response::Response;
use crate::taxonomy::{DropReason, LimitedReason, MatchFailureStage, Readiness, StageStatus};

/// How a plan is to be run.
#[derive(Debug, Clone, Copy)]
pub struct RunContext<'a> {
    /// Trace id of the request.
    pub trace_id: &'a str,
    /// Language of summaries.
    pub locale: Locale,
    /// Longest time for the whole answer.
    pub timeout: Duration,
}

/// Runs a plan. The answer comes within the timeout; the envelope gets what is not part of it.
pub async fn run<O: OpenOneC>(
    plan: &Plan<'_>,
    one_c: &O,
    context: RunContext<'_>,
    debug: &mut DebugEnvelope,
) -> Response {
    let audience = Audience {
        locale: context.locale,
        trace_id: context.trace_id,
    };
    debug.add_plan(plan);
    match plan.lane() {
        LanePlan::Address(plan) => {
            let deadline = Instant::now() + context.timeout;
            let (response, trail) = address(plan, one_c, deadline, audience).await;
            debug.add_address(plan, trail, &response);
            response
        }
        LanePlan::Retrieval(_) => {
            let mut response = unsupported(audience);
            response.reasons.push("lane_not_executable_yet".to_owned());
            response
                .limitations
                .push("retrieval: there is no index yet, only the request".to_owned());
            response
        }
        LanePlan::Unsupported(limited) => {
            let mut response = unsupported(audience);
            response.limited_reason_category = Some(limited.category);
            response.reasons.clone_from(&limited.reasons);
            response.limitations.clone_from(&limited.limitations);
            response
        }
    }
}

fn unsupported(audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "不支持此类问题",
        "Такой вопрос не поддерживается",
        "This kind of question is not supported",
    );
    let hint = audience.locale.pick(
        "用 `cmec explain --domain …` 查看可问的内容",
        "Что можно спросить, покажет `cmec explain --domain …`",
        "`cmec explain --domain …` shows what can be asked",
    );
    let mut response = Response::limited(
        LimitedReason::Unsupported,
        summary.to_owned(),
        audience.trace_id,
    );
    response.hints.push(hint.to_owned());
    response
}

async fn address<O: OpenOneC>(
    plan: &AddressPlan<'_>,
    one_c: &O,
    deadline: Instant,
    audience: Audience<'_>,
) -> (Response, AddressTrail) {
    let mut trail = AddressTrail {
        resolutions: Vec::new(),
        tried: Vec::new(),
        stage: stage(CallOutcome::NotMade, &Counts::default()),
        counts: None,
        keys: None,
        drop_reason: DropReason::None,
        scope: None,
        readiness: Readiness::Unknown,
        failed: None,
    };
    let (response, readiness) = match (&plan.step, plan.recipe) {
        (Step::Call(call), Some(recipe)) => {
            match call_recipe(plan, recipe, call, one_c, deadline, audience, &mut trail).await {
                Ok(composed) => composed,
                Err(error) => {
                    trail.stage = stage(CallOutcome::Failed, &Counts::default());
                    compose::failed(plan, &error, audience)
                }
            }
        }
        (Step::Limit(limited), _) => compose::limited(plan, limited, audience),
        (Step::Call(_), None) => {
            let error = PortError::Refused("the plan calls no recipe".to_owned());
            compose::failed(plan, &error, audience)
        }
    };
    trail.readiness = readiness;
    (response, trail)
}

async fn call_recipe<O: OpenOneC>(
    plan: &AddressPlan<'_>,
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    one_c: &O,
    deadline: Instant,
    audience: Audience<'_>,
    trail: &mut AddressTrail,
) -> Result<Composed, PortError> {
    let within = deadline.saturating_duration_since(Instant::now());
    let port = tokio::time::timeout(within, one_c.open(within))
        .await
        .unwrap_or(Err(PortError::Timeout(within)))
        .inspect_err(|_| trail.failed = Some("opening the session".to_owned()))?;
    let filters = &plan.detection.filters;
    let mut anchors: Vec<(&str, Reference)> = Vec::new();
    let mut owner: Option<Reference> = None;
    for step in &call.anchors {
        let resolution = (resolve(&port, step, filters, &anchors, deadline).await)
            .inspect_err(|_| trail.failed = Some(call_of(&step.template.name)))?;
        trail.resolutions.push(resolution.clone());
        match resolution.resolved {
            Some(reference) => {
                anchors.push((step.filter, reference));
                owner = resolution.owner.or(owner);
            }
            None => return Ok(unresolved(plan, &resolution, trail, audience)),
        }
    }
    let question = Question {
        recipe,
        call,
        filters,
        anchors: &anchors,
        owner: owner.as_ref(),
    };
    let outcome = execute(&port, question, deadline, &mut trail.tried).await;
    let outcome = outcome.inspect_err(|_| trail.failed = Some(failed_call(call, &trail.tried)))?;
    let executed = match outcome {
        Outcome::Rows(executed) => *executed,
        Outcome::Lost { why, fetched } => return Ok(lost(plan, why, fetched, trail, audience)),
    };
    trail.stage = executed.stage;
    trail.counts = Some(executed.sifted.counts);
    trail.keys = Some(executed.sifted.keys.clone());
    trail.drop_reason = executed.sifted.drop_reason;
    trail.scope = Some(executed.sifted.scope.clone());
    Ok(compose::answered(plan, recipe, call, executed, audience))
}

/// Which call of an execution failed: that of the last way or, where that was answered, that of the totals.
fn failed_call(call: &RecipeCall<'_>, tried: &[Tried]) -> String {
    match (tried.last(), call.totals) {
        (Some(last), Some(totals)) if last.stage.mcp_call_status != StageStatus::Error => {
            call_of(&totals.name)
        }
        (Some(last), _) => call_of(&template(call, last.way).name),
        (None, _) => call_of(&call.template.name),
    }
}

fn call_of(template: &str) -> String {
    format!("the call of {template}")
}

/// An anchor that is not known ends the run: no row query is made.
fn unresolved(
    plan: &AddressPlan<'_>,
    resolution: &Resolution,
    trail: &mut AddressTrail,
    audience: Audience<'_>,
) -> Composed {
    trail.stage.match_failure_stage = MatchFailureStage::Resolve;
    anchor_question::unresolved(plan, resolution, audience)
}

/// A cursor that leads nowhere any more ends the run: where its page starts is not guessed.
fn lost(
    plan: &AddressPlan<'_>,
    why: Lost,
    fetched: usize,
    trail: &mut AddressTrail,
    audience: Audience<'_>,
) -> Composed {
    match why {
        Lost::WayGone => {}
        Lost::AnchorChanged => trail.stage.match_failure_stage = MatchFailureStage::Resolve,
        Lost::RowGone => {
            let counts = Counts {
                rows_fetched: fetched,
                ..Counts::default()
            };
            trail.stage = stage(CallOutcome::Answered, &counts);
            trail.counts = Some(counts);
        }
    }
    compose::lost(plan, why, audience)
}
