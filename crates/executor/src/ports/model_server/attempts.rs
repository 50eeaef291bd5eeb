//! One request with its retries.

use std::num::NonZeroU32;
use std::sync::atomic::Ordering;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Url};
use tokio::time::{sleep, timeout};

use super::ModelServer;
use super::answer_reader::Reading;
use super::deadline::Deadline;
use super::failure::RequestError;
use crate::ports::model_error::ModelError;

/// Maximum wait that the server did not request.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

impl ModelServer {
    /// Sends a request until it succeeds. On timeout the last failure is returned.
    pub(super) async fn answer<R: Reading>(
        &self,
        path: &str,
        question: Option<Vec<u8>>,
        deadline: Deadline,
        reading: &mut R,
    ) -> Result<R::Read, ModelError> {
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
            let attempt = self.attempt(client, url.clone(), question.clone(), reading);
            let attempt = timeout(deadline.left(), attempt).await;
            let failure = match attempt {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(failure)) => failure,
                Err(_) if reading.is_heard() => return Err(deadline.passed()),
                Err(_) => return Err(late),
            };
            attempts_left = attempts_left.map(|left| left.saturating_sub(1));
            let is_last = attempts_left == Some(0) || reading.is_heard();
            let again = failure.again.filter(|_| !is_last);
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

    async fn attempt<R: Reading>(
        &self,
        client: &Client,
        url: Url,
        question: Option<Vec<u8>>,
        reading: &mut R,
    ) -> Result<R::Read, RequestError> {
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
        reading.read(self, response).await
    }
}
