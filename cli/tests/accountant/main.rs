//! What an accountant asks: balances, sums of payments, statements, trial balances, reconciliations and ages of debts, each held
//! against SQL written by hand on the ledger that the server answers from, and against one another.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

#[path = "../common/mod.rs"]
mod common;

mod books;
mod checks;
mod debts;
mod identities;
mod reports;
