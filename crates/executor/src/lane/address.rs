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
#[cfg(feature = "mcp")]
pub mod compose;
pub mod cursor;
pub mod decompose;
pub mod detection;
#[cfg(feature = "mcp")]
pub mod execute;
pub mod explain;
mod fingerprint;
#[cfg(feature = "mcp")]
mod names;
#[cfg(feature = "mcp")]
pub mod parameters;
pub mod plan;
mod question_fingerprint;
#[cfg(feature = "mcp")]
pub mod resolve;
#[cfg(feature = "mcp")]
pub mod run;
#[cfg(feature = "mcp")]
pub mod stage;
pub mod strategy;
