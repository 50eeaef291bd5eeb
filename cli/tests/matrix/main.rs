//! Every fault of a 1C MCP server, over both forms of answers and every transport: the answer comes within its deadline, is
//! limited with the right reason or holds the right facts, and leaves no task and no process behind.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

#[path = "../common/mod.rs"]
mod common;

mod asking;
mod faults;
mod restart;
