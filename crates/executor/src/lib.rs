//! Plans a contract onto whitelisted operations, runs the plan through ports, and fills a separate debug envelope.
//!
//! ```text
//! Valid<Contract> ── plan (pure) ──► Plan ── run through ports ──► Response
//!                                                        └───────► DebugEnvelope → its own sink
//! ```
//!
//! The crate knows contracts, catalogues, plans, ports and responses. It does not know notations: the notation of a
//! contract does not affect its execution. Everything it can call is in the [`catalogue`].
//!
//! Planning is pure and needs no feature. Running a plan needs `run`. MCP servers as processes need `mcp`, MCP over
//! Streamable HTTP needs `http`. SQL statements need `structured`, SQLite files `sqlite`. Text search needs
//! `retrieval`, with an index by `tantivy` or `text-postgres`. Models over HTTP need `model`, and models of a text
//! index `embeddings`.

mod fingerprint;
mod plain_name;

#[cfg(feature = "retrieval")]
pub mod analysis;

pub mod documents;

pub mod catalogue;
pub mod cursor_text;
pub mod database_schema;
pub mod filters;
pub mod locale;
pub mod redaction;
pub mod relative_days;
pub mod taxonomy;

pub mod wording;

pub mod limitation;

#[cfg(feature = "builtin")]
pub mod generated;
pub mod ports;

#[cfg(feature = "retrieval")]
pub mod indexing;
#[cfg(feature = "retrieval")]
pub mod judgement;

pub mod response;

pub mod debug_envelope;

pub mod principals;

pub mod row_policy;

#[cfg(feature = "reference")]
pub mod reference;

#[cfg(feature = "schema")]
pub mod schemas;

#[cfg(feature = "self-check")]
pub mod self_check;

pub mod lane;

pub mod cursor;

pub mod plan;

pub mod contract_to_plan;
#[cfg(feature = "run")]
pub mod run;

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
