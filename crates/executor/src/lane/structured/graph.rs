//! Paths and neighbourhoods: the instances around given instances, found step by step.
//!
//! Each step asks the database for the instances linked with the last ones found. The depth, the number of instances
//! and the number of links bound a walk, and cycles do no harm. A path search starts at both ends at once, since two
//! half walks reach far fewer instances than a whole one.

mod edges;
mod node;
mod paths;
mod subgraph;
mod walk;

use std::time::Instant;

use cmec_decoder::language::{Direction, Output, Scenario};

use edges::Links;

use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, Passable, SqlContext, WriteError};
use crate::limitation::Limitation;
use crate::ports::database::Database;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;

pub(super) struct GraphRows {
    pub(super) rows: Vec<Row>,
    /// True where more rows follow the page.
    pub(super) more: bool,
    /// The parts of the graph that were not walked.
    pub(super) limitations: Vec<Limitation>,
}

impl GraphRows {
    /// `cut`: true where the walk left links out.
    fn of(rows: Vec<Row>, more: bool, cut: bool) -> Self {
        let limitations = match cut {
            true => vec![Limitation::GraphCut],
            false => Vec::new(),
        };
        Self {
            rows,
            more,
            limitations,
        }
    }

    /// An existence answer. A negative one is certain only where no link was left out.
    fn existence(is_there: bool, cut: bool) -> Self {
        let row = Row::of([(Output::Existence.name(), Cell::Boolean(is_there))]);
        let is_known = is_there || !cut;
        Self::of(is_known.then_some(row).into_iter().collect(), false, cut)
    }
}

pub(super) const fn is_graph(scenario: Scenario) -> bool {
    matches!(scenario, Scenario::PathQuery | Scenario::Subgraph)
}

pub(super) async fn rows(
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    database: &dyn Database,
    deadline: Instant,
) -> Result<GraphRows, ResolveError> {
    let lacks = |part: &str| ResolveError::Unwritten(WriteError::Unknown(part.to_owned()));
    let graph = plan.contract.graph_params.as_ref();
    let graph = graph.ok_or_else(|| lacks("graph_params"))?;
    let of_path = graph.path.as_ref().map(|path| &path.allowed_relations);
    let allowed = of_path.filter(|own| !own.is_empty());
    let context = SqlContext::of_plan(plan, database.engine(), anchors);
    let conditions = plan.contract.constraints.filters.iter();
    let conditions = conditions.filter(|own| !plan.rows.implies(own));
    let backwards = match graph.direction {
        Direction::Out => Direction::In,
        Direction::In => Direction::Out,
        Direction::Both => Direction::Both,
    };
    let named = plan.contract.grounding.entity_list.iter();
    let named = named.chain(&plan.sources);
    let links = Links {
        passable: Passable {
            conditions: conditions.collect(),
            named: named.flat_map(|own| anchors.of(own)).collect(),
        },
        steps: [graph.direction, backwards]
            .map(|own| sql::edge_steps(&context, allowed.unwrap_or(&graph.relation_types), own)),
        context: &context,
        database,
        deadline,
    };
    match (plan.contract.intent.scenario, &graph.path) {
        (Scenario::PathQuery, Some(path)) => paths::rows(plan, anchors, path, &links).await,
        (Scenario::PathQuery, None) => Err(lacks("path")),
        _ => subgraph::rows(plan, anchors, graph.depth, &links).await,
    }
}
