//! What must hold for any bytes whatever, one promise to a file. The targets feed it; `cargo xtask fuzz` runs them.
//!
//! ```text
//! seeds, fixtures ── libFuzzer ──► bytes ── target ──► promise ── assert ──► artefact of the bytes that break it
//! ```
//!
//! An input of two parts, a text and its cuts or a text and its patch, has a zero byte between them, so that a seed
//! stays readable. This is a workspace of its own: it wants coverage flags and a C++ compiler, and nothing else
//! does.

mod codebook;
mod decode;
mod extract;
mod notation;
mod ontology;
mod patch;
mod question;
mod round_trip;
mod said;
mod stream;
mod tables;

pub use codebook::any_file_of_a_codebook_is_model_or_findings;
pub use decode::any_bytes_have_a_verdict;
pub use extract::extraction_is_accounted_for;
pub use notation::any_text_is_an_intent_or_findings;
pub use ontology::any_bytes_are_a_codebook_or_a_finding;
pub use patch::patches_change_one_part;
pub use question::quantities_are_in_order;
pub use round_trip::contracts_round_trip;
pub use stream::pieces_come_to_the_verdict_on_the_whole;
pub use tables::table_files_are_refused_or_serve;
