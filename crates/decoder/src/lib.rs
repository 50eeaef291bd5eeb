//! Strictly decodes the output of a language model into an execution contract, a clarifying question or a reject.
//!
//! It is for a host whose model writes queries over a domain, as SQL, cMEC, MEC or a tool call. The host gets a typed
//! contract that it can execute, or a reason to show to the model or the person; it never runs the model's text.
//!
//! ```text
//! text ── read/ ──► Draft ── resolve/ against Tables ──► Contract + Ledger ──► Verdict
//! ```
//!
//! The crate handles tables, notations, contracts and findings. It does not handle YAML, files, sockets, clocks,
//! recipes or the execution of a contract. It never guesses and never drops a part silently: whatever the text does not
//! state literally is an entry of the [`ledger`], and whatever it cannot understand is a [`finding`] with its span.
//!
//! ```
//! use cmec_decoder::{Decoder, Verdict, generated};
//!
//! let tables = generated::builtin("wine").expect("a built-in domain");
//! let decoder = Decoder::new(tables);
//!
//! let decoded = decoder.decode("SELECT name FROM wine WHERE price < 2000", "trace-1");
//! let Verdict::Contract(contract) = &decoded.verdict else {
//!     panic!("{:?}", decoded.verdict);
//! };
//! assert_eq!(contract.grounding.target_types, ["wine"]);
//!
//! // A misspelled column is a question with candidates.
//! let decoded = decoder.decode("SELECT name FROM wine WHERE prise < 2000", "trace-2");
//! let Verdict::Clarify(clarify) = &decoded.verdict else {
//!     panic!("{:?}", decoded.verdict);
//! };
//! assert_eq!(clarify.reasons[0].candidates[0].code, "price");
//!
//! // A text that is no query is rejected.
//! let decoded = decoder.decode("DROP TABLE wine", "trace-3");
//! assert!(matches!(decoded.verdict, Verdict::Reject(_)));
//! ```

// foundations: spans, scalar formats, letters
pub mod blank;
pub mod calendar;
mod decimal;
mod escape;
pub mod letters;
#[cfg(feature = "schema")]
pub mod schema;
pub mod span;
mod sql_words;

// numbers and periods of a question
mod question;

// similar names
pub mod names;

// the contract language as data
pub mod language;

// the notations and the versions of a contract
pub mod notation;
pub mod version;

// the contract
pub mod contract;

// a compiled codebook
pub mod tables;

// the variables of a contract
pub mod places;

// the codebooks built into the crate
pub mod generated;

// the content of a text before the rules
pub mod draft;

// errors in a text
pub mod finding;

// typed values of filters
mod typed_value;

// defaults and derivations
pub mod ledger;

// the readers, by notation
mod read;

// token counts and clarifying questions
pub mod clarify;
pub mod tokens;

// the result of decoding
pub mod verdict;

// the rules: draft to contract
mod resolve;

// the writers, by notation
pub mod encode;

// the decoder
pub mod decode;

// other uses of the decoder
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
pub use question::{Grain, Meaning, Period, Quantity, quantities};
pub use read::extract::Extract;
pub use tables::Tables;
pub use tokens::Tokens;
pub use verdict::{Account, Decoded, Reject, Verdict};
pub use version::ContractVersion;
