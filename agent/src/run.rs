//! Runs an agent loop: the model and the tools through their ports, with the state in between.
//!
//! Every call has a deadline and a share of the budget. Every failure is an event, so each question ends with an
//! answer, a list, a clarification question, or a reason.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cmec_decoder::stream::{StreamDecoder, StreamState};
use serde_json::json;

use super::budget::{Budget, BudgetError, Spent};
use super::observer::{Observer, Progress};
use super::state::{AgentState, CALLS_OF_A_ROUND};
use super::step::{Ending, Event, Fallback, Manner, Step};
use super::stopwatch::Stopwatch;
use super::template::UnsupportedClaimError;
use super::toolbox::{CallStatus, Outcome, Toolbox};
use crate::chat::Chat;
use crate::chat::answer::{ChatAnswer, FinishReason, Usage};
use crate::chat::confidence::Confidence;
use crate::chat::constraint::Constraint;
use crate::chat::piece::Piece;
use crate::chat::request::ChatRequest;
use crate::chat::tool::{Tool, ToolCall};
use cmec_executor::debug_envelope::model_block::ModelStep;
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::redaction;
use cmec_executor::response::row::Row;

/// Reason code of a question that used up its budget.
const BUDGET_SPENT: &str = "budget_spent";

/// The name of a step that asks the model or makes a list.
pub const MODEL: &str = "model";
const LIST: &str = "list";

/// The outcome of a successful step.
pub const OK: &str = "ok";

/// The share of time reserved for the list if the model takes all the rest: a quarter, at most five seconds.
const KEPT_FOR_LIST: (u32, Duration) = (4, Duration::from_secs(5));

/// Most characters of the model's text that a step keeps.
const KEPT_OF_TEXT: usize = 2_000;

/// Most bytes of a token; no vocabulary has a longer one.
const TOKEN_BYTES: usize = 128;

/// The settings of a loop.
#[derive(Debug, Clone)]
pub struct AgentSettings {
    /// Time limit for the whole loop. The port of the model limits the time from the first token of an answer.
    pub within: Duration,
    /// Time limit for one tool call.
    pub tool_within: Duration,
    /// Most tokens of one answer.
    pub max_tokens: Option<NonZeroU32>,
    /// Sampling temperature; `None` sends none.
    pub temperature: Option<f64>,
    /// `true` requests log-probabilities for an intent.
    pub logprobs: bool,
    /// The constraint on an intent.
    pub constraint: Option<Constraint>,
    /// The budget of the question.
    pub budget: Budget,
}

impl Default for AgentSettings {
    fn default() -> Self {
        Self {
            within: Duration::from_secs(180),
            tool_within: Duration::from_secs(15),
            max_tokens: NonZeroU32::new(1024),
            temperature: Some(0.0),
            logprobs: false,
            constraint: None,
            budget: Budget::default(),
        }
    }
}

/// The result of a loop.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentResult {
    /// The kind of ending.
    pub ending: Ending,
    /// The text to show: the model's text with values filled in, if it is grounded. `None`: only the rows are shown.
    pub text: Option<String>,
    /// The model's raw text, shown or not.
    pub model_text: Option<String>,
    /// The unsupported claim in that text.
    pub made_up: Option<UnsupportedClaimError>,
    /// The fallback and its reason, if the model gave no answer.
    pub fallback: Option<Fallback>,
    /// The rows found.
    pub found: Vec<Row>,
    /// Tool-call iterations.
    pub iterations: u32,
    /// The reason for each step, in the loop's own words.
    pub reasoning: Vec<String>,
    /// Each call of a model or a tool, in order.
    pub steps: Vec<ModelStep>,
    /// The tokens used by the model.
    pub spent: Spent,
}

/// Runs a loop to its end. `intent` reads an intent while it streams in and stops it once it can no longer become
/// valid.
pub async fn run<C: Chat, T: Toolbox>(
    mut state: AgentState,
    (chat, tools): (&C, &mut T),
    settings: &AgentSettings,
    intent: Option<&StreamDecoder<'_>>,
    observer: &mut dyn Observer,
) -> AgentResult {
    let mut running = RunState {
        settings,
        until: Stopwatch::started().until(settings.within),
        spent: Spent::default(),
        steps: Vec::new(),
        confidence: None,
    };
    let ending = loop {
        let event = match state.step() {
            Step::End(Ending::Text(text))
                if !state.has_executed() && tools.filled(text).is_err() =>
            {
                state.take_back();
                continue;
            }
            Step::End(ending) => break ending.clone(),
            Step::Ask => {
                let request = running.request(&state, tools.tools());
                let stream = match state.manner() {
                    // A retry may contain only the unclear part, which is not a valid intent by itself.
                    Manner::Intent(_) if !state.is_asked_again() => intent,
                    _ => None,
                };
                running.ask(chat, request, stream, observer).await
            }
            Step::Finish | Step::AskWithList => {
                let request = running.request(&state, &[]);
                running.ask(chat, request, None, observer).await
            }
            Step::Execute(calls) => {
                let calls = calls.clone();
                tools.begin_round(running.confidence);
                let mut outcomes = Vec::with_capacity(calls.len());
                for (number, call) in calls.iter().enumerate() {
                    outcomes.push(match number < CALLS_OF_A_ROUND {
                        true => running.call(tools, call, observer).await,
                        false => {
                            let why = json!({"error": "too_many_calls", "most": CALLS_OF_A_ROUND});
                            Outcome::failed(&why)
                        }
                    });
                }
                Event::Executed(outcomes)
            }
            Step::List => {
                observer.sees(Progress::FellBack);
                let deadline = running.deadline(settings.tool_within);
                let since = Stopwatch::started();
                let listed = tools.list(deadline).await;
                let rows = listed.as_ref().map_or(0, |own| own.outcome.rows.len());
                let outcome = match &listed {
                    None => "there is none",
                    Some(own) => own.outcome.standing.name(),
                };
                running.record(LIST, outcome.to_owned(), since, (Usage::default(), rows));
                Event::Listed(listed)
            }
        };
        // Each step produces the event that it expects.
        if state.take(event).is_err() {
            break Ending::Nothing;
        }
    };
    finished(state, ending, tools, running)
}

/// The result of a finished loop; unsupported text is withheld.
fn finished<T: Toolbox>(
    state: AgentState,
    ending: Ending,
    tools: &T,
    running: RunState<'_>,
) -> AgentResult {
    let model_text = match &ending {
        Ending::Text(text) | Ending::TextOfList(text) => Some(text.clone()),
        _ => None,
    };
    let filled = model_text.as_deref().map(|text| tools.filled(text));
    let (text, made_up) = match filled.transpose() {
        Ok(text) => (text, None),
        Err(made_up) => (None, Some(made_up)),
    };
    let mut reasoning = state.reasoning().to_vec();
    if let Some(own) = &made_up {
        let why = format!(
            "the text of the model says what was neither found nor asked ({}): the rows are shown instead",
            own.why()
        );
        reasoning.push(why);
    }
    AgentResult {
        text,
        model_text,
        made_up,
        fallback: state.fallback().cloned(),
        iterations: state.iteration(),
        found: state.found().to_vec(),
        ending,
        reasoning,
        steps: running.steps,
        spent: running.spent,
    }
}

struct RunState<'s> {
    settings: &'s AgentSettings,
    until: Instant,
    spent: Spent,
    steps: Vec<ModelStep>,
    /// The confidence of the last answer.
    confidence: Option<Confidence>,
}

impl RunState<'_> {
    fn deadline(&self, within: Duration) -> Instant {
        self.until.min(Stopwatch::started().until(within))
    }

    fn request(&self, state: &AgentState, tools: &[Tool]) -> ChatRequest {
        let is_intent = matches!(state.manner(), Manner::Intent(_)) && *state.step() == Step::Ask;
        ChatRequest {
            tools: match is_intent {
                true => Vec::new(),
                false => tools.to_vec(),
            },
            max_tokens: self.settings.max_tokens,
            temperature: self.settings.temperature,
            logprobs: self.settings.logprobs && is_intent,
            constraint: self.settings.constraint.clone().filter(|_| is_intent),
            ..ChatRequest::new(state.messages().to_vec())
        }
    }

    async fn ask<C: Chat>(
        &mut self,
        chat: &C,
        mut request: ChatRequest,
        intent: Option<&StreamDecoder<'_>>,
        observer: &mut dyn Observer,
    ) -> Event {
        let since = Stopwatch::started();
        match self.settings.budget.answer(&request, &self.spent) {
            Ok(Some(most)) => {
                let most = NonZeroU32::new(u32::try_from(most).unwrap_or(u32::MAX));
                request.max_tokens = [request.max_tokens, most].into_iter().flatten().min();
            }
            Ok(None) => {}
            Err(BudgetError) => {
                let spent = (Usage::default(), 0);
                self.record(MODEL, BUDGET_SPENT.to_owned(), since, spent);
                return Event::Failed(BUDGET_SPENT.to_owned());
            }
        }
        let with_tools = !request.tools.is_empty();
        observer.sees(Progress::Asked { with_tools });
        let (part, most) = KEPT_FOR_LIST;
        let kept = (self.settings.within / part).min(most);
        let until = self.until.checked_sub(kept).unwrap_or(self.until);
        let within = since.left(until);
        let answered = match within.is_zero() {
            true => Err(ModelError::Timeout(self.settings.within)),
            false => heard(chat, &request, within, intent.cloned(), observer).await,
        };
        match answered {
            Ok(answer) => {
                self.spent.add(&request, &answer);
                let how = match (&answer.refusal, answer.finish) {
                    (Some(_), _) => "refused",
                    (None, FinishReason::Length) => "cut by length",
                    (None, FinishReason::ContentFilter) => "cut by a filter",
                    (None, FinishReason::Stopped) => "ended: it could not become valid",
                    (None, _) => OK,
                };
                self.record(MODEL, how.to_owned(), since, (answer.usage, 0));
                self.keep_said(answer.text.as_deref());
                self.confidence = answer.confidence;
                if let Some(step) = self.steps.last_mut() {
                    step.mean_logprob = answer.confidence.map(|own| own.mean);
                    step.least_logprob = answer.confidence.map(|own| own.least);
                }
                Event::Answered(answer)
            }
            Err(error) => {
                self.spent.add_failed(&request);
                let code = error.code();
                self.record(
                    MODEL,
                    format!("{code}: {error}"),
                    since,
                    (Usage::default(), 0),
                );
                Event::Failed(code.to_owned())
            }
        }
    }

    async fn call<T: Toolbox>(
        &mut self,
        tools: &mut T,
        call: &ToolCall,
        observer: &mut dyn Observer,
    ) -> Outcome {
        observer.sees(Progress::Called { tool: &call.name });
        let since = Stopwatch::started();
        let deadline = self.deadline(self.settings.tool_within);
        let outcome = tools.call(call, deadline).await;
        observer.sees(Progress::Found {
            rows: outcome.rows.len(),
        });
        let standing = match (outcome.standing, outcome.reason()) {
            (CallStatus::Failed, Some(reason)) => format!("{}: {reason}", outcome.standing.name()),
            _ => outcome.standing.name().to_owned(),
        };
        let rows = outcome.rows.len();
        self.record(&call.name, standing, since, (Usage::default(), rows));
        self.keep_said(Some(&call.arguments));
        outcome
    }

    /// Keeps the beginning of the model's last text.
    fn keep_said(&mut self, said: Option<&str>) {
        if let Some(step) = self.steps.last_mut() {
            let beginning = |said: &str| said.chars().take(KEPT_OF_TEXT).collect::<String>();
            step.said = said.map(|said| redaction::secrets(&beginning(said)));
        }
    }

    fn record(
        &mut self,
        called: &str,
        outcome: String,
        since: Stopwatch,
        (usage, rows): (Usage, usize),
    ) {
        self.steps.push(ModelStep {
            called: called.to_owned(),
            outcome,
            said: None,
            took_ms: u64::try_from(since.took().as_millis()).unwrap_or(u64::MAX),
            prompt_tokens: usage.prompt,
            completion_tokens: usage.completion,
            mean_logprob: None,
            least_logprob: None,
            rows,
        });
    }
}

/// Streams an answer. Reading stops once an intent is complete or certain to be rejected, or once the answer is longer
/// than its token limit allows, because the server ignores the limit.
async fn heard<C: Chat>(
    chat: &C,
    request: &ChatRequest,
    within: Duration,
    intent: Option<StreamDecoder<'_>>,
    observer: &mut dyn Observer,
) -> Result<ChatAnswer, ModelError> {
    let mut intent = intent;
    let tokens = request.max_tokens.map(|own| usize::try_from(own.get()));
    let most = tokens.map_or(usize::MAX, |own| {
        own.unwrap_or(usize::MAX).saturating_mul(TOKEN_BYTES)
    });
    let mut left = Some(most);
    let mut heard = |piece: Piece<'_>| {
        left = left.and_then(|left| left.checked_sub(piece.text().len()));
        if left.is_none() {
            return ControlFlow::Break(());
        }
        observer.sees(Progress::Said {
            piece: piece.text(),
        });
        let (Piece::Text(text), Some(intent)) = (piece, intent.as_mut()) else {
            return ControlFlow::Continue(());
        };
        let is_complete = intent.push(text) == StreamState::Complete;
        match is_complete || intent.is_rejected() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let answer = chat.stream(request, within, &mut heard).await?;
    match left {
        Some(_) => Ok(answer),
        None => Err(ModelError::Malformed(format!(
            "it is longer than {most} bytes"
        ))),
    }
}
