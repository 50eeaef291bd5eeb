//! The structured lane: a contract → one statement over the tables that `bindings.yaml` names → rows.
//!
//! ```text
//! Contract ─ decompose ─► StructuredPlan ─ resolve entities ─► keys ─ write ─► Statement ─ run ─► rows ─ compose ─► Response
//! ```
//!
//! What a contract means is in `docs/src/reference/meaning.md`; the lane gives the rows that the reference evaluator gives.
//! A hop to several is asked for with `IN` or `EXISTS`, so that nothing is counted twice by a join. Where matches are what is
//! counted, each stands once. Paths and neighbourhoods are walked step by step, with a statement for each.

pub mod cursor;

pub mod decompose;
pub mod explain;
pub mod plan;

#[cfg(feature = "structured")]
pub mod sql;

#[cfg(feature = "structured")]
mod compose;
#[cfg(feature = "structured")]
pub use compose::answered;
#[cfg(feature = "structured")]
pub mod resolve;

#[cfg(feature = "structured")]
pub mod matching;

#[cfg(feature = "structured")]
mod graph;
#[cfg(feature = "structured")]
mod nearest;

#[cfg(all(feature = "structured", feature = "retrieval"))]
pub mod row_indexing;
#[cfg(all(feature = "structured", feature = "retrieval"))]
mod search;

#[cfg(feature = "structured")]
pub mod run;
