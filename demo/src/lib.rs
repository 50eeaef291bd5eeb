//! Demonstration data for the built-in domains, generated from a seed: a server that answers 1C queries over a ledger
//! (`one_c`), databases with the tables in a domain's bindings (`tables`), and texts (`texts`).
//!
//! This crate knows its data, the queries and the server protocol. It depends on no other crate of this workspace and
//! knows no contracts, plans or catalogues, so it cannot be biased towards them.

mod calendar;
mod random;
mod rows;

pub mod one_c;
pub mod tables;
pub mod texts;
