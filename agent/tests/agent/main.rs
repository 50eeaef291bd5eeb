//! The agent loop against a scripted server: every way in which a model and its provider go wrong ends in an answer, a list,
//! a question, or the reason why there is none, in few calls and in time.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and listens"
)]

#[path = "../models/chat_script.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod chat_script;
mod loops;
#[path = "../models/server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod server;
mod world;
