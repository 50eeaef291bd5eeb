//! The retrieval lane: a contract → the request of RAG Query Specification v0.1. The index comes behind a port.
//!
//! ```text
//! Contract ─ decompose ─► RetrievalPlan ─ run ─► Response
//! ```
//!
//! The plan prints the bare request: what goes to an index, with nothing around it. How its kind was decided is in
//! the debug envelope.

pub mod decompose;
pub mod explain;
pub mod plan;
#[cfg(feature = "run")]
pub mod run;
