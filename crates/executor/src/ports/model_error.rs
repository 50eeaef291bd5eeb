//! Errors of models over a network.

use std::time::Duration;

/// Why a model did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The server cannot be reached or does not speak the protocol.
    #[error("the model cannot be reached: {0}")]
    Unreachable(String),
    /// The model refused the request.
    #[error("the model refused: {0}")]
    Refused(String),
    /// The model is busy; a retry may succeed.
    #[error("the model refused: {0}")]
    Busy(String),
    /// The response is malformed: too few vectors, another dimension, a number that is not finite, no message, or
    /// another form.
    #[error("the answer of the model is none: {0}")]
    Malformed(String),
    /// The model was not called, for this reason.
    #[error("the model was not asked: {0}")]
    Unasked(&'static str),
    /// The time ran out.
    #[error("the model gave no answer within {0:.1?}")]
    Timeout(Duration),
    /// The response started but then stalled for this time.
    #[error("the model said nothing more for {0:.1?}")]
    Stalled(Duration),
}

impl ModelError {
    /// Reason code of a response.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "model_unreachable",
            // A caller may retry as after any refusal.
            Self::Refused(_) | Self::Busy(_) => "model_refused",
            Self::Malformed(_) => "model_malformed",
            Self::Unasked(_) => "model_not_asked",
            Self::Timeout(_) | Self::Stalled(_) => "model_timeout",
        }
    }
}
