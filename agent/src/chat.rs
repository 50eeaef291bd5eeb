//! The port of chat models: messages → a text, calls of tools, or a refusal.
//!
//! An answer comes as a whole, or in pieces that make up the same answer. Whoever hears the pieces may end it at each of them.

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

    /// Its answer to a request, with its pieces as they come. Where whoever hears them ends it, the answer is what was heard,
    /// and [`FinishReason::Stopped`](answer::FinishReason::Stopped). Pieces that were heard of an answer that then failed are
    /// no answer.
    ///
    /// A model that cannot say pieces says its whole answer first.
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
