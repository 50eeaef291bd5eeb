//! How an answer is read: as a whole, or in a way of one's own.

use reqwest::Response;

use super::ModelServer;
use super::body::read;
use super::failure::RequestError;
use crate::ports::model_error::ModelError;

/// Most bytes of an answer.
pub const ANSWER_BYTES: usize = 64 << 20;

/// A way to read an answer.
pub trait Reading: Send {
    /// What is made of it.
    type Read: Send;

    /// Reads the answer to one request, from its beginning.
    fn read(
        &mut self,
        server: &ModelServer,
        response: Response,
    ) -> impl Future<Output = Result<Self::Read, RequestError>> + Send;

    /// Whether something of an answer was handed on. Then the question is not asked again: whoever heard the first half of one
    /// answer would hear the second of another.
    fn is_heard(&self) -> bool;
}

/// The bytes of the whole.
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

/// The bytes of an answer that comes as a whole.
pub async fn whole(server: &ModelServer, response: Response) -> Result<Vec<u8>, RequestError> {
    let answer = read(response, ANSWER_BYTES).await;
    let answer = answer.map_err(|error| server.unreachable(&error))?;
    answer.ok_or_else(|| too_long().into())
}

/// That an answer has more bytes than are read.
pub fn too_long() -> ModelError {
    ModelError::Malformed(format!("it is longer than {ANSWER_BYTES} bytes"))
}
