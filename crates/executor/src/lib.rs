//! Plans a contract onto whitelisted recipes, runs it through ports, and keeps a separate debug envelope.
//!
//! ```text
//! Valid<Contract> ── plan (pure) ──► Plan ── run through ports ──► Response
//!                                                        └───────► DebugEnvelope → its own sink
//! ```
//!
//! It knows contracts, catalogues, plans, ports and responses. It does not know notations: how a contract was spelled
//! has no part in how it is run. Its agent alone hands texts to the decoder. What is not in the [`catalogue`] cannot be called.
//!
//! Planning is pure and needs no feature. What runs a plan needs `run`. MCP servers as processes need `mcp`, those over
//! Streamable HTTP `http`. Statements over tables need `structured`, SQLite files `sqlite`. Texts are
//! searched with `retrieval`, in an index by `tantivy` or by `text-postgres`; models over HTTP need `model`, those
//! beside an index of texts `embeddings`.

// What tells two texts apart in few bytes, and names as they are compared.
mod fingerprint;
mod plain_name;

// The words of a text.
#[cfg(feature = "retrieval")]
pub mod analysis;

// What an index of texts is made of.
pub mod documents;

// What is said of a domain, and the words of answers.
pub mod catalogue;
pub mod cursor_text;
pub mod database_schema;
pub mod filters;
pub mod locale;
pub mod redaction;
pub mod relative_days;
pub mod taxonomy;

// What people read of an answer.
pub mod wording;

// What an answer does not see, as data.
pub mod limitation;

// The 1C port, its codecs and servers, the file of records; the catalogues of the built-in domains.
#[cfg(feature = "builtin")]
pub mod generated;
pub mod ports;

// What a server of models enforces.
// What writes an index, and whether what was found in one is an answer.
#[cfg(feature = "retrieval")]
pub mod indexing;
#[cfg(feature = "retrieval")]
pub mod judgement;

// The forms of an answer, and what is kept of how it came about.
pub mod response;

pub mod debug_envelope;

// Whoever asks, and the rows that they may see.
pub mod principals;

pub mod row_policy;

// What a contract means, as a program that lanes are held against, and by which documents are chosen.
#[cfg(feature = "reference")]
pub mod reference;

// The schemas of what is written.
#[cfg(feature = "schema")]
pub mod schemas;

// What is written, held against its published schemas.
#[cfg(feature = "self-check")]
pub mod self_check;

// The lanes, side by side: each plans, runs and explains itself.
pub mod lane;

// Where the next page of any answer starts.
pub mod cursor;

// The list of lanes.
pub mod plan;

// A contract to a plan, and a plan to an answer.
pub mod contract_to_plan;
#[cfg(feature = "run")]
pub mod run;

// From a question to an answer: a model that calls the tools of a domain.
pub use catalogue::Catalogue;
pub use contract_to_plan::{PlanContext, plan};
pub use cursor::Cursor;
pub use cursor_text::CursorError;
pub use debug_envelope::DebugEnvelope;
pub use locale::Locale;
pub use plan::Plan;
#[cfg(feature = "run")]
pub use ports::set::Ports;
pub use principals::Principals;
pub use response::Response;
#[cfg(feature = "run")]
pub use run::{RunContext, ignored_arguments, run};

/// The examples of the documents, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/src/how-to/library.md")]
mod documentation {}
