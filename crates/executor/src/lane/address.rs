//! The address lane: whitelisted recipes over a 1C MCP server.
//!
//! ```text
//! Contract ─ decompose ─► AddressPlan ─ resolve ─► anchors ─ execute ─► rows ─ compose ─► Response
//! ```
//!
//! Decompose is pure; resolve and execute go through the port; compose is pure again. The lane knows filters and rows,
//! not a company: there is no name of a counterparty, contract or person in it.
//!
//! The files beside the four folders are forms that several steps share, and `run` and `explain`.

pub mod account;
#[cfg(feature = "run")]
pub mod compose;
pub mod cursor;
pub mod decompose;
pub mod detection;
#[cfg(feature = "run")]
pub mod execute;
pub mod explain;
#[cfg(feature = "run")]
mod names;
#[cfg(feature = "run")]
pub mod parameters;
pub mod plan;
mod question_fingerprint;
#[cfg(feature = "run")]
pub mod resolve;
#[cfg(feature = "run")]
pub mod run;
#[cfg(feature = "run")]
pub mod stage;
pub mod strategy;
