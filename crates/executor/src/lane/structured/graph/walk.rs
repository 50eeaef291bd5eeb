//! A breadth-first walk from given instances, level by level.

use std::collections::{BTreeMap, BTreeSet};

use super::edges::{Edge, Links};
use super::node::Node;
use crate::lane::structured::resolve::ResolveError;

/// Maximum number of instances that a walk finds.
const NODES: usize = 20_000;
/// Maximum number of links that a walk reads.
const EDGES: usize = 50_000;

#[derive(Debug, Default)]
pub(super) struct GraphWalk {
    /// The distance of each instance from the start, in steps.
    pub(super) distance: BTreeMap<Node, u32>,
    /// Every link found, in the direction of the walk.
    pub(super) edges: BTreeSet<Edge>,
    /// The instances of the last level.
    pub(super) frontier: BTreeSet<Node>,
    pub(super) depth: u32,
    /// True where links were left out.
    pub(super) cut: bool,
    /// True where the walk starts at the end of a path.
    pub(super) from_end: bool,
}

impl GraphWalk {
    pub(super) fn from(nodes: BTreeSet<Node>) -> Self {
        Self {
            distance: nodes.iter().map(|node| (node.clone(), 0)).collect(),
            frontier: nodes,
            ..Self::default()
        }
    }

    pub(super) async fn step(&mut self, links: &Links<'_>) -> Result<(), ResolveError> {
        let left = EDGES.saturating_sub(self.edges.len());
        let (edges, cut) = links.of(&self.frontier, (left, self.from_end)).await?;
        self.cut |= cut;
        self.depth += 1;
        let mut next = BTreeSet::new();
        for edge in edges {
            if !self.distance.contains_key(&edge.to) {
                if self.distance.len() >= NODES {
                    self.cut = true;
                    continue;
                }
                self.distance.insert(edge.to.clone(), self.depth);
                next.insert(edge.to.clone());
            }
            self.edges.insert(edge);
        }
        self.frontier = next;
        Ok(())
    }
}
