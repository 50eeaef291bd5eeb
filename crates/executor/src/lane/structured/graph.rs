//! Paths and neighbourhoods: the instances around some others, found step by step.
//!
//! Each step asks the database which instances are linked with those that were found last. So a walk is bounded by its depth,
//! by the instances it has found and by the links it has seen, and a cycle is no trouble. A path is looked for from both of
//! its ends at once: two halves of a walk reach far fewer instances than a whole one.

mod edges;
mod node;
mod paths;
mod subgraph;
mod walk;

use std::time::Instant;

use cmec_decoder::language::Scenario;

use edges::Links;

use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::{Anchors, Unwritten, Writer};
use crate::limitation::Limitation;
use crate::ports::database::Database;
use crate::response::row::Row;

/// The rows of a graph, and what of it was left out.
pub(super) struct GraphRows {
    pub(super) rows: Vec<Row>,
    /// Whether there are more than the page has.
    pub(super) more: bool,
    /// What was not walked, in words.
    pub(super) limitations: Vec<Limitation>,
}

/// Whether a contract asks for a graph.
pub(super) const fn is_graph(scenario: Scenario) -> bool {
    matches!(scenario, Scenario::PathQuery | Scenario::Subgraph)
}

/// The rows of a path query or of a neighbourhood.
pub(super) async fn rows<D: Database>(
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    database: &D,
    deadline: Instant,
) -> Result<GraphRows, Unresolved> {
    let lacks = |part: &str| Unresolved::Unwritten(Unwritten::Unknown(part.to_owned()));
    let graph = plan.contract.graph_params.as_ref();
    let graph = graph.ok_or_else(|| lacks("graph_params"))?;
    let of_path = graph.path.as_ref().map(|path| &path.allowed_relations);
    let allowed = of_path.filter(|own| !own.is_empty());
    let writer = Writer::of_plan(plan, database.engine(), anchors);
    let links = Links {
        steps: writer.edge_steps(allowed.unwrap_or(&graph.relation_types), graph.direction),
        writer: &writer,
        database,
        deadline,
    };
    match (plan.contract.intent.scenario, &graph.path) {
        (Scenario::PathQuery, Some(path)) => paths::rows(plan, anchors, path, &links).await,
        (Scenario::PathQuery, None) => Err(lacks("path")),
        _ => subgraph::rows(plan, anchors, graph.depth, &links).await,
    }
}
