//! Readers of a response: as a whole or incrementally.

use reqwest::Response;

use super::ModelServer;
use super::body::read;
use super::failure::RequestError;
use crate::ports::model_error::ModelError;

/// Maximum number of bytes of a response.
pub const ANSWER_BYTES: usize = 64 << 20;

/// A reader of a response.
pub trait Reading: Send {
    /// The result of reading.
    type Read: Send;

    /// Reads the response to one request from its start.
    fn read(
        &mut self,
        server: &ModelServer,
        response: Response,
    ) -> impl Future<Output = Result<Self::Read, RequestError>> + Send;

    /// True once part of a response was passed on. The request is then not retried, since the listener would get the
    /// rest of a different response.
    fn is_heard(&self) -> bool;
}

/// Reads the whole response as bytes.
pub(super) struct Whole;

impl Reading for Whole {
    type Read = Vec<u8>;

    async fn read(
        &mut self,
        server: &ModelServer,
        response: Response,
    ) -> Result<Vec<u8>, RequestError> {
        whole(server, response).await
    }

    fn is_heard(&self) -> bool {
        false
    }
}

/// The bytes of a whole response.
pub async fn whole(server: &ModelServer, response: Response) -> Result<Vec<u8>, RequestError> {
    let answer = read(response, ANSWER_BYTES).await;
    let answer = answer.map_err(|error| server.unreachable(&error))?;
    answer.ok_or_else(|| too_long().into())
}

/// The error of a response that exceeds the maximum size.
pub fn too_long() -> ModelError {
    ModelError::Malformed(format!("it is longer than {ANSWER_BYTES} bytes"))
}
