//! The address lane: whitelisted recipes over a 1C MCP server.
//!
//! ```text
//! Contract ─ decompose ─► AddressPlan ─ resolve ─► anchors ─ execute ─► rows ─ compose ─► Response
//! ```
//!
//! Decompose is pure; resolve and execute go through the port; compose is pure again. The lane knows filters and rows,
//! not a company: there is no name of a counterparty, contract or person in it.

pub mod account;
pub mod ask_back;
pub mod attempt;
pub mod compose;
pub mod cursor;
pub mod decompose;
mod describe;
pub mod detection;
pub mod execute;
pub mod fallback;
pub mod filters;
mod fingerprint;
pub mod limits;
pub mod materialise;
pub mod page;
pub mod parameters;
pub mod plan;
mod repeated;
pub mod resolve;
pub mod row;
mod row_filter;
pub mod scope;
mod shortfall;
pub mod stage;
pub mod taxonomy;
mod totals;
pub mod way;
