//! Pages of the address lane, with the server in the same process: the demonstration ledger, and rows made up.
#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[path = "../common/mod.rs"]
mod common;

mod command;
mod cursors;
mod demo;
mod made_up;
mod ties;
mod walk;
