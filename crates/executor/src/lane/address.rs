//! The address lane: whitelisted recipes over a 1C MCP server.
//!
//! ```text
//! Contract ─ decompose ─► AddressPlan ─ resolve ─► anchors ─ execute ─► rows ─ compose ─► Response
//! ```
//!
//! Decompose is pure; resolve and execute go through the port; compose is pure again. The lane knows filters and rows,
//! not a company: there is no name of a counterparty, contract or person in it.

pub mod account;
pub mod compose;
pub mod cursor;
pub mod decompose;
pub mod detection;
pub mod execute;
mod fingerprint;
pub mod parameters;
pub mod plan;
pub mod resolve;
pub mod stage;
pub mod strategy;
