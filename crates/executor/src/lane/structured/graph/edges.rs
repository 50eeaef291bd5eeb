//! The links of given instances, read from the database.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::node::{Node, NodeKey};
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql;
use crate::lane::structured::sql::{EdgeStep, Passable, SqlContext, key_of_row};
use crate::ports::database::{Database, DatabaseRow, DatabaseValue, Parameter, ask};
use crate::ports::raw_row::Cell;

/// Maximum number of keys in one statement.
const KEYS: usize = 400;

/// A link between two instances in the direction of the walk.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) from: Node,
    pub(super) relation: String,
    /// True where the walk follows the direction of the relation.
    pub(super) outwards: bool,
    pub(super) to: Node,
}

impl Edge {
    /// The same link in the opposite direction.
    pub(super) fn turned(&self) -> Self {
        Self {
            from: self.to.clone(),
            relation: self.relation.clone(),
            outwards: !self.outwards,
            to: self.from.clone(),
        }
    }

    pub(super) fn ends(&self) -> [Node; 2] {
        [self.from.clone(), self.to.clone()]
    }
}

/// The links to walk and the statements that read them.
pub(super) struct Links<'w> {
    pub(super) context: &'w SqlContext<'w>,
    pub(super) database: &'w dyn Database,
    pub(super) deadline: Instant,
    /// The steps that a walk may make from the start and from the end.
    pub(super) steps: [Vec<EdgeStep>; 2],
    /// The instances that a step may visit.
    pub(super) passable: Passable<'w>,
}

impl Links<'_> {
    /// Up to `limit` links of some instances, and whether more exist. `from_end`: the walk goes backwards.
    pub(super) async fn of(
        &self,
        nodes: &BTreeSet<Node>,
        (most, from_end): (usize, bool),
    ) -> Result<(Vec<Edge>, bool), ResolveError> {
        let mut edges = Vec::new();
        let [forth, back] = &self.steps;
        let walked = if from_end { back } else { forth };
        for (type_name, keys) in by_type(nodes) {
            let steps = walked.iter().filter(|step| step.from == type_name);
            let steps: Vec<&EdgeStep> = steps.collect();
            if steps.is_empty() {
                continue;
            }
            for keys in keys.chunks(KEYS) {
                let left = most.saturating_sub(edges.len());
                let statement = sql::edges(self.context, &steps, keys, &self.passable, left + 1)?;
                let rows = ask(self.database, &statement, self.deadline).await?;
                let read = rows.iter().filter_map(|row| self.edge(row, &steps));
                edges.extend(read);
                if edges.len() > most {
                    edges.truncate(most);
                    return Ok((edges, true));
                }
            }
        }
        Ok((edges, false))
    }

    fn edge(&self, row: &DatabaseRow, steps: &[&EdgeStep]) -> Option<Edge> {
        let [step, here, there] = row.as_slice() else {
            return None;
        };
        let step = steps.get(usize::try_from(step.count()?).ok()?)?;
        let engine = self.database.engine();
        let key = |value: &DatabaseValue| Some(NodeKey::of(&key_of_row(engine, value)?));
        Some(Edge {
            from: Node {
                type_name: step.from.clone(),
                key: key(here)?,
            },
            relation: step.relation.clone(),
            outwards: step.outwards,
            to: Node {
                type_name: step.to.clone(),
                key: key(there)?,
            },
        })
    }

    /// The names of some instances.
    pub(super) async fn names(&self, nodes: &BTreeSet<Node>) -> Result<NodeNames, ResolveError> {
        let mut names = BTreeMap::new();
        for (type_name, keys) in by_type(nodes) {
            for keys in keys.chunks(KEYS) {
                let statement = sql::names(self.context, type_name, keys)?;
                for row in ask(self.database, &statement, self.deadline).await? {
                    let [key, DatabaseValue::Text(name)] = row.as_slice() else {
                        continue;
                    };
                    if let Some(key) = key_of_row(self.database.engine(), key) {
                        let node = Node {
                            type_name: type_name.to_owned(),
                            key: NodeKey::of(&key),
                        };
                        names.insert(node, name.clone());
                    }
                }
            }
        }
        Ok(NodeNames(names))
    }
}

/// The names of the instances of a page.
pub(super) struct NodeNames(BTreeMap<Node, String>);

impl NodeNames {
    pub(super) fn cell(&self, node: &Node) -> Cell {
        Cell::Text(self.0.get(node).cloned().unwrap_or_default())
    }
}

fn by_type(nodes: &BTreeSet<Node>) -> BTreeMap<&str, Vec<Parameter>> {
    let mut by_type: BTreeMap<&str, Vec<Parameter>> = BTreeMap::new();
    for node in nodes {
        let keys = by_type.entry(&node.type_name).or_default();
        keys.push(node.key.parameter());
    }
    by_type
}
