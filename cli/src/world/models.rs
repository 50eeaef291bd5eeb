//! Model servers: one for chat, and two for a text index, which compute vectors and rerank the best texts.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::Args;
use cmec_agent::enforcement::{Examination, Limits};
use cmec_executor::ports::embedder::http::{EmbeddingSettings, HttpEmbedder};
use cmec_executor::ports::embedder::{Embedder, NoEmbedder, Wording};
use cmec_executor::ports::http_client::Authorization;
use cmec_executor::ports::model_list::models;
use cmec_executor::ports::model_server::ModelServer;
use cmec_executor::ports::reranker::http::HttpReranker;
use cmec_executor::ports::reranker::{NoReranker, Reranker};
use serde_json::Value;

use crate::terminal::arguments::within;
use crate::terminal::exit::CliError;
use crate::terminal::{output, secrets};

/// How often a server is asked for one answer, where it is busy or cannot be reached.
pub(crate) const ATTEMPTS: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// Most bytes of a field of a request, with its name.
const FIELD_BYTES: usize = 1 << 10;

/// Most names of models that a message lists.
const LISTED: usize = 20;

/// Which model is asked in words, where one is.
#[derive(Debug, Args)]
pub(crate) struct ChatArguments {
    /// Address of a server with `/chat/completions` as OpenAI has it, `http://HOST:PORT/v1`
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: Option<String>,
    /// Name of the model [default: the only one that the server has]
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Environment variable with the key of the server
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    pub(crate) key_env: Option<String>,
}

impl ChatArguments {
    /// The server, where one is asked.
    pub(crate) fn server(&self) -> Result<Option<ModelServer>, CliError> {
        let url = self.endpoint.as_deref();
        let key = ("--key-env", self.key_env.as_deref());
        url.map(|url| server(("--endpoint", url), key)).transpose()
    }

    /// Names the model, where one is asked and none is named: it is the only one of the server.
    pub(crate) async fn name_model(&mut self, within: Duration) -> Result<(), CliError> {
        if let (Some(server), None) = (self.server()?, &self.model) {
            let server = server.with_attempts(ATTEMPTS);
            self.model = Some(only_model(&server, within).await?);
        }
        Ok(())
    }
}

/// Which model gives vectors.
#[derive(Debug, Args)]
pub(crate) struct EmbedderArguments {
    /// Address of a server with `/embeddings` as OpenAI has it, `http://HOST:PORT/v1`: texts are found by vectors, too
    #[arg(long, value_name = "URL", requires = "embed_model")]
    pub(crate) embed_url: Option<String>,
    /// Name of the model that gives vectors
    #[arg(long, value_name = "NAME", requires = "embed_url")]
    pub(crate) embed_model: Option<String>,
    /// Environment variable with the key of that server
    #[arg(long, value_name = "NAME", requires = "embed_url")]
    pub(crate) embed_key_env: Option<String>,
    /// Prefix of each question, `query: ` for models of the E5 family [default: the prefix that the index was made with]
    #[arg(long, value_name = "TEXT", requires = "embed_url")]
    pub(crate) embed_question_prefix: Option<String>,
    /// Prefix of each text, `passage: ` for models of the E5 family
    #[arg(long, value_name = "TEXT", requires = "embed_url")]
    pub(crate) embed_text_prefix: Option<String>,
    /// What a request for the vector of a question has besides, as `input_type=query`: JSON or a text; may be said several
    /// times [default: what the index was made for]
    #[arg(long, value_name = "NAME=VALUE", requires = "embed_url", value_parser = field)]
    pub(crate) embed_question_field: Vec<(String, Value)>,
    /// What a request for the vector of a text has besides, as `input_type=passage`
    #[arg(long, value_name = "NAME=VALUE", requires = "embed_url", value_parser = field)]
    pub(crate) embed_text_field: Vec<(String, Value)>,
    /// Name of that model for questions, where its server has another [default: what the index was made for]
    #[arg(long, value_name = "NAME", requires = "embed_url")]
    pub(crate) embed_question_model: Option<String>,
    /// Most requests in a second to that server [default: as many as come]
    #[arg(long, value_name = "N", requires = "embed_url")]
    pub(crate) embed_rate: Option<NonZeroU32>,
}

/// Which model reads texts again, and what of a vector is enough.
#[derive(Debug, Args)]
pub(crate) struct RankArguments {
    /// Cosine from which on a text of that model answers a question by itself [default: none, its words must stand there]
    #[arg(long, value_name = "COSINE", requires = "embed_url", value_parser = cosine)]
    pub(crate) least_cosine: Option<f32>,
    /// Address of a server with `/rerank` as Cohere has it: the best texts are read again by a model
    #[arg(long, value_name = "URL", requires = "rerank_model")]
    pub(crate) rerank_url: Option<String>,
    /// Name of the model that reads texts again
    #[arg(long, value_name = "NAME", requires = "rerank_url")]
    pub(crate) rerank_model: Option<String>,
    /// Environment variable with the key of that server
    #[arg(long, value_name = "NAME", requires = "rerank_url")]
    pub(crate) rerank_key_env: Option<String>,
}

/// The embedder that the options name, or none. `set` changes the settings for a command.
pub(crate) fn embedder(
    arguments: &EmbedderArguments,
    set: impl FnOnce(&mut EmbeddingSettings),
) -> Result<Box<dyn Embedder>, CliError> {
    let (Some(url), Some(model)) = (&arguments.embed_url, &arguments.embed_model) else {
        return Ok(Box::new(NoEmbedder));
    };
    let key = arguments.embed_key_env.as_deref();
    let mut server = server(("--embed-url", url), ("--embed-key-env", key))?;
    if let Some(rate) = arguments.embed_rate {
        server = server.at_most_each_second(rate);
    }
    let fields = |said: &[(String, Value)]| said.iter().cloned().collect();
    let mut settings = EmbeddingSettings {
        question: Wording {
            model: arguments.embed_question_model.clone(),
            prefix: arguments.embed_question_prefix.clone(),
            fields: fields(&arguments.embed_question_field),
        },
        piece: Wording {
            model: None,
            prefix: arguments.embed_text_prefix.clone(),
            fields: fields(&arguments.embed_text_field),
        },
        ..EmbeddingSettings::new(model.clone())
    };
    set(&mut settings);
    Ok(Box::new(HttpEmbedder::new(server, settings)))
}

/// The reranker that the options name, or none.
pub(crate) fn reranker(arguments: &RankArguments) -> Result<Box<dyn Reranker>, CliError> {
    let (Some(url), Some(model)) = (&arguments.rerank_url, &arguments.rerank_model) else {
        return Ok(Box::new(NoReranker));
    };
    let key = arguments.rerank_key_env.as_deref();
    let server = server(("--rerank-url", url), ("--rerank-key-env", key))?;
    Ok(Box::new(HttpReranker::new(server, model.clone())))
}

/// The server at an address, with the key of an environment variable; both with the options that name them.
pub(crate) fn server(
    (option, url): (&str, &str),
    (key_option, key): (&str, Option<&str>),
) -> Result<ModelServer, CliError> {
    let key = key.map(|name| secrets::of_environment(key_option, name));
    let authorization = key.transpose()?.map(Authorization::Bearer);
    let server = ModelServer::new(url, authorization.as_ref());
    server.map_err(|error| CliError::usage(format!("{option}: {error}")))
}

/// The model of a server that has one.
pub(crate) async fn only_model(server: &ModelServer, within: Duration) -> Result<String, CliError> {
    let listed = models(server, within).await.map_err(|error| {
        let said = output::plain(&error.to_string());
        CliError::failed(format!("the models of the server are not known: {said}"))
            .help("name the model with --model")
    })?;
    match listed.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(CliError::usage("the server lists no model").help("name one with --model")),
        several => {
            let names = several.iter().take(LISTED);
            let names: Vec<String> = names
                .map(|own| format!("`{}`", output::plain(own)))
                .collect();
            let more = match several.len().saturating_sub(LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let message = format!(
                "the server has {} models: {}{more}",
                several.len(),
                names.join(", ")
            );
            Err(CliError::usage(message).help("name one with --model"))
        }
    }
}

/// An examination of a model, which answered a plain question.
pub(crate) async fn examination(
    server: ModelServer,
    model: String,
    limits: Limits,
) -> Result<Examination, CliError> {
    let seed = getrandom::u64().map_err(CliError::failed)?;
    let begun = Examination::begin(server, model, limits, seed).await;
    begun.map_err(|error| {
        let help =
            "a plain question has to be answered first: see the address, --model and --key-env";
        CliError::failed(output::plain(&error.to_string())).help(help)
    })
}

/// An additional field of a request, `NAME=VALUE`. The fields that every request has cannot be replaced.
fn field(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    match name {
        "" => return Err("write NAME=VALUE".to_owned()),
        "input" | "model" | "encoding_format" => {
            return Err(format!("`{name}` has a value already"));
        }
        _ if text.len() > FIELD_BYTES => return Err(format!("{FIELD_BYTES} bytes at most")),
        _ => {}
    }
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((name.to_owned(), value))
}

fn cosine(text: &str) -> Result<f32, String> {
    within(text, -1.0..=1.0, ["not a number", "from -1 to 1"])
}
