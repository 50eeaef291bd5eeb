//! Chat over HTTP, of a server that speaks as OpenAI's does (`/chat/completions`): vLLM, SGLang, llama.cpp and others.
//!
//! What is sent is written in one file and what comes is read in another, so that a stream of server-sent events can be read
//! beside the second with the first as it is.

mod body;
mod completion;

use std::time::{Duration, Instant};

use super::Chat;
use super::answer::ChatAnswer;
use super::request::ChatRequest;
use crate::ports::model_error::ModelError;
use crate::ports::model_server::{Deadline, ModelServer};
use body::body;
use completion::Completion;

/// How a model is asked at its server, whatever it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatSettings {
    /// The name of the model at its server.
    pub model: String,
    /// How the most tokens of an answer are said.
    pub token_limit: TokenLimit,
}

impl ChatSettings {
    /// A model that is told `max_tokens`.
    #[must_use]
    pub const fn new(model: String) -> Self {
        Self {
            model,
            token_limit: TokenLimit::MaxTokens,
        }
    }
}

/// The parameter that says the most tokens of an answer. One of the two is sent, for there are servers that refuse either:
/// Mistral takes no `max_completion_tokens`, and the reasoning models of OpenAI take no `max_tokens`. llama.cpp before February
/// 2026 ignored `max_completion_tokens`, and its answers had no end. So `max_tokens` is the default, and whoever asks OpenAI
/// says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TokenLimit {
    /// `max_tokens`.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

impl TokenLimit {
    /// The name of the parameter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// A chat model at a server.
#[derive(Debug, Clone)]
pub struct HttpChat {
    server: ModelServer,
    settings: ChatSettings,
}

impl HttpChat {
    /// The model of a server.
    #[must_use]
    pub const fn new(server: ModelServer, settings: ChatSettings) -> Self {
        Self { server, settings }
    }
}

impl Chat for HttpChat {
    fn model(&self) -> &str {
        &self.settings.model
    }

    async fn answer(
        &self,
        request: &ChatRequest,
        within: Duration,
    ) -> Result<ChatAnswer, ModelError> {
        let since = Instant::now();
        let body = body(request, &self.settings)?;
        let deadline = Deadline::after(within);
        let said: Completion = self.server.ask("chat/completions", &body, deadline).await?;
        said.answer(&self.server, since.elapsed())
    }
}
