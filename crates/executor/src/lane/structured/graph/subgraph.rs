//! The neighbourhood of given instances: the links within a number of steps.

use std::collections::BTreeSet;

use cmec_decoder::contract::Pagination;
use cmec_decoder::language::Output;

use super::GraphRows;
use super::edges::{Edge, Links};
use super::node::Node;
use super::walk::GraphWalk;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql::Anchors;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;

/// One row for each link: its distance, the instances at its ends and the relation between them.
pub(super) async fn rows(
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    depth: u32,
    links: &Links<'_>,
) -> Result<GraphRows, ResolveError> {
    let found = plan.contract.grounding.entity_list.iter();
    let starts = found.flat_map(|entity| Node::all(anchors.of(entity)));
    let starts: BTreeSet<Node> = starts.collect();
    let mut walk = GraphWalk::from(starts.clone());
    for _ in 0..depth {
        if walk.frontier.is_empty() {
            break;
        }
        walk.step(links).await?;
    }
    let grounding = &plan.contract.grounding;
    let is_target = |node: &Node| {
        let mut types = grounding.target_types.iter();
        !starts.contains(node)
            && (grounding.target_types.is_empty() || types.any(|own| *own == node.type_name))
    };
    let page = &plan.contract.constraints.pagination;
    if plan.contract.intent.output_type == Output::Instances {
        let reached = walk.distance.iter().filter(|(node, _)| is_target(node));
        let mut reached: Vec<(u32, &Node)> = reached.map(|(node, far)| (*far, node)).collect();
        reached.sort_unstable();
        let (shown, more) = shown(&reached, page);
        let nodes = shown.iter().map(|(_, node)| (*node).clone()).collect();
        let names = links.names(&nodes).await?;
        let row = |(far, node): &(u32, &Node)| {
            Row::of([
                ("distance", Cell::Number(far.to_string())),
                ("type", Cell::Text(node.type_name.clone())),
                ("instance", names.cell(node)),
            ])
        };
        let rows = shown.iter().map(row).collect();
        return Ok(GraphRows::of(rows, more, walk.cut));
    }
    // A link that was found from both of its ends counts once.
    let mut once: BTreeSet<(u32, Edge)> = BTreeSet::new();
    let leads = |edge: &&Edge| {
        grounding.target_types.is_empty() || [&edge.from, &edge.to].into_iter().any(is_target)
    };
    for edge in walk.edges.iter().filter(leads) {
        let edge = if edge.outwards {
            edge.clone()
        } else {
            edge.turned()
        };
        let far = [&edge.from, &edge.to].map(|node| walk.distance.get(node).copied());
        let far = far.into_iter().flatten().min().unwrap_or_default();
        once.insert((far + 1, edge));
    }
    let once: Vec<(u32, Edge)> = once.into_iter().collect();
    let (shown, more) = shown(&once, page);
    let nodes = shown.iter().flat_map(|(_, edge)| edge.ends());
    let names = links.names(&nodes.collect()).await?;
    let row = |(far, edge): &(u32, Edge)| {
        Row::of([
            ("distance", Cell::Number(far.to_string())),
            ("from_type", Cell::Text(edge.from.type_name.clone())),
            ("from", names.cell(&edge.from)),
            ("relation", Cell::Text(edge.relation.clone())),
            ("to_type", Cell::Text(edge.to.type_name.clone())),
            ("to", names.cell(&edge.to)),
        ])
    };
    let rows = shown.iter().map(row).collect();
    Ok(GraphRows::of(rows, more, walk.cut))
}

/// The rows of a page, and whether more follow.
fn shown<'r, T>(all: &'r [T], page: &Pagination<'_>) -> (&'r [T], bool) {
    let (first, limit) = (page.offset as usize, page.limit as usize);
    let left = all.get(first..).unwrap_or_default();
    (left.get(..limit).unwrap_or(left), left.len() > limit)
}
