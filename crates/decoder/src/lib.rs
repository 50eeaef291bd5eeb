//! Reads what a language model said, strictly, into an execution contract, a clarifying question or a reject.
//!
//! ```text
//! text ── read/ ──► Draft ── resolve/ against Tables ──► Contract + Ledger ──► Verdict
//! ```
//!
//! It knows tables, notations, contracts and findings. It does not know YAML, files, sockets, clocks, recipes or how
//! a contract is run. It never guesses and never drops: what was not said in so many words is a line of the
//! [`ledger`], and what cannot be understood is a [`finding`] with its place.

// the floor: places in a text, lists, forms of scalars
pub mod blank;
pub mod calendar;
mod decimal;
mod escape;
pub mod letters;
#[cfg(feature = "schema")]
pub mod schema;
pub mod span;
mod sql_words;

// which names are near a word
pub mod names;

// the contract language as data
pub mod language;

// the notations and the versions of a contract
pub mod notation;
pub mod version;

// the contract
pub mod contract;

// one codebook
pub mod tables;

// where instances stand in a match
pub mod places;

// the codebooks built into the crate
pub mod generated;

// what a text says, before the rules
pub mod draft;

// broken rules
pub mod finding;

// the values of filters by type
mod typed_value;

// what the text did not say
pub mod ledger;

// the readers, by notation
mod read;

// token counts and clarifying questions
pub mod clarify;
pub mod tokens;

// the answer of the decoder
pub mod verdict;

// the rules: draft to contract
mod resolve;

// the writers, by notation
pub mod encode;

// the decoder
pub mod decode;

// its other callers
pub mod definition;
pub mod deprecated_uses;
pub mod patch;
pub mod stream;

pub use clarify::Clarify;
pub use contract::{Contract, Valid};
pub use decode::{Decoder, EmitClarify, Options};
pub use deprecated_uses::{DeprecatedUse, deprecated};
pub use finding::Finding;
pub use ledger::Ledger;
pub use notation::{Notation, Spelling};
pub use read::extract::Extract;
pub use tables::Tables;
pub use tokens::Tokens;
pub use verdict::{Account, Decoded, Reject, Verdict};
pub use version::ContractVersion;
