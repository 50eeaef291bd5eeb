//! Reads what a language model said, strictly, into an execution contract, a clarifying question or a reject.
//!
//! ```text
//! text ── read/ ──► Draft ── resolve/ against Tables ──► Contract + Ledger ──► Verdict
//! text ── fast/ ─────────────────────────────────────► Contract + Ledger
//! ```
//!
//! Two ways lead to one verdict. `fast` reads in one pass what models usually write and gives a contract or nothing;
//! `read` and `resolve` tell everything. `tests/paths.rs`, `tests/line.rs` and the fuzz targets `ways` and `line` hold
//! the two equal, verdict and ledger.
//!
//! It knows tables, notations, contracts and findings. It does not know YAML, files, sockets, clocks, recipes or how
//! a contract is run. It never guesses and never drops: what was not said in so many words is a line of the
//! [`ledger`], and what cannot be understood is a [`finding`] with its place.

pub mod clarify;
pub mod contract;
pub mod decode;
pub mod draft;
pub mod encode;
mod fast;
pub mod finding;
#[cfg(feature = "builtin")]
pub mod generated;
pub mod judge;
pub mod language;
pub mod ledger;
pub mod line;
mod list;
pub mod notation;
pub mod patch;
mod read;
pub mod span;
pub mod stream;
pub mod tables;
pub mod tokens;
mod typed_value;
pub mod verdict;
pub mod version;

mod calendar;
mod code;
mod decimal;
mod escape;
mod resolve;

pub use clarify::Clarify;
pub use contract::{Contract, Valid};
pub use decode::{Decoder, EmitClarify, Options};
pub use finding::{Finding, Violation};
pub use judge::{Judged, Ruling};
pub use ledger::Ledger;
pub use notation::{Notation, Spelling};
pub use read::extract::Extract;
pub use tables::Tables;
pub use tokens::Tokens;
pub use verdict::{Account, Decoded, Reject, Verdict};
pub use version::ContractVersion;
