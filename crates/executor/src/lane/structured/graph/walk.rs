//! A walk from some instances, level by level.

use std::collections::{BTreeMap, BTreeSet};

use super::edges::{Edge, Links};
use super::node::Node;
use crate::lane::structured::resolve::ResolveError;
use crate::ports::database::Database;

/// Most instances that a walk finds.
const NODES: usize = 20_000;
/// Most links that a walk sees.
const EDGES: usize = 50_000;

/// What a walk has found.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// How far each instance is.
    pub(super) distance: BTreeMap<Node, u32>,
    /// Every link that was seen, as it was walked.
    pub(super) edges: BTreeSet<Edge>,
    /// The instances that were found last.
    pub(super) frontier: BTreeSet<Node>,
    /// How many steps were made.
    pub(super) depth: u32,
    /// Whether links were left out.
    pub(super) cut: bool,
    /// Whether it starts where a path ends.
    pub(super) from_end: bool,
}

impl Walk {
    /// A walk that begins at some instances.
    pub(super) fn from(nodes: BTreeSet<Node>) -> Self {
        Self {
            distance: nodes.iter().map(|node| (node.clone(), 0)).collect(),
            frontier: nodes,
            ..Self::default()
        }
    }

    /// Makes one step more.
    pub(super) async fn step<D: Database>(
        &mut self,
        links: &Links<'_, D>,
    ) -> Result<(), ResolveError> {
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
