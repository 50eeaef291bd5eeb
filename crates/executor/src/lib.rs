//! Plans a contract onto whitelisted recipes, runs it through ports, and keeps a separate debug envelope.
//!
//! ```text
//! Valid<Contract> ── plan (pure) ──► Plan ── run through ports ──► Response
//!                                                        └───────► DebugEnvelope → its own sink
//! ```
//!
//! It knows contracts, catalogues, plans, ports and responses. It does not know notations: how a contract was spelled
//! has no part in how it is run. What is not in the [`catalogue`] cannot be called.

pub mod catalogue;
pub mod contract_to_plan;
pub mod debug_envelope;
#[cfg(feature = "builtin")]
pub mod generated;
pub mod lane;
pub mod locale;
pub mod plan;
pub mod ports;
pub mod redaction;
pub mod response;
pub mod run;
pub mod taxonomy;

pub use catalogue::Catalogue;
pub use contract_to_plan::{PlanContext, plan};
pub use debug_envelope::DebugEnvelope;
pub use lane::address::cursor::{Cursor, CursorError};
pub use locale::Locale;
pub use plan::Plan;
pub use response::Response;
pub use run::{RunContext, run};
