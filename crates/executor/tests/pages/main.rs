//! Pages of the address lane, with the server in the same process: the demonstration ledger, and rows made up.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[allow(dead_code, reason = "each test crate asks for some of them")]
#[path = "../../../../fixtures/address/names.rs"]
mod names;

mod cursors;
mod demo;
mod made_up;
#[path = "../meaning/parts.rs"]
mod parts;
mod parts_of_recipes;
mod ties;
mod walk;
