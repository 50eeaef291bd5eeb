//! The grammars agree with the decoder.
//!
//! What the encoder writes, the grammars have; what a grammar has, the decoder reads: to a contract that is written
//! the same, or to a question about what the head of the grammar leaves to the decoder. Nothing the decoder finds
//! fault with in syntax, shape or vocabulary is in a grammar. llguidance judges the Lark
//! and the schema of the profile `engine`, a reader of its own the GBNF.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

mod agreement;
mod domain;
mod edges;
mod edges_of_lines;
mod gbnf;
mod lark;
mod reading;
mod schema;
mod spoil_line;

#[path = "../../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "../../../decoder/tests/common/intents.rs"]
mod intents;
#[path = "../../../decoder/tests/schemas/respell.rs"]
mod respell;
#[path = "../../../decoder/tests/stream/spoil.rs"]
mod spoil;
