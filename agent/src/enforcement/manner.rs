//! The manners in which servers take a question that they understand otherwise.

use crate::chat::http::TokenLimit;

/// How the most tokens, the temperature and log-probabilities are said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// How the most tokens of an answer are said.
    pub token_limit: TokenLimit,
    /// The temperature; `None`: it is not said.
    pub temperature: Option<f64>,
    /// Whether log-probabilities are asked for.
    pub logprobs: bool,
}

impl Manner {
    /// The one that most servers take.
    pub(super) const USUAL: Self = Self {
        token_limit: TokenLimit::MaxTokens,
        temperature: Some(0.0),
        logprobs: true,
    };

    /// All, in the order in which they are tried: the reasoning models of OpenAI take no `max_tokens`, and no temperature but
    /// their own; TGI takes no temperature of 0.
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
