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
    pub(super) const USUAL: Self = Self::of(TokenLimit::MaxTokens, Some(0.0));

    /// All forms in the order of trial: OpenAI's reasoning models reject `max_tokens` and other temperatures than their
    /// own; TGI rejects a temperature of 0.
    pub(super) const ALL: [Self; 4] = [
        Self::USUAL,
        Self::of(TokenLimit::MaxCompletionTokens, Some(0.0)),
        Self::of(TokenLimit::MaxCompletionTokens, None),
        Self::of(TokenLimit::MaxTokens, None),
    ];

    const fn of(token_limit: TokenLimit, temperature: Option<f64>) -> Self {
        Self {
            token_limit,
            temperature,
            logprobs: true,
        }
    }
}
