//! What a chat model answers.

use serde::{Deserialize, Serialize};

use super::confidence::Confidence;
use super::tool::ToolCall;

/// The answer to one request. It has a text, a call or a refusal, unless it ended too early ([`FinishReason::Length`],
/// [`FinishReason::ContentFilter`]). One that was stopped ([`FinishReason::Stopped`]) is what was heard of it: its last text may
/// be cut, also within the arguments of a call.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatAnswer {
    /// What it says; `None`: nothing. The text may be empty where there is neither a refusal nor a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its words where it will not answer; never empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The tools it calls, in its order; 128 at most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Why it ended.
    pub finish: FinishReason,
    /// What it cost.
    pub usage: Usage,
    /// How sure the model was of its tokens; `None`: it was not asked for, or the server does not report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// The model ended it.
    #[default]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// Tokens of the request.
    pub prompt: Option<u64>,
    /// Those among them that the server still had from before.
    pub cached: Option<u64>,
    /// Tokens of the answer, with those of a hidden reasoning.
    pub completion: Option<u64>,
}
