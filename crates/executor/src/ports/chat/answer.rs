//! What a chat model answers.

use std::time::Duration;

use super::tool::ToolCall;

/// The answer to one request. It has a text, a call or a refusal, unless it ended too early ([`FinishReason::Length`],
/// [`FinishReason::ContentFilter`]). One that was stopped ([`FinishReason::Stopped`]) is what was heard of it: its last text may
/// be cut, also within the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatAnswer {
    /// What it says; `None`: nothing. The text may be empty where there is neither a refusal nor a call.
    pub text: Option<String>,
    /// Its words where it will not answer; never empty.
    pub refusal: Option<String>,
    /// The tools it calls, in its order; 128 at most.
    pub calls: Vec<ToolCall>,
    /// Why it ended.
    pub finish: FinishReason,
    /// What it cost.
    pub usage: Usage,
    /// From the first request to the whole answer, waits between attempts included.
    pub latency: Duration,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishReason {
    /// The model ended it.
    Stop,
    /// It has as many tokens as it may have.
    Length,
    /// Tools are called.
    ToolCalls,
    /// A filter of the provider ended it.
    ContentFilter,
    /// Whoever heard its pieces ended it.
    Stopped,
    /// The server says something else, or nothing.
    Other,
}

/// What an answer cost, in tokens as the server counts them; `None`: it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens of the request.
    pub prompt: Option<u64>,
    /// Those among them that the server still had from before.
    pub cached: Option<u64>,
    /// Tokens of the answer, with those of a hidden reasoning.
    pub completion: Option<u64>,
}
