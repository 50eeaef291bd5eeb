//! Chat over HTTP, of a server that speaks as OpenAI's does (`/chat/completions`): vLLM, SGLang, llama.cpp and others.
//!
//! What is sent is written in one file. What comes is read in another, as a whole; its pieces are put together in a third, and
//! judged in the second.

mod body;
mod completion;
mod delta;
mod stream;

use std::time::Duration;

use super::Chat;
use super::answer::ChatAnswer;
use super::piece::Heard;
use super::request::ChatRequest;
use body::{Delivery, body};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_server::{Deadline, ModelServer};
use completion::Completion;
use stream::AnswerStream;

/// Where the server answers.
const PATH: &str = "chat/completions";

/// Longest silence within an answer, where nothing else is set.
const IDLE: Duration = Duration::from_secs(20);

/// Longest time from the first event of an answer to its end, where nothing else is set.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// How a model is asked at its server, whatever it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatSettings {
    /// The name of the model at its server.
    pub model: String,
    /// How the most tokens of an answer are said.
    pub token_limit: TokenLimit,
    /// Longest silence within a streamed answer. It begins with the first event: before that, a model may read and think as
    /// long as there is time. Comments and pieces of a reasoning are no silence.
    pub idle: Duration,
    /// Longest time of a streamed answer, from its first event to its end. How long a model reads depends on its machine and on
    /// the prompt, so that time does not count.
    pub answer_within: Duration,
}

impl ChatSettings {
    /// A model that is told `max_tokens`, may be silent for 20 seconds, and has 30 for an answer that it has begun.
    #[must_use]
    pub const fn new(model: String) -> Self {
        Self {
            model,
            token_limit: TokenLimit::MaxTokens,
            idle: IDLE,
            answer_within: ANSWER_WITHIN,
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
        let deadline = Deadline::after(within);
        let body = body(request, &self.settings, Delivery::Whole);
        let said: Completion = self.server.ask(PATH, &body, deadline).await?;
        said.answer(&self.server)
    }

    async fn stream(
        &self,
        request: &ChatRequest,
        within: Duration,
        heard: Heard<'_>,
    ) -> Result<ChatAnswer, ModelError> {
        let deadline = Deadline::after(within);
        let body = body(request, &self.settings, Delivery::Pieces);
        let mut stream = AnswerStream::new(heard, &self.settings);
        let read = self
            .server
            .converse(PATH, &body, deadline, &mut stream)
            .await;
        match read {
            // Only its cost was waited for.
            Err(_) if stream.is_whole() => stream.answer(),
            read => read,
        }
    }
}
