//! Plans a contract onto whitelisted operations, runs the plan through ports, and fills a separate debug envelope.
//!
//! It is for a host that has a contract of the decoder and answers it from a 1C base, a database or an index of texts.
//! The response shows facts only where rows matched; otherwise it says why there are none.
//!
//! ```text
//! Valid<Contract> ── plan (pure) ──► Plan ── run through ports ──► Response
//!                                                        └───────► DebugEnvelope → its own sink
//! ```
//!
//! The crate knows contracts, catalogues, plans, ports and responses. It reads no notation: the notation of a contract
//! does not affect its execution. Everything it can call is in the [`catalogue`].
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//!
//! use cmec_decoder::{Decoder, Verdict};
//! use cmec_executor::ports::database::sqlite::Sqlite;
//! use cmec_executor::{
//!     DebugEnvelope, Locale, PlanContext, Ports, Principals, RunContext, generated, plan, run,
//! };
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("wines.sqlite");
//! rusqlite::Connection::open(&file)?.execute_batch(
//!     "CREATE TABLE wines (id INTEGER PRIMARY KEY, name TEXT, price_rub TEXT);
//!      INSERT INTO wines VALUES (1, 'Aligoté', '900'), (2, 'Massandra', '2500');",
//! )?;
//!
//! let tables = cmec_decoder::generated::builtin("wine").ok_or("no such domain")?;
//! let catalogue = generated::builtin("wine").ok_or("no such domain")?;
//! let decoded = Decoder::new(tables).decode("SELECT name FROM wine WHERE price < 2000", "trace-1");
//! let Verdict::Contract(contract) = &decoded.verdict else {
//!     return Err("no contract".into());
//! };
//!
//! let plan = plan(
//!     contract,
//!     &PlanContext {
//!         tables,
//!         catalogue,
//!         principals: Principals::NONE,
//!         today: chrono::NaiveDate::from_ymd_opt(2026, 3, 31).ok_or("no such day")?,
//!         limit: None,
//!         cursor: None,
//!     },
//! );
//! let context = RunContext {
//!     trace_id: "trace-1",
//!     locale: Locale::En,
//!     timeout: Duration::from_secs(5),
//!     ignored: &[],
//!     total: false,
//! };
//! let mut envelope =
//!     DebugEnvelope::of_decoding("trace-1", "wine", decoded.account, Default::default());
//! let response = run(&plan, Ports::database(&Sqlite::new(file)), context, &mut envelope).await;
//! println!("{}", serde_json::to_string(&response)?);
//! assert_eq!(response.returned, 1);
//! # Ok(())
//! # }
//! ```
//!
//! Planning is pure and needs no feature. Running a plan needs `run`, which has every lane and 1C MCP servers as
//! processes. Each feature besides adds one thing outside: `http` 1C servers over Streamable HTTP, `sqlite` and
//! `postgres` databases, `texts` indexes in folders, `model` models over HTTP.

mod fingerprint;
mod plain_name;

#[cfg(feature = "run")]
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

#[cfg(feature = "run")]
pub mod indexing;
#[cfg(feature = "run")]
pub mod judgement;

pub mod response;

pub mod debug_envelope;

pub mod principals;

pub mod row_policy;

#[cfg(feature = "run")]
pub mod reference;

#[cfg(feature = "schema")]
pub mod schemas;

#[cfg(feature = "schema")]
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
