//! A server of models over HTTP: a question as JSON to one of its paths → its answer as JSON. A list of what it has needs no
//! question.
//!
//! A question changes nothing at the server, so one that failed for a moment is asked again while there is time: where there
//! was no connection, and after the statuses 429, 500, 502, 503 and 504. The wait doubles each time, and is never shorter than
//! the server wants. A failure that there is no time to wait out is told at once. What a server says is heard without the
//! secret that it was told, on one short line.

#[cfg(feature = "embeddings")]
pub(crate) mod in_order;
mod retry_after;
mod turns;

use std::error::Error;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cmec_decoder::blank::is_unseen;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, StatusCode, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use crate::ports::http_client::{Authorization, ServerAddress, ServerAddressError};
use crate::ports::model_error::ModelError;
use crate::redaction;
use retry_after::retry_after;
use turns::Turns;

/// Most bytes of an answer.
const ANSWER_BYTES: usize = 64 << 20;

/// Most bytes of what a server says with a status. It is heard in whole or not at all: half a secret would not be masked.
const WORDS_BYTES: usize = 16 << 10;

/// Longest wait for what a server says with a status.
const WORDS_WITHIN: Duration = Duration::from_secs(1);

/// Most characters of what a server says that an error tells.
const LONGEST_WORDS: usize = 200;

/// First wait before a question is asked again, where nothing else is set.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// Shortest first wait.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// Longest wait that the server did not ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

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
    pub(crate) async fn ask<Question: Serialize, Answer: DeserializeOwned>(
        &self,
        path: &str,
        question: &Question,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        let question = serde_json::to_vec(question).map_err(|error| {
            ModelError::Malformed(format!("its question cannot be written: {error}"))
        })?;
        self.read_from(path, Some(question), deadline).await
    }

    /// Asks for what stands at a path below the address.
    pub(crate) async fn look<Answer: DeserializeOwned>(
        &self,
        path: &str,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        self.read_from(path, None, deadline).await
    }

    async fn read_from<Answer: DeserializeOwned>(
        &self,
        path: &str,
        question: Option<Vec<u8>>,
        deadline: Deadline,
    ) -> Result<Answer, ModelError> {
        let answer = self.answer(path, question, deadline).await?;
        serde_json::from_slice(&answer).map_err(|error| {
            ModelError::Malformed(format!(
                "it cannot be read: {}",
                self.heard(&error.to_string())
            ))
        })
    }

    /// The bytes of the answer, however often it takes to ask for them. Where the time ends, the last failure says why.
    async fn answer(
        &self,
        path: &str,
        question: Option<Vec<u8>>,
        deadline: Deadline,
    ) -> Result<Vec<u8>, ModelError> {
        let client = self.client()?;
        let url = self.below(path);
        let mut next_wait = self.first_wait;
        let mut late = deadline.passed();
        let mut attempts_left = self.attempts.map(NonZeroU32::get);
        loop {
            if let Some(turns) = &self.turns {
                let Some(turn) = turns.take(deadline.left()) else {
                    return Err(late);
                };
                sleep(turn).await;
            }
            let attempt = self.attempt(client, url.clone(), question.clone());
            let failure = match timeout(deadline.left(), attempt).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(failure)) => failure,
                Err(_) => return Err(late),
            };
            attempts_left = attempts_left.map(|left| left.saturating_sub(1));
            let again = failure.again.filter(|_| attempts_left != Some(0));
            let wait = again.map(|least| least.max(next_wait));
            let Some(wait) = wait.filter(|wait| *wait < deadline.left()) else {
                return Err(failure.error);
            };
            tracing::debug!(error = %failure.error, "a model is asked again");
            sleep(wait).await;
            next_wait = next_wait.saturating_mul(2).min(LONGEST_WAIT);
            late = failure.error;
        }
    }

    async fn attempt(
        &self,
        client: &Client,
        url: Url,
        question: Option<Vec<u8>>,
    ) -> Result<Vec<u8>, Failure> {
        let request = match question {
            Some(question) => (client.post(url))
                .header(CONTENT_TYPE, "application/json")
                .body(question),
            None => client.get(url),
        };
        self.requests.fetch_add(1, Ordering::Relaxed);
        let response = request.send().await;
        let response = response.map_err(|error| self.unreachable(&error))?;
        if !response.status().is_success() {
            return Err(self.refused(response).await);
        }
        let answer = read(response, ANSWER_BYTES).await;
        let answer = answer.map_err(|error| self.unreachable(&error))?;
        answer.ok_or_else(|| Failure {
            error: ModelError::Malformed(format!("it is longer than {ANSWER_BYTES} bytes")),
            again: None,
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

    /// That there was no connection, or that it ended too early.
    fn unreachable(&self, error: &reqwest::Error) -> Failure {
        // The first words are those of the library, with the whole address.
        let mut cause = error.source();
        while let Some(deeper) = cause.and_then(Error::source) {
            cause = Some(deeper);
        }
        let why = cause.map_or("no connection".to_owned(), ToString::to_string);
        let host = self.address.url().authority();
        Failure {
            error: ModelError::Unreachable(format!("{host}: {}", self.heard(&why))),
            again: (!error.is_builder()).then_some(Duration::ZERO),
        }
    }

    /// That it answered with a status, and what it says of that.
    async fn refused(&self, response: Response) -> Failure {
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
        Failure {
            error: match (is_down, is_busy) {
                (true, _) => ModelError::Unreachable(said),
                (false, true) => ModelError::Busy(said),
                (false, false) => ModelError::Refused(said),
            },
            again: (is_down || is_busy).then_some(wanted),
        }
    }

    /// Words of the server as an error tells them.
    pub(crate) fn heard(&self, words: &str) -> String {
        let masked = redaction::secrets(&self.address.secrets().mask(words));
        let seen = masked.replace(is_unseen, " ");
        let line = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(LONGEST_WORDS) {
            Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
            None => line,
        }
    }
}

/// What came of one request that has no answer.
struct Failure {
    error: ModelError,
    /// The shortest wait before another; `None`: it would fail in the same way.
    again: Option<Duration>,
}

/// The bytes of a body; `None`: there are more than so many.
async fn read(mut response: Response, most: usize) -> reqwest::Result<Option<Vec<u8>>> {
    let said = response.content_length();
    if said.is_some_and(|said| usize::try_from(said).map_or(true, |said| said > most)) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if chunk.len() > most - bytes.len() {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}

/// The time of one answer, which may take several questions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    since: Instant,
    within: Duration,
}

impl Deadline {
    /// So long from now.
    pub(crate) fn after(within: Duration) -> Self {
        Self {
            since: Instant::now(),
            within,
        }
    }

    fn left(&self) -> Duration {
        self.within.saturating_sub(self.since.elapsed())
    }

    const fn passed(&self) -> ModelError {
        ModelError::Timeout(self.within)
    }
}
