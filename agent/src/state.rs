//! The agent loop as a pure state machine: the next step, and the effect of each event.
//!
//! ```text
//! Ask ── calls ─► Execute ── iteration < max ─► Ask
//!  │                 └────── iteration = max ─► Finish ── text ─► End
//!  ├── text ─► End
//!  └── error ─► List ─► AskWithList ── text ─► End
//!                            └───────── error ─► End, with the list
//! ```
//!
//! If an error follows rows that were found, these rows are the list; otherwise, the domain makes one.
//!
//! The state model comes from the seed (Agentic RAG for wines), with two additions. A round in which every call was
//! unclear is repeated without counting as an iteration. And a model may write an intent as text instead of a call: its
//! result goes back in a plain turn; an invalid or unclear intent is retried while repairs are left, and after that the
//! decoder's last question is the answer, not a list. A state serves one question and is never read from a file.

use serde_json::{Value, json};

use super::step::{Ending, Event, Fallback, Instead, IntentTool, Manner, Step};
use super::toolbox::{CallStatus, Listing, Outcome, Repair};
use crate::chat::answer::{ChatAnswer, FinishReason};
use crate::chat::request::Message;
use crate::chat::tool::ToolCall;
use cmec_executor::response::row::Row;

/// Default number of tool-call iterations.
pub const MAX_ITERATIONS: u32 = 2;

/// Default number of retries for an unclear or invalid intent.
pub const REPAIRS: u32 = 1;

/// Most calls of one answer that are executed.
pub const CALLS_OF_A_ROUND: usize = 8;

/// Reason code of a text without any rows behind it.
pub const MADE_UP: &str = "answer_made_up";

/// Reason code of a call in an answer that may have none.
const UNASKED_CALL: &str = "tool_called_without_tools";

/// An event that the current step does not expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the loop does not wait for this")]
pub struct UnexpectedEventError;

/// The state of an agent loop.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentState {
    messages: Vec<Message>,
    /// The host's message that accompanies a list.
    standard_prompt: String,
    question: String,
    manner: Manner,
    iteration: u32,
    max_iterations: u32,
    found: Vec<Row>,
    /// The last call that found rows; a better list than the domain's default.
    with_rows: Option<Listing>,
    /// Retries left for an intent.
    repairs: u32,
    asked_again: bool,
    /// True where the decoder asked about an intent.
    has_question: bool,
    has_executed: bool,
    fallback: Option<Fallback>,
    next: Step,
    reasoning: Vec<String>,
}

impl AgentState {
    /// The state before the first step.
    #[must_use]
    pub fn new(system: String, standard_prompt: String, question: String, manner: Manner) -> Self {
        Self {
            messages: vec![Message::System(system), Message::User(question.clone())],
            standard_prompt,
            question,
            manner,
            iteration: 0,
            max_iterations: MAX_ITERATIONS,
            found: Vec::new(),
            with_rows: None,
            repairs: REPAIRS,
            asked_again: false,
            has_question: false,
            has_executed: false,
            fallback: None,
            next: Step::Ask,
            reasoning: Vec::new(),
        }
    }

    /// The same with examples before the question: pairs of question and answer.
    #[must_use]
    pub fn with_turns(mut self, turns: impl IntoIterator<Item = (String, String)>) -> Self {
        let turns = turns.into_iter();
        let turns = turns.flat_map(|(question, answer)| Message::turn(question, answer));
        self.messages.splice(1..1, turns);
        self
    }

    /// The same with another limit of iterations, at least one.
    #[must_use]
    pub fn with_max_iterations(self, most: u32) -> Self {
        Self {
            max_iterations: most.max(1),
            ..self
        }
    }

    /// The same with another number of retries.
    #[must_use]
    pub fn with_repairs(self, repairs: u32) -> Self {
        Self { repairs, ..self }
    }

    /// The conversation so far.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.question
    }

    /// The number of tool-call iterations so far.
    #[must_use]
    pub const fn iteration(&self) -> u32 {
        self.iteration
    }

    /// The rows found, in order.
    #[must_use]
    pub fn found(&self) -> &[Row] {
        &self.found
    }

    /// How the model expresses its intent.
    #[must_use]
    pub const fn manner(&self) -> &Manner {
        &self.manner
    }

    /// `true` if an unclear or invalid intent is being retried.
    #[must_use]
    pub const fn is_asked_again(&self) -> bool {
        self.asked_again
    }

    /// The fallback and its reason; `None` if the model answered.
    #[must_use]
    pub const fn fallback(&self) -> Option<&Fallback> {
        self.fallback.as_ref()
    }

    /// The reason for each step, in the loop's own words.
    #[must_use]
    pub fn reasoning(&self) -> &[String] {
        &self.reasoning
    }

    /// The next step.
    #[must_use]
    pub const fn step(&self) -> &Step {
        &self.next
    }

    /// Applies an event.
    ///
    /// # Errors
    /// If the step expects another event; the state does not change.
    pub fn take(&mut self, event: Event) -> Result<(), UnexpectedEventError> {
        match (self.next.clone(), event) {
            (Step::Ask, Event::Answered(answer)) => self.answered(answer),
            (Step::Execute(calls), Event::Executed(outcomes)) if calls.len() == outcomes.len() => {
                self.executed(&calls, outcomes);
            }
            (Step::Finish, Event::Answered(answer)) if !answer.calls.is_empty() => {
                self.fall_back(UNASKED_CALL);
            }
            (Step::Finish, Event::Answered(answer)) => match said(answer) {
                Ok(text) => self.end(Ending::Text(text)),
                Err(why) => self.fall_back(why),
            },
            (Step::Ask | Step::Finish, Event::Failed(reason)) => self.fall_back(&reason),
            (Step::List, Event::Listed(listed)) => self.listed(listed),
            (Step::AskWithList, event) => {
                let said = match event {
                    Event::Answered(answer) => said(answer).map_err(str::to_owned),
                    Event::Failed(reason) => Err(reason),
                    _ => return Err(UnexpectedEventError),
                };
                match said {
                    Ok(text) => self.end(Ending::TextOfList(text)),
                    Err(why) => {
                        self.because(format!("no answer of the model ({why}): the list itself"));
                        self.end(Ending::List);
                    }
                }
            }
            _ => return Err(UnexpectedEventError),
        }
        Ok(())
    }

    /// `true` if a call was executed, with or without rows.
    #[must_use]
    pub const fn has_executed(&self) -> bool {
        self.has_executed
    }

    /// Withdraws a final text that claims something without any data. A list replaces it, made once and shown without
    /// text of the model.
    pub(super) fn take_back(&mut self) {
        if matches!(self.next, Step::End(Ending::Text(_))) {
            self.fall_back(MADE_UP);
        }
    }

    fn answered(&mut self, mut answer: ChatAnswer) {
        // The caller stopped the stream, so the arguments of a call may be cut.
        if answer.finish == FinishReason::Stopped {
            answer.calls.clear();
        }
        if !answer.calls.is_empty() {
            let named = answer.calls.iter().take(CALLS_OF_A_ROUND);
            let named: Vec<String> = named.map(|call| format!("`{}`", call.name)).collect();
            self.because(format!("the model calls {}", named.join(", ")));
            number_duplicates(&mut answer.calls);
            self.messages.push(Message::Assistant {
                text: answer.text,
                calls: answer.calls.clone(),
            });
            self.next = Step::Execute(answer.calls);
            return;
        }
        let manner = self.manner.clone();
        match (manner, said(answer)) {
            (_, Err(why)) => self.fall_back(why),
            (Manner::Tools, Ok(text)) => {
                self.because("the model answers without a call");
                self.end(Ending::Text(text));
            }
            (Manner::Intent(tool), Ok(text)) => {
                self.because("the text of the model is an intent");
                let call = intent_call(&tool, &text, self.messages.len());
                // Not a tool call, so its result goes back in a plain turn.
                let calls = Vec::new();
                let text = Some(text);
                self.messages.push(Message::Assistant { text, calls });
                self.next = Step::Execute(vec![call]);
            }
        }
    }

    fn executed(&mut self, calls: &[ToolCall], outcomes: Vec<Outcome>) {
        let is_plain = match (&self.manner, self.messages.last()) {
            (Manner::Intent(_), Some(Message::Assistant { calls, .. })) => calls.is_empty(),
            _ => false,
        };
        if let ([call], [outcome], true) = (calls, outcomes.as_slice(), is_plain) {
            return self.executed_intent(call, outcome.clone());
        }
        let all_ask =
            (outcomes.iter()).all(|one| matches!(one.standing, CallStatus::Unclear { .. }));
        let can_mend = (outcomes.iter()).any(|one| one.standing.can_be_mended());
        let any_done = outcomes.iter().any(|one| one.standing == CallStatus::Done);
        self.has_executed |= any_done;
        for (call, outcome) in calls.iter().zip(outcomes) {
            self.messages.push(Message::ToolResult {
                call: call.id.clone(),
                text: outcome.text.clone(),
            });
            self.keep_rows(call, outcome);
        }
        if all_ask && can_mend && !self.asked_again && self.repairs > 0 {
            self.repairs -= 1;
            self.asked_again = true;
            self.because("the intent is unclear in one part: the model is asked for it again");
            self.next = Step::Ask;
            return;
        }
        if matches!(self.manner, Manner::Intent(_)) && all_ask {
            self.because("the intent is unclear: the question goes back");
            return self.end(Ending::Question);
        }
        self.iteration += 1;
        if self.iteration < self.max_iterations {
            self.next = Step::Ask;
            return;
        }
        self.because(format!(
            "{} iterations are the most: the model is asked without tools",
            self.max_iterations
        ));
        self.next = Step::Finish;
    }

    /// Applies the result of an intent written as text.
    fn executed_intent(&mut self, call: &ToolCall, outcome: Outcome) {
        let (standing, repair) = (outcome.standing, outcome.repair.clone());
        self.has_question |= matches!(standing, CallStatus::Unclear { .. });
        self.has_executed |= standing == CallStatus::Done;
        self.keep_rows(call, outcome);
        if standing == CallStatus::Done {
            return self.end(Ending::Rows);
        }
        if repair == Repair::None {
            self.because("the intent was understood, and could not be executed");
            return self.end(Ending::Rows);
        }
        if let (Repair::Model(again), 1..) = (repair, self.repairs) {
            self.repairs -= 1;
            self.asked_again = true;
            self.because("the intent is unclear or none: the model is asked again");
            self.messages.push(Message::User(again));
            self.next = Step::Ask;
            return;
        }
        if self.has_question {
            self.because("the intent is unclear: the question goes back");
            return self.end(Ending::Question);
        }
        self.because("no text of the model is an intent");
        self.end(Ending::NotUnderstood);
    }

    fn keep_rows(&mut self, call: &ToolCall, outcome: Outcome) {
        self.found.extend(outcome.rows.iter().cloned());
        if !outcome.rows.is_empty() {
            let call = call.clone();
            self.with_rows = Some(Listing { call, outcome });
        }
    }

    fn fall_back(&mut self, why: &str) {
        if self.has_question && self.with_rows.is_none() {
            self.because(format!(
                "no answer of the model ({why}): the question before goes back"
            ));
            return self.end(Ending::Question);
        }
        let mut fell_back = |instead| {
            let why = why.to_owned();
            self.fallback = Some(Fallback { why, instead });
        };
        let Some(found) = self.with_rows.take() else {
            fell_back(Instead::List);
            self.because(format!("no answer of the model ({why}): a list instead"));
            self.next = Step::List;
            return;
        };
        fell_back(Instead::Found);
        self.because(format!(
            "no answer of the model ({why}): what was found instead"
        ));
        match self.manner {
            Manner::Intent(_) => self.end(Ending::Rows),
            Manner::Tools => self.ask_with(found),
        }
    }

    fn listed(&mut self, listed: Option<Listing>) {
        let Some(listed) = listed else {
            self.because("the domain has no list");
            if let Some(own) = &mut self.fallback {
                own.instead = Instead::Nothing;
            }
            return self.end(Ending::Nothing);
        };
        self.found.extend(listed.outcome.rows.iter().cloned());
        match &self.manner {
            Manner::Intent(_) => self.end(Ending::List),
            Manner::Tools => self.ask_with(listed),
        }
    }

    /// Asks once more with only the standard prompt and a list. A model whose text was withdrawn is not asked: its next
    /// text would appear next to the notice that its text is withheld.
    fn ask_with(&mut self, Listing { call, outcome }: Listing) {
        if self.fallback.as_ref().is_some_and(|own| own.why == MADE_UP) {
            return self.end(Ending::List);
        }
        self.messages = vec![
            Message::System(self.standard_prompt.clone()),
            Message::User(self.question.clone()),
            Message::Assistant {
                text: None,
                calls: vec![call.clone()],
            },
            Message::ToolResult {
                call: call.id,
                text: outcome.text,
            },
        ];
        self.next = Step::AskWithList;
    }

    fn end(&mut self, ending: Ending) {
        self.next = Step::End(ending);
    }

    fn because(&mut self, why: impl Into<String>) {
        self.reasoning.push(why.into());
    }
}

/// Replaces duplicate ids, since results refer to calls by id.
fn number_duplicates(calls: &mut [ToolCall]) {
    for place in 1..calls.len() {
        let (before, rest) = calls.split_at_mut(place);
        if let Some(own) = rest.first_mut()
            && before.iter().any(|other| other.id == own.id)
        {
            own.id = format!("{}_{place}", own.id);
        }
    }
}

/// The text of an answer, or a reason code.
fn said(answer: ChatAnswer) -> Result<String, &'static str> {
    if answer.refusal.is_some() {
        return Err("model_refused_to_answer");
    }
    match answer.finish {
        FinishReason::Length => return Err("answer_cut_by_length"),
        FinishReason::ContentFilter => return Err("answer_cut_by_filter"),
        _ => {}
    }
    if !answer.calls.is_empty() {
        return Err(UNASKED_CALL);
    }
    let text = answer.text.unwrap_or_default();
    match text.trim().is_empty() {
        true => Err("empty_answer"),
        false => Ok(text),
    }
}

/// An intent text as a call of the tool that takes it.
fn intent_call(tool: &IntentTool, text: &str, number: usize) -> ToolCall {
    let arguments = match &tool.argument {
        Some(argument) => {
            let said = in_call(text, argument).unwrap_or_else(|| text.to_owned());
            json!({argument.as_str(): said}).to_string()
        }
        None => text.to_owned(),
    };
    ToolCall {
        id: format!("intent_{number}"),
        name: tool.name.clone(),
        arguments,
    }
}

/// The argument of a call that a model wrote as text, fenced or not; `None` if the text is no such call.
fn in_call(text: &str, argument: &str) -> Option<String> {
    let (start, end) = (text.find('{')?, text.rfind('}')?);
    let outside = [text.get(..start)?, text.get(end + 1..)?];
    let is_fence = |text: &str| {
        text.trim_start_matches("```")
            .chars()
            .all(char::is_alphanumeric)
    };
    let is_alone = outside.iter().all(|text| is_fence(text.trim()));
    let mut said: Value = serde_json::from_str(text.get(start..=end)?).ok()?;
    for key in ["function", "arguments", "parameters"] {
        said = match said.get(key) {
            None => continue,
            Some(Value::String(text)) => serde_json::from_str(text).ok()?,
            Some(inside) => inside.clone(),
        };
    }
    let said = said.get(argument)?.as_str()?;
    is_alone.then(|| said.to_owned())
}

#[cfg(test)]
mod tests;
