//! Assembles the chunks of a streamed `/chat/completions` answer.
//!
//! Servers differ in how they assign a piece to a call:
//!
//! | server | what it does | source |
//! |---|---|---|
//! | OpenAI, vLLM, llama.cpp | an `index` in each piece, id and name in the first | API reference of OpenAI, "Chat completion chunk" |
//! | SGLang | the id in each piece | lmdeploy, issue 3412 |
//! | vLLM of 2025, SGLang, Gemini and what speaks for it | the `index` 0 for each of several calls, with other ids | lmdeploy, issue 3412; sglang, pull request 38198; litellm, pull request 16194 |
//! | Poolside | another id in the pieces after the first, without a name | poolsideai/pool, issue 9 |
//! | Gemini | no `index` | new-api, pull request 671 |
//!
//! So a piece with a new id *and* a name starts a call. Any other piece belongs to the last call with its index;
//! without an index, to the call with its id; otherwise to the last call. The first id and the first name of a call
//! count.

use std::ops::ControlFlow;

use serde::Deserialize;
use serde_json::Value;

use super::completion::{
    call_id, countable, finish, judged, malformed, spoken, text, tool_name, usage,
};
use crate::chat::answer::{ChatAnswer, FinishReason};
use crate::chat::confidence::Logprobs;
use crate::chat::piece::{Heard, Piece, hand};
use crate::chat::tool::ToolCall;
use cmec_executor::ports::model_error::ModelError;

/// A chunk of an answer.
#[derive(Deserialize)]
pub(super) struct Chunk {
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Value,
    /// An error during generation.
    #[serde(default)]
    pub(super) error: Value,
    /// Some versions of vLLM set this to `error` in an error chunk.
    #[serde(default)]
    pub(super) object: Value,
}

#[derive(Deserialize)]
struct Choice {
    index: Option<u64>,
    delta: Option<Delta>,
    #[serde(default)]
    finish_reason: Value,
    #[serde(default)]
    logprobs: Value,
}

#[derive(Deserialize, Default)]
struct Delta {
    #[serde(default)]
    content: Value,
    refusal: Option<String>,
    tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Deserialize)]
struct CallDelta {
    index: Option<u64>,
    id: Option<String>,
    function: Option<PartialCall>,
}

#[derive(Deserialize)]
struct PartialCall {
    name: Option<String>,
    arguments: Option<String>,
}

#[derive(Default)]
pub(super) struct Assembly {
    text: Option<String>,
    refusal: Option<String>,
    calls: Vec<CallSoFar>,
    finish: Value,
    usage: Value,
    logprobs: Logprobs,
    /// True once the server announced the end, which some do without a reason.
    is_done: bool,
}

#[derive(Default)]
struct CallSoFar {
    index: Option<u64>,
    id: Option<String>,
    name: Option<String>,
    arguments: Option<String>,
    /// Bytes of the arguments passed on so far; zero until the name is known.
    handed: usize,
}

impl Assembly {
    /// True once the server ended the answer; only usage may follow.
    pub(super) fn is_ended(&self) -> bool {
        self.is_done || !self.finish.is_null()
    }

    /// Records the end of the stream.
    pub(super) const fn end(&mut self) {
        self.is_done = true;
    }

    /// Adds a chunk and passes on its pieces. Only the first choice is read.
    pub(super) fn take(
        &mut self,
        chunk: Chunk,
        heard: Heard<'_>,
    ) -> Result<ControlFlow<()>, ModelError> {
        if !chunk.usage.is_null() {
            self.usage = chunk.usage;
        }
        let choices = chunk.choices.unwrap_or_default();
        let first = |choice: &Choice| choice.index.unwrap_or(0) == 0;
        let Some(choice) = choices.into_iter().find(first) else {
            return Ok(ControlFlow::Continue(()));
        };
        self.logprobs.add(&choice.logprobs);
        let delta = choice.delta.unwrap_or_default();
        if let Some(more) = text(delta.content)? {
            self.text.get_or_insert_default().push_str(&more);
            if hand(Piece::Text(&more), heard).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if let Some(more) = delta.refusal {
            self.refusal.get_or_insert_default().push_str(&more);
            if hand(Piece::Refusal(&more), heard).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        for delta in delta.tool_calls.unwrap_or_default() {
            let place = self.place(&delta);
            if place == self.calls.len() {
                countable(place + 1)?;
                self.calls.push(CallSoFar::default());
            }
            if let Some(call) = self.calls.get_mut(place) {
                call.take(delta)?;
                if call.hand(place, heard).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        // Last, because an unreadable chunk must not end the answer.
        if !choice.finish_reason.is_null() && choice.finish_reason != "" {
            self.finish = choice.finish_reason;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The index of the call that a piece belongs to; one past the end for a new call.
    fn place(&self, delta: &CallDelta) -> usize {
        let behind = self.calls.len();
        let id = delta.id.as_ref().filter(|id| !id.is_empty());
        let last = || behind.checked_sub(1);
        let known = match (delta.index, id) {
            (Some(index), _) => self.calls.iter().rposition(|own| own.index == Some(index)),
            (None, None) => last(),
            (None, Some(id)) => {
                let same = self
                    .calls
                    .iter()
                    .rposition(|own| own.id.as_ref() == Some(id));
                same.or_else(last)
            }
        };
        let begins = |own: &CallSoFar| {
            let is_other = id.is_some() && own.id.is_some() && own.id.as_ref() != id;
            is_other && delta.function.as_ref().is_some_and(PartialCall::has_name)
        };
        let known = known.filter(|place| !self.calls.get(*place).is_some_and(begins));
        known.unwrap_or(behind)
    }

    /// The answer, if it is complete.
    pub(super) fn answer(self) -> Result<ChatAnswer, ModelError> {
        let calls = self.calls.into_iter().enumerate();
        let calls = calls.map(|(place, own)| own.whole(place));
        judged(ChatAnswer {
            text: self.text,
            refusal: self.refusal,
            calls: calls.collect::<Result<_, _>>()?,
            finish: finish(&self.finish),
            usage: usage(&self.usage),
            confidence: self.logprobs.confidence(),
        })
    }

    /// The answer stopped by the caller. A call without anything passed on is left out.
    pub(super) fn stopped(self) -> ChatAnswer {
        let calls = self.calls.into_iter().enumerate();
        let begun = calls.filter(|(_, own)| own.handed > 0);
        spoken(ChatAnswer {
            text: self.text,
            refusal: self.refusal,
            calls: begun
                .filter_map(|(place, own)| own.whole(place).ok())
                .collect(),
            finish: FinishReason::Stopped,
            usage: usage(&self.usage),
            confidence: self.logprobs.confidence(),
        })
    }
}

impl PartialCall {
    fn has_name(&self) -> bool {
        self.name.as_ref().is_some_and(|name| !name.is_empty())
    }
}

impl CallSoFar {
    fn take(&mut self, delta: CallDelta) -> Result<(), ModelError> {
        self.index = self.index.or(delta.index);
        if self.id.is_none()
            && let Some(id) = delta.id.filter(|id| !id.is_empty())
        {
            // The id is not empty, so no replacement is made.
            self.id = Some(call_id(id, 0)?);
        }
        let Some(called) = delta.function else {
            return Ok(());
        };
        if let Some(name) = called.name.filter(|name| !name.is_empty()) {
            let name = tool_name(name)?;
            if self.name.get_or_insert_with(|| name.clone()) != &name {
                return Err(malformed("a call has two names"));
            }
        }
        if let Some(more) = called.arguments {
            self.arguments.get_or_insert_default().push_str(&more);
        }
        Ok(())
    }

    /// Passes on new arguments once the call has a name.
    fn hand(&mut self, place: usize, heard: Heard<'_>) -> ControlFlow<()> {
        let (Some(name), Some(arguments)) = (&self.name, &self.arguments) else {
            return ControlFlow::Continue(());
        };
        let piece = Piece::Arguments {
            call: place,
            name,
            text: arguments.get(self.handed..).unwrap_or_default(),
        };
        self.handed = arguments.len();
        hand(piece, heard)
    }

    fn whole(self, place: usize) -> Result<ToolCall, ModelError> {
        Ok(ToolCall {
            id: call_id(self.id.unwrap_or_default(), place)?,
            name: tool_name(self.name.unwrap_or_default())?,
            arguments: self.arguments.unwrap_or_default(),
        })
    }
}
