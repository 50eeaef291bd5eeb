//! The failure of one request, and whether a retry may succeed.

use std::error::Error;
use std::time::Duration;

use reqwest::{Response, StatusCode};
use tokio::time::timeout;

use super::ModelServer;
use super::body::read;
use crate::ports::model_error::ModelError;
use crate::ports::retry_after::retry_after;

/// Maximum number of bytes of an error message. A longer one is dropped entirely, since a truncated secret would not be
/// masked.
const WORDS_BYTES: usize = 16 << 10;

/// Time limit for reading an error message.
const WORDS_WITHIN: Duration = Duration::from_secs(1);

/// The failure of one request.
#[derive(Debug)]
pub struct RequestError {
    pub(super) error: ModelError,
    /// Minimum wait before a retry; `None` where a retry would fail as well.
    pub(super) again: Option<Duration>,
}

impl RequestError {
    /// A temporary failure.
    pub const fn passing(error: ModelError) -> Self {
        Self {
            error,
            again: Some(Duration::ZERO),
        }
    }
}

/// A permanent failure.
impl From<ModelError> for RequestError {
    fn from(error: ModelError) -> Self {
        Self { error, again: None }
    }
}

impl ModelServer {
    /// A failed or broken connection.
    pub fn unreachable(&self, error: &reqwest::Error) -> RequestError {
        // The first part of the message comes from the library and has the full address.
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

    /// A connection that cannot be used, with the reason.
    pub fn broken(&self, why: &str) -> RequestError {
        let host = self.address.url().authority();
        RequestError::passing(ModelError::Unreachable(format!("{host}: {why}")))
    }

    /// The failure of a response with an error status, with the server's message.
    pub(super) async fn refused(&self, response: Response) -> RequestError {
        let status = response.status();
        let wanted = retry_after(response.headers()).unwrap_or_default();
        let words = match timeout(WORDS_WITHIN, read(response, WORDS_BYTES)).await {
            Ok(Ok(Some(words))) => self.heard(&String::from_utf8_lossy(&words)),
            // Where the message cannot be read, the status alone is reported.
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
