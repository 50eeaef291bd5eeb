//! Resolves relations hop by hop, and the parameters of a walk.

pub(crate) mod alternatives;
pub(crate) mod anti_joins;
pub(crate) mod disagreements;
pub(crate) mod ends;
pub(crate) mod graph;
pub(crate) mod graph_path;
pub(crate) mod hops;
pub(crate) mod relation_walk;
pub(crate) mod resolved_graph;
