//! The port of chat models: messages → a text, tool calls, or a refusal. An answer comes as a whole or in pieces, and a
//! listener may stop it at any piece.

pub mod answer;
pub mod confidence;
pub mod constraint;
pub mod http;
pub mod piece;
pub mod request;
mod server_sent_events;
pub mod tool;

use std::time::Duration;

use answer::ChatAnswer;
use cmec_executor::ports::model_error::ModelError;
use piece::{Heard, hand_out};
use request::ChatRequest;

/// A model that answers messages.
pub trait Chat: Sync {
    /// The name of the model.
    fn model(&self) -> &str;

    /// Its answer to a request.
    fn answer(
        &self,
        request: &ChatRequest,
        within: Duration,
    ) -> impl Future<Output = Result<ChatAnswer, ModelError>> + Send;

    /// The answer to a request, streamed in pieces. If the listener stops it, the answer contains what was heard, with
    /// [`FinishReason::Stopped`](answer::FinishReason::Stopped). Pieces of an answer that fails later are to be
    /// discarded.
    ///
    /// A model without streaming passes on its whole answer first.
    fn stream(
        &self,
        request: &ChatRequest,
        within: Duration,
        heard: Heard<'_>,
    ) -> impl Future<Output = Result<ChatAnswer, ModelError>> + Send {
        async move {
            let answer = self.answer(request, within).await?;
            Ok(hand_out(answer, heard))
        }
    }
}
