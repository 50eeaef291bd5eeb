//! The retrieval lane: a contract → the request of RAG Query Specification v0.1 → texts of an index.
//!
//! ```text
//! Contract ─ decompose ─► RetrievalPlan ─ ask ─► pieces ─ judge ─► compose ─► Response
//! ```
//!
//! The plan prints the bare request: what goes to an index, with nothing around it. How its kind was decided is in
//! the debug envelope.

pub mod decompose;
pub mod documents;
pub mod explain;
pub mod plan;

#[cfg(feature = "retrieval")]
mod compose;
#[cfg(feature = "retrieval")]
pub mod fuse;
#[cfg(feature = "retrieval")]
pub mod models;
#[cfg(feature = "retrieval")]
pub mod query;
#[cfg(feature = "retrieval")]
mod why_empty;

#[cfg(feature = "retrieval")]
pub mod run;
