//! Models over HTTP: what is sent, what an answer must be, and the faults of a server.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and listens"
)]

mod chat_answer;
mod chat_dialects;
mod chat_request;
mod chat_script;
mod chat_server;
mod chat_stopped;
mod chat_stream;
mod chat_stream_faults;
mod chat_turns;
mod embedder;
mod enforcement;
mod faults;
mod model_list;
mod reranker;
mod server;

use std::time::Duration;

use cmec_agent::chat::http::{ChatSettings, HttpChat};
use cmec_executor::ports::embedder::http::{EmbeddingSettings, HttpEmbedder};
use cmec_executor::ports::model_server::ModelServer;
use cmec_executor::ports::reranker::http::HttpReranker;
use server::Server;

/// Longer than any answer takes that comes at all.
const LONG: Duration = Duration::from_secs(60);

/// A server of models that is asked again soon.
fn model_server(server: &Server) -> ModelServer {
    let own = ModelServer::new(&server.url, None).unwrap();
    own.with_first_wait(Duration::from_millis(1))
}

fn settings() -> EmbeddingSettings {
    EmbeddingSettings::new("m".to_owned())
}

fn embedder(server: &Server) -> HttpEmbedder {
    HttpEmbedder::new(model_server(server), settings())
}

fn reranker(server: &Server) -> HttpReranker {
    HttpReranker::new(model_server(server), "r".to_owned())
}

fn chat(server: &Server) -> HttpChat {
    HttpChat::new(model_server(server), ChatSettings::new("c".to_owned()))
}
