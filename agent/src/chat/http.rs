//! Chat over HTTP with a server that implements OpenAI's `/chat/completions`: vLLM, SGLang, llama.cpp and others.
//!
//! `body` writes a request, `completion` reads a whole answer, and `delta` assembles a streamed one.

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

/// The path of the endpoint.
const PATH: &str = "chat/completions";

/// Default limit of silence within an answer.
const IDLE: Duration = Duration::from_secs(20);

/// Default time limit from the first event of an answer to its end.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// The settings for a model on its server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatSettings {
    /// The model's name on its server.
    pub model: String,
    /// The parameter for the token limit.
    pub token_limit: TokenLimit,
    /// Longest silence within a streamed answer, counted from the first event: before that, a model may read and think
    /// as long as time allows. Comments and reasoning pieces end a silence.
    pub idle: Duration,
    /// Time limit of a streamed answer, from its first event to its end. The time to read the prompt depends on the
    /// machine and is not included.
    pub answer_within: Duration,
}

impl ChatSettings {
    /// `max_tokens`, 20 seconds of silence and 30 seconds per started answer.
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

/// The parameter for the token limit. Only one is sent, because some servers reject the other: Mistral rejects
/// `max_completion_tokens`, and OpenAI's reasoning models reject `max_tokens`. llama.cpp before February 2026 ignored
/// `max_completion_tokens`, so answers had no limit. So `max_tokens` is the default.
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

/// A chat model on a server.
#[derive(Debug, Clone)]
pub struct HttpChat {
    server: ModelServer,
    settings: ChatSettings,
}

impl HttpChat {
    /// A chat model on this server.
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
            // Only usage was missing.
            Err(_) if stream.is_whole() => stream.answer(),
            read => read,
        }
    }
}
