//! The request forms that servers accept.

use crate::chat::http::TokenLimit;

/// The form of token limit, temperature and log-probabilities in a request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// The parameter for the token limit.
    pub token_limit: TokenLimit,
    /// The temperature; `None` sends none.
    pub temperature: Option<f64>,
    /// `true` requests log-probabilities.
    pub logprobs: bool,
}

impl Manner {
    /// The form that most servers accept.
    pub(super) const USUAL: Self = Self {
        token_limit: TokenLimit::MaxTokens,
        temperature: Some(0.0),
        logprobs: true,
    };

    /// All forms in the order of trial: OpenAI's reasoning models reject `max_tokens` and other temperatures than their
    /// own; TGI rejects a temperature of 0.
    pub(super) const ALL: &[Self] = &[
        Self::USUAL,
        Self {
            token_limit: TokenLimit::MaxCompletionTokens,
            temperature: Some(0.0),
            logprobs: true,
        },
        Self {
            token_limit: TokenLimit::MaxCompletionTokens,
            temperature: None,
            logprobs: true,
        },
        Self {
            token_limit: TokenLimit::MaxTokens,
            temperature: None,
            logprobs: true,
        },
    ];
}
