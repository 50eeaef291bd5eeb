//! The demonstration 1C server: its ledger, its queries against SQL written by hand, and its protocol.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

#[allow(dead_code, reason = "each test crate asks for some of them")]
#[path = "../../../fixtures/address/names.rs"]
mod names;

mod fixture;
mod kinds;
mod ledger;
mod lookups;
mod profiles;
mod protocol;
mod queries;
