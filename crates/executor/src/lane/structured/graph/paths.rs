//! Simple paths between two ends, the shortest first: a path visits an instance once.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::contract::PathParams;
use cmec_decoder::language::Output;

use super::GraphRows;
use super::edges::{Edge, Links, NodeNames};
use super::node::Node;
use super::walk::GraphWalk;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql::Anchors;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;

/// Maximum number of steps of the search among the links found.
const SEARCHED: usize = 200_000;

enum Ends {
    Instances(BTreeSet<Node>),
    Types(Vec<String>),
}

impl Ends {
    fn has(&self, node: &Node) -> bool {
        match self {
            Self::Instances(nodes) => nodes.contains(node),
            Self::Types(types) => types.contains(&node.type_name),
        }
    }
}

/// One row for each path: its number of hops, its instances and its relations.
pub(super) async fn rows(
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    params: &PathParams<'_>,
    links: &Links<'_>,
) -> Result<GraphRows, ResolveError> {
    let (starts, ends) = ends(plan, anchors, params);
    let page = &plan.contract.constraints.pagination;
    let wanted = match plan.contract.intent.output_type {
        Output::Existence => 0,
        _ => usize::try_from(page.offset.saturating_add(page.limit)).unwrap_or(usize::MAX),
    };
    let most = wanted.saturating_add(1);
    let found = search(links, starts, &ends, params.max_hops, most).await?;
    if plan.contract.intent.output_type == Output::Existence {
        return Ok(GraphRows::existence(!found.paths.is_empty(), found.cut));
    }
    let more = found.paths.len() > wanted;
    let shown = found.paths.iter().skip(page.offset as usize);
    let shown: Vec<&Vec<Edge>> = shown.take(page.limit as usize).collect();
    let edges = shown.iter().flat_map(|path| path.iter());
    let names = links.names(&edges.flat_map(Edge::ends).collect()).await?;
    let rows = shown.into_iter().map(|path| row(path, &names)).collect();
    Ok(GraphRows::of(rows, more, found.cut))
}

/// The ends of the paths: entities, keys, or instances of types.
fn ends(
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    params: &PathParams<'_>,
) -> (BTreeSet<Node>, Ends) {
    let grounding = &plan.contract.grounding;
    let meant = grounding.entity_list.iter();
    let mut meant = meant.map(|entity| Node::all(anchors.of(entity)).collect::<BTreeSet<Node>>());
    let keyed = plan.sources.iter();
    let keyed = keyed.flat_map(|source| Node::all(anchors.of(source)));
    let keyed: BTreeSet<Node> = keyed.collect();
    let starts = if keyed.is_empty() {
        meant.next().unwrap_or_default()
    } else {
        keyed
    };
    let types = match params.target_types.as_slice() {
        [] => &grounding.target_types,
        own => own,
    };
    let types: Vec<String> = types.iter().map(ToString::to_string).collect();
    let mut rest = meant.peekable();
    let ends = match rest.peek() {
        None => Ends::Types(types),
        Some(_) => Ends::Instances(rest.flatten().collect()),
    };
    (starts, ends)
}

struct FoundPaths {
    paths: Vec<Vec<Edge>>,
    cut: bool,
}

/// Up to a given number of paths with a maximum number of hops, the shortest first.
async fn search(
    links: &Links<'_>,
    starts: BTreeSet<Node>,
    ends: &Ends,
    hops: u32,
    most: usize,
) -> Result<FoundPaths, ResolveError> {
    let mut forth = GraphWalk::from(starts.clone());
    let mut back = match ends {
        Ends::Instances(nodes) => GraphWalk::from(nodes.clone()),
        Ends::Types(_) => GraphWalk::default(),
    };
    back.from_end = true;
    let two_ends = matches!(ends, Ends::Instances(_));
    let mut found = Vec::new();
    for length in 1..=hops {
        // Walking from the smaller frontier reads fewer links.
        let turn_back = two_ends && back.frontier.len() < forth.frontier.len();
        let walk = if turn_back { &mut back } else { &mut forth };
        if !walk.frontier.is_empty() {
            walk.step(links).await?;
        } else {
            walk.depth += 1;
        }
        found = among(&forth, &back, &starts, ends, length, most);
        if found.len() >= most {
            break;
        }
    }
    Ok(FoundPaths {
        paths: found,
        cut: forth.cut || back.cut,
    })
}

/// The paths among the links found, with a maximum number of hops.
fn among(
    forth: &GraphWalk,
    back: &GraphWalk,
    starts: &BTreeSet<Node>,
    ends: &Ends,
    hops: u32,
    most: usize,
) -> Vec<Vec<Edge>> {
    let mut leading: BTreeMap<&Node, BTreeSet<Edge>> = BTreeMap::new();
    let turned: Vec<Edge> = back.edges.iter().map(Edge::turned).collect();
    for edge in forth.edges.iter().chain(&turned) {
        leading.entry(&edge.from).or_default().insert(edge.clone());
    }
    let (mut paths, mut searched) = (Vec::new(), 0);
    for length in 1..=hops {
        for start in starts {
            let mut so_far = Vec::new();
            let search = Search {
                leading: &leading,
                ends,
                back,
                length,
                most,
            };
            search.extend(start, &mut so_far, &mut paths, &mut searched);
        }
    }
    paths
}

struct Search<'s> {
    leading: &'s BTreeMap<&'s Node, BTreeSet<Edge>>,
    ends: &'s Ends,
    back: &'s GraphWalk,
    length: u32,
    most: usize,
}

impl Search<'_> {
    /// Adds the paths of exactly this length that continue from here.
    fn extend(
        &self,
        here: &Node,
        so_far: &mut Vec<Edge>,
        paths: &mut Vec<Vec<Edge>>,
        searched: &mut usize,
    ) {
        *searched += 1;
        let walked = u32::try_from(so_far.len()).unwrap_or(u32::MAX);
        if paths.len() >= self.most || *searched > SEARCHED {
            return;
        }
        if walked == self.length {
            if self.ends.has(here) {
                paths.push(so_far.clone());
            }
            return;
        }
        // A path stops at the first instance that may end it.
        if walked > 0 && self.ends.has(here) {
            return;
        }
        // An instance that is too far from the end cannot complete a path.
        let left = self.length - walked;
        let far = self.back.distance.get(here).is_some_and(|far| *far > left);
        if far {
            return;
        }
        for edge in self.leading.get(here).into_iter().flatten() {
            let before = |node: &Node| {
                let mut visited = so_far.iter();
                visited.any(|edge| edge.from == *node) || here == node
            };
            if !before(&edge.to) {
                so_far.push(edge.clone());
                self.extend(&edge.to, so_far, paths, searched);
                so_far.pop();
            }
        }
    }
}

fn row(path: &[Edge], names: &NodeNames) -> Row {
    let first = path.first().map(|edge| names.cell(&edge.from));
    let rest = path.iter().map(|edge| names.cell(&edge.to));
    let relations = path.iter().map(|edge| {
        let mark = if edge.outwards { '>' } else { '<' };
        Cell::Text(format!("{mark}{}", edge.relation))
    });
    let instances = first.into_iter().chain(rest);
    Row::of([
        ("hops", Cell::Number(path.len().to_string())),
        ("instances", Cell::List(instances.collect())),
        ("relations", Cell::List(relations.collect())),
    ])
}
