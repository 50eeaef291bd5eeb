//! The reading grammar of the line and the schema of the profile `engine` agree with the decoder. llguidance judges the
//! Lark and the schema, a reader of its own the GBNF.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

mod domain;
mod gbnf;
mod lark;
mod reading;
mod schema;

#[path = "../../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "../../../decoder/tests/common/intents.rs"]
mod intents;
#[path = "../../../decoder/tests/schemas/respell.rs"]
mod respell;
