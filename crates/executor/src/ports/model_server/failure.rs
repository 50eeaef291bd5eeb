//! Why one request has no answer, and whether another may have one.

use std::error::Error;
use std::time::Duration;

use reqwest::{Response, StatusCode};
use tokio::time::timeout;

use super::ModelServer;
use super::body::read;
use crate::ports::model_error::ModelError;
use crate::ports::retry_after::retry_after;

/// Most bytes of what a server says with a status. It is heard in whole or not at all: half a secret would not be masked.
const WORDS_BYTES: usize = 16 << 10;

/// Longest wait for what a server says with a status.
const WORDS_WITHIN: Duration = Duration::from_secs(1);

/// What came of one request that has no answer.
#[derive(Debug)]
pub struct RequestError {
    pub(super) error: ModelError,
    /// The shortest wait before another; `None`: it would fail in the same way.
    pub(super) again: Option<Duration>,
}

impl RequestError {
    /// One that another request may not have.
    pub const fn passing(error: ModelError) -> Self {
        Self {
            error,
            again: Some(Duration::ZERO),
        }
    }
}

/// One that any other request would have, too.
impl From<ModelError> for RequestError {
    fn from(error: ModelError) -> Self {
        Self { error, again: None }
    }
}

impl ModelServer {
    /// That there was no connection, or that it ended too early.
    pub fn unreachable(&self, error: &reqwest::Error) -> RequestError {
        // The first words are those of the library, with the whole address.
        let mut cause = error.source();
        while let Some(deeper) = cause.and_then(Error::source) {
            cause = Some(deeper);
        }
        let why = cause.map_or("no connection".to_owned(), ToString::to_string);
        let failure = self.broken(&self.heard(&why));
        RequestError {
            again: failure.again.filter(|_| !error.is_builder()),
            ..failure
        }
    }

    /// That a connection is of no use, and why.
    pub fn broken(&self, why: &str) -> RequestError {
        let host = self.address.url().authority();
        RequestError::passing(ModelError::Unreachable(format!("{host}: {why}")))
    }

    /// That it answered with a status, and what it says of that.
    pub(super) async fn refused(&self, response: Response) -> RequestError {
        let status = response.status();
        let wanted = retry_after(response.headers()).unwrap_or_default();
        let words = match timeout(WORDS_WITHIN, read(response, WORDS_BYTES)).await {
            Ok(Ok(Some(words))) => self.heard(&String::from_utf8_lossy(&words)),
            // The status says enough.
            _ => String::new(),
        };
        let said = match words.as_str() {
            "" => status.to_string(),
            words => format!("{status}: {words}"),
        };
        let is_down = matches!(
            status,
            StatusCode::INTERNAL_SERVER_ERROR
                | StatusCode::BAD_GATEWAY
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::GATEWAY_TIMEOUT
        );
        let is_busy = status == StatusCode::TOO_MANY_REQUESTS;
        RequestError {
            error: match (is_down, is_busy) {
                (true, _) => ModelError::Unreachable(said),
                (false, true) => ModelError::Busy(said),
                (false, false) => ModelError::Refused(said),
            },
            again: (is_down || is_busy).then_some(wanted),
        }
    }
}
