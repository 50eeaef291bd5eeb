//! The recipes of the address lane: cases in Russian over the demonstration ledger, each asked of the real server
//! process and held against SQL written by hand on the same file; and what holds for every answer.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its files"
)]

#[path = "../common/mod.rs"]
mod common;

#[allow(dead_code, reason = "pages are walked elsewhere")]
#[path = "../../../crates/executor/tests/pages/walk.rs"]
mod walk;

mod arbitrary_server;
mod asked;
mod case;
mod cases;
mod codecs;
mod facts;
mod hostile;
mod namesakes;
mod oracle;
mod seed;
mod spellings;
mod transport;
mod unsaid;
mod ways;
