//! The port of chat models: messages → a text, calls of tools, or a refusal.
//!
//! An answer comes as a whole. One that comes in pieces is a method beside it: the request is the same, and the pieces make up
//! the same answer.

pub mod answer;
pub mod constraint;
pub mod http;
pub mod request;
pub mod tool;

use std::time::Duration;

use crate::ports::model_error::ModelError;
use answer::ChatAnswer;
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
}
