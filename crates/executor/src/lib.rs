//! Plans a contract onto whitelisted recipes, runs it through ports, and keeps a separate debug envelope.
//!
//! ```text
//! Valid<Contract> ── plan (pure) ──► Plan ── run through ports ──► Response
//!                                                        └───────► DebugEnvelope → its own sink
//! ```
//!
//! It knows contracts, catalogues, plans, ports and responses. It does not know notations: how a contract was spelled
//! has no part in how it is run. What is not in the [`catalogue`] cannot be called.
//!
//! The rooms, lowest first; a file names no room above its own:
//!
//! ```text
//! locale · redaction · catalogue (generated: those of the built-in domains)
//! ports                              the 1C port, its codecs and servers, the file of records
//! taxonomy · filters · response      the forms of an answer
//! debug_envelope
//! lane/address · lane/retrieval      side by side; each plans, runs and explains itself
//! plan · contract_to_plan · run      dispatch by lane
//! ```
//!
//! Planning is pure and needs no feature. What runs a plan, and the MCP servers it is run on, need `mcp`; servers over
//! Streamable HTTP need `http`.

pub mod catalogue;
pub mod contract_to_plan;
pub mod debug_envelope;
pub mod filters;
#[cfg(feature = "builtin")]
pub mod generated;
pub mod lane;
pub mod locale;
pub mod plan;
pub mod ports;
pub mod redaction;
pub mod response;
#[cfg(feature = "mcp")]
pub mod run;
pub mod taxonomy;

pub use catalogue::Catalogue;
pub use contract_to_plan::{PlanContext, plan};
pub use debug_envelope::DebugEnvelope;
pub use lane::address::cursor::{Cursor, CursorError};
pub use locale::Locale;
pub use plan::Plan;
pub use response::Response;
#[cfg(feature = "mcp")]
pub use run::{RunContext, run};
