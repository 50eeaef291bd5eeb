//! Answers of a chat model.

use serde::{Deserialize, Serialize};

use super::confidence::Confidence;
use super::tool::ToolCall;

/// The answer to one request. It has a text, a call or a refusal, unless it ended too early ([`FinishReason::Length`],
/// [`FinishReason::ContentFilter`]). A stopped answer ([`FinishReason::Stopped`]) contains what was heard; its last
/// text may be cut, also within the arguments of a call.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatAnswer {
    /// The text, if any; it may be empty if there is neither a refusal nor a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The refusal, never empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The tool calls in order, at most 128.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Why it ended.
    pub finish: FinishReason,
    /// The tokens used.
    pub usage: Usage,
    /// The confidence of the model; `None` if it was not requested or not reported.
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
    /// The token limit was reached.
    Length,
    /// Tools are called.
    ToolCalls,
    /// A filter of the provider ended it.
    ContentFilter,
    /// The listener stopped it.
    Stopped,
    /// Another reason, or none.
    Other,
}

/// The token usage that the server reports; `None` where it reports nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// Prompt tokens.
    pub prompt: Option<u64>,
    /// Cached prompt tokens, included above.
    pub cached: Option<u64>,
    /// Completion tokens, with hidden reasoning.
    pub completion: Option<u64>,
}
