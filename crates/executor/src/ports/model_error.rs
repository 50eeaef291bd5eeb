//! Why a model that is asked over a network gave no answer.

use std::time::Duration;

/// Why a model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Nobody answers at its address, or not as it should.
    #[error("the model cannot be reached: {0}")]
    Unreachable(String),
    /// It answered that it will not.
    #[error("the model refused: {0}")]
    Refused(String),
    /// It answered that it has too much to do, and will later.
    #[error("the model refused: {0}")]
    Busy(String),
    /// Its answer is none: too few vectors, another dimension, a number that is none; no message, or one of another form.
    #[error("the answer of the model is none: {0}")]
    Malformed(String),
    /// It was not asked, because of this.
    #[error("the model was not asked: {0}")]
    Unasked(&'static str),
    /// No answer came in time.
    #[error("the model gave no answer within {0:.1?}")]
    Timeout(Duration),
    /// It began to answer, and said nothing more for so long.
    #[error("the model said nothing more for {0:.1?}")]
    Stalled(Duration),
}

impl ModelError {
    /// Reason code, as in responses.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "model_unreachable",
            // Whoever reads the code asks again later or not, as with any refusal.
            Self::Refused(_) | Self::Busy(_) => "model_refused",
            Self::Malformed(_) => "model_malformed",
            Self::Unasked(_) => "model_not_asked",
            Self::Timeout(_) | Self::Stalled(_) => "model_timeout",
        }
    }
}
