//! The neighbourhood of some instances: the links that lead from them, so many steps far.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::GraphRows;
use super::edges::{Edge, Links};
use super::node::Node;
use super::walk::Walk;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::Anchors;
use crate::limitation::Limitation;
use crate::ports::database::Database;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;

/// One row for each link: how far it is, the instances at its ends and the relation between them.
pub(super) async fn rows<D: Database>(
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    depth: u32,
    links: &Links<'_, D>,
) -> Result<GraphRows, Unresolved> {
    let found = plan.contract.grounding.entity_list.iter();
    let starts = found.flat_map(|entity| Node::all(anchors.of(entity)));
    let mut walk = Walk::from(starts.collect());
    for _ in 0..depth {
        if walk.frontier.is_empty() {
            break;
        }
        walk.step(links).await?;
    }
    // A link that was seen from both of its ends is one.
    let mut once: BTreeSet<(u32, Edge)> = BTreeSet::new();
    for edge in &walk.edges {
        let edge = if edge.outwards {
            edge.clone()
        } else {
            edge.turned()
        };
        let far = [&edge.from, &edge.to].map(|node| walk.distance.get(node).copied());
        let far = far.into_iter().flatten().min().unwrap_or_default();
        once.insert((far + 1, edge));
    }
    let page = &plan.contract.constraints.pagination;
    let last = page.offset as usize + page.limit as usize;
    let more = once.len() > last;
    let shown: Vec<&(u32, Edge)> = once
        .iter()
        .skip(page.offset as usize)
        .take(page.limit as usize)
        .collect();
    let nodes = shown
        .iter()
        .flat_map(|(_, edge)| [edge.from.clone(), edge.to.clone()]);
    let names = links.names(&nodes.collect()).await?;
    let called = |node: &Node| Cell::Text(names.get(node).cloned().unwrap_or_default());
    let row = |(far, edge): &(u32, Edge)| Row {
        values: vec![
            (Cow::Borrowed("distance"), Cell::Number(far.to_string())),
            (
                Cow::Borrowed("from_type"),
                Cell::Text(edge.from.type_name.clone()),
            ),
            (Cow::Borrowed("from"), called(&edge.from)),
            (Cow::Borrowed("relation"), Cell::Text(edge.relation.clone())),
            (
                Cow::Borrowed("to_type"),
                Cell::Text(edge.to.type_name.clone()),
            ),
            (Cow::Borrowed("to"), called(&edge.to)),
        ],
    };
    let mut limitations = Vec::new();
    if walk.cut {
        limitations.push(Limitation::GraphCut);
    }
    Ok(GraphRows {
        rows: shown.into_iter().map(row).collect(),
        more,
        limitations,
    })
}
