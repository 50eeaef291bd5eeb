//! A server of models over HTTP: a JSON request to a path → its JSON response.
//!
//! Requests have no side effects, so a request that failed temporarily is retried in the remaining time: after a failed
//! connection and after the statuses 429, 500, 502, 503 and 504. The wait doubles each time and is never shorter than
//! the server requests. A failure is returned at once where no time is left for the wait. Secrets are masked in the
//! server's messages, which are shortened to one line.

mod answer_reader;
mod attempts;
mod body;
mod deadline;
mod failure;
#[cfg(feature = "model")]
pub(crate) mod in_order;
mod turns;

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cmec_decoder::blank::is_unseen;
use reqwest::{Client, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ports::http_client::{Authorization, ServerAddress, ServerAddressError};
use crate::ports::model_error::ModelError;
use crate::redaction;
use answer_reader::Whole;
pub use answer_reader::{ANSWER_BYTES, Reading, too_long, whole};
pub use deadline::Deadline;
pub use failure::RequestError;
use turns::Turns;

/// Maximum number of characters of a server message in an error.
const LONGEST_WORDS: usize = 200;

/// Default wait before the first retry.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// Minimum wait before the first retry.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// A server of models. Clones share its connections, its rate limit and its request count.
#[derive(Debug, Clone)]
pub struct ModelServer {
    address: ServerAddress,
    /// Created by the first request. Connections are reused, since each new one costs a TLS handshake.
    client: Arc<OnceLock<Client>>,
    first_wait: Duration,
    attempts: Option<NonZeroU32>,
    turns: Option<Turns>,
    requests: Arc<AtomicU64>,
}

impl ModelServer {
    /// The server at a base address, such as `http://HOST:8000/v1`. The first request connects to it.
    ///
    /// # Errors
    /// The address is invalid, or the credentials cannot be sent.
    pub fn new(
        base: &str,
        authorization: Option<&Authorization>,
    ) -> Result<Self, ServerAddressError> {
        Ok(Self {
            address: ServerAddress::new(base, authorization)?,
            client: Arc::default(),
            first_wait: FIRST_WAIT,
            attempts: None,
            turns: None,
            requests: Arc::default(),
        })
    }

    /// Sets the wait before the first retry, at least a millisecond.
    #[must_use]
    pub fn with_first_wait(self, first_wait: Duration) -> Self {
        Self {
            first_wait: first_wait.max(SHORTEST_WAIT),
            ..self
        }
    }

    /// Sets the maximum number of attempts for one answer.
    #[must_use]
    pub fn with_attempts(self, attempts: NonZeroU32) -> Self {
        Self {
            attempts: Some(attempts),
            ..self
        }
    }

    /// Sets the maximum number of requests per second.
    #[must_use]
    pub fn at_most_each_second(self, requests: NonZeroU32) -> Self {
        Self {
            turns: Some(Turns::each_second(requests)),
            ..self
        }
    }

    /// Number of requests sent, including retries.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Posts a request to a path below the base address.
    pub async fn ask<Question: Serialize, Answer: DeserializeOwned>(
        &self,
        path: &str,
        question: &Question,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        let answer = self.converse(path, question, deadline, &mut Whole).await?;
        self.parsed(&answer)
    }

    /// Gets a path below the base address.
    pub(crate) async fn look<Answer: DeserializeOwned>(
        &self,
        path: &str,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        let answer = self.answer(path, None, deadline, &mut Whole).await?;
        self.parsed(&answer)
    }

    /// Posts a request and reads its response with a custom reader.
    pub async fn converse<Question: Serialize, R: Reading>(
        &self,
        path: &str,
        question: &Question,
        deadline: Deadline,
        reading: &mut R,
    ) -> Result<R::Read, ModelError> {
        let question = serde_json::to_vec(question).map_err(|error| {
            ModelError::Malformed(format!("its question cannot be written: {error}"))
        })?;
        self.answer(path, Some(question), deadline, reading).await
    }

    /// Parses a JSON response.
    pub fn parsed<Answer: DeserializeOwned>(&self, answer: &[u8]) -> Result<Answer, ModelError> {
        serde_json::from_slice(answer).map_err(|error| {
            ModelError::Malformed(format!(
                "it cannot be read: {}",
                self.heard(&error.to_string())
            ))
        })
    }

    fn client(&self) -> Result<&Client, ModelError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = self.address.client().build();
        let client = client.map_err(|error| self.unreachable(&error).error)?;
        Ok(self.client.get_or_init(|| client))
    }

    fn below(&self, path: &str) -> Url {
        let mut url = self.address.url().clone();
        // Every address with a host has path segments.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path.split('/'));
        }
        url
    }

    /// A message of the server for an error, with secrets masked.
    pub fn heard(&self, words: &str) -> String {
        let masked = redaction::secrets(&self.address.secrets().mask(words));
        let seen = masked.replace(is_unseen, " ");
        let line = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(LONGEST_WORDS) {
            Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
            None => line,
        }
    }
}
