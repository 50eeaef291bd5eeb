//! A server of models over HTTP: a question as JSON to one of its paths → its answer as JSON. A list of what it has needs no
//! question.
//!
//! A question changes nothing at the server, so one that failed for a moment is asked again while there is time: where there
//! was no connection, and after the statuses 429, 500, 502, 503 and 504. The wait doubles each time, and is never shorter than
//! the server wants. A failure that there is no time to wait out is told at once. What a server says is heard without the
//! secret that it was told, on one short line.

mod answer_reader;
mod attempts;
mod body;
mod deadline;
mod failure;
#[cfg(feature = "embeddings")]
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

/// Most characters of what a server says that an error tells.
const LONGEST_WORDS: usize = 200;

/// First wait before a question is asked again, where nothing else is set.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// Shortest first wait.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// A server of models. Clones share its connections, its rate and the count of its requests.
#[derive(Debug, Clone)]
pub struct ModelServer {
    address: ServerAddress,
    /// Made by the first question. Connections are kept: a new one would cost each question the handshake of TLS.
    client: Arc<OnceLock<Client>>,
    first_wait: Duration,
    attempts: Option<NonZeroU32>,
    turns: Option<Turns>,
    requests: Arc<AtomicU64>,
}

impl ModelServer {
    /// The server whose paths stand below an address, as `http://HOST:8000/v1`. It is reached by the first question.
    ///
    /// # Errors
    /// When the address is none, or the credentials cannot be sent.
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

    /// The same, which waits so long before it asks again for the first time; a millisecond at least.
    #[must_use]
    pub fn with_first_wait(self, first_wait: Duration) -> Self {
        Self {
            first_wait: first_wait.max(SHORTEST_WAIT),
            ..self
        }
    }

    /// The same, which is asked for one answer at most so often, also where there is time for more.
    #[must_use]
    pub fn with_attempts(self, attempts: NonZeroU32) -> Self {
        Self {
            attempts: Some(attempts),
            ..self
        }
    }

    /// The same, which is asked at most so often in a second.
    #[must_use]
    pub fn at_most_each_second(self, requests: NonZeroU32) -> Self {
        Self {
            turns: Some(Turns::each_second(requests)),
            ..self
        }
    }

    /// How many requests it was sent, those that failed and were sent again included.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Asks a question at a path below the address.
    pub async fn ask<Question: Serialize, Answer: DeserializeOwned>(
        &self,
        path: &str,
        question: &Question,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        let answer = self.converse(path, question, deadline, &mut Whole).await?;
        self.parsed(&answer)
    }

    /// Asks for what stands at a path below the address.
    pub(crate) async fn look<Answer: DeserializeOwned>(
        &self,
        path: &str,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        let answer = self.answer(path, None, deadline, &mut Whole).await?;
        self.parsed(&answer)
    }

    /// Asks a question at a path below the address, and reads its answer in a way of one's own.
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

    /// An answer that came as JSON.
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
        // Every address with a host has segments.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path.split('/'));
        }
        url
    }

    /// Words of the server as an error tells them.
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
