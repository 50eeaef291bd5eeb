//! Paths and neighbourhoods by exhaustive search along the links.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::contract::{Contract, GraphParams, Str};
use cmec_decoder::language::{Direction, Output, Scenario};

use super::cell::Cell;
use super::walk::{Walk, called, target_of};
use super::{Answer, EvaluationError, Over, PagedRow, page, rows};

/// A link in the direction of the walk: start, relation, whether along the relation, end.
type Link = (usize, String, bool, usize);

pub(super) fn answer(contract: &Contract<'_>, over: Over<'_>) -> Result<Answer, EvaluationError> {
    let graph = contract.graph_params.as_ref();
    let graph = graph.ok_or_else(|| EvaluationError::Unknown("graph_params".to_owned()))?;
    let ways = Routes::new(contract, graph, over)?;
    let (columns, found) = match contract.intent.scenario {
        Scenario::PathQuery => (&["hops", "instances", "relations"][..], ways.paths(graph)),
        _ if contract.intent.output_type == Output::Instances => (
            &["distance", "type", "instance"][..],
            ways.reached(graph.depth),
        ),
        _ => (
            &["distance", "from_type", "from", "relation", "to_type", "to"][..],
            ways.links(graph.depth),
        ),
    };
    if contract.intent.output_type == Output::Existence {
        return Ok(rows::existence(!found.is_empty()));
    }
    let columns = columns.iter().map(ToString::to_string).collect();
    let found = found.into_iter().map(|cells| PagedRow {
        per: Vec::new(),
        cells,
    });
    let pagination = &contract.constraints.pagination;
    Ok(page(columns, found.collect(), pagination))
}

/// The links, the starts and the ends of a walk.
struct Routes<'d> {
    over: Over<'d>,
    direction: Direction,
    /// The relations; only one of two inverse relations.
    relations: Vec<&'d str>,
    starts: BTreeSet<usize>,
    /// The instances that may end a path; `None`: any of the types.
    ends: Option<BTreeSet<usize>>,
    types: Vec<String>,
    /// The instances that a step may visit.
    passable: BTreeSet<usize>,
}

impl<'d> Routes<'d> {
    fn new(
        contract: &'d Contract<'_>,
        graph: &'d GraphParams<'_>,
        over: Over<'d>,
    ) -> Result<Self, EvaluationError> {
        let path = graph.path.as_ref();
        let of_path = path.map(|path| &path.allowed_relations);
        let allowed = of_path.filter(|own| !own.is_empty());
        let allowed: &[Str<'_>] = allowed.unwrap_or(&graph.relation_types);
        let mut relations: Vec<&str> = Vec::new();
        for def in over.tables.relations.iter() {
            let leads_back = |own: &str| relations.contains(&own);
            let is_walked = match allowed.is_empty() {
                true => !def.inverse.as_deref().is_some_and(leads_back),
                false => allowed.contains(&def.name),
            };
            if is_walked {
                relations.push(&def.name);
            }
        }
        let (tables, data) = (over.tables, over.data);
        let entities = contract.grounding.entity_list.iter();
        let entities = entities.map(|own| called(&[own], tables, data));
        let mut entities = entities.map(BTreeSet::from_iter);
        let keyed = path.map_or(&[][..], |path| path.source_ids.as_slice());
        let is_keyed = |index: &usize| {
            let own = data.instances.get(*index);
            own.is_some_and(|own| keyed.iter().any(|key| own.is_called(tables, key)))
        };
        let starts = match (contract.intent.scenario, keyed.is_empty()) {
            (Scenario::PathQuery, true) => entities.next().unwrap_or_default(),
            (Scenario::PathQuery, false) => (0..data.instances.len()).filter(is_keyed).collect(),
            _ => entities.by_ref().flatten().collect(),
        };
        let own = path.map(|path| &path.target_types);
        let types = own.filter(|own| !own.is_empty());
        let types = types.unwrap_or(&contract.grounding.target_types);
        let mut ends: Option<BTreeSet<usize>> = None;
        for end in entities {
            ends.get_or_insert_default().extend(end);
        }
        let named = starts.iter().chain(ends.iter().flatten()).copied();
        let mut passable: BTreeSet<usize> = named.collect();
        for type_name in tables.types.iter().map(|own| own.name.as_ref()) {
            passable.extend(passing(contract, type_name, over)?);
        }
        Ok(Self {
            over,
            direction: graph.direction,
            relations,
            starts,
            ends,
            types: types.iter().map(ToString::to_string).collect(),
            passable,
        })
    }

    /// The distinct links that may be walked from an instance.
    fn from(&self, here: usize) -> BTreeSet<Link> {
        let mut links = BTreeSet::new();
        for name in &self.relations {
            for (outwards, against) in [(true, Direction::In), (false, Direction::Out)] {
                if self.direction != against {
                    let ends = self.over.data.linked(name, here, outwards).into_iter();
                    let ends = ends.filter(|end| self.passable.contains(end));
                    links.extend(ends.map(|end| (here, (*name).to_owned(), outwards, end)));
                }
            }
        }
        links
    }

    fn type_of(&self, index: usize) -> &str {
        let own = self.over.data.instances.get(index);
        own.map_or("", |own| &own.type_name)
    }

    fn key(&self, index: usize) -> Cell {
        let own = self.over.data.instances.get(index);
        own.map_or(Cell::Missing, |own| own.key(self.over.tables))
    }

    fn is_of_types(&self, index: usize) -> bool {
        self.types.is_empty() || self.types.iter().any(|own| own == self.type_of(index))
    }

    /// The distance of each instance and the links walked, up to a depth.
    fn walked(&self, depth: u32) -> (BTreeMap<usize, u32>, BTreeSet<Link>) {
        let starts = self.starts.iter();
        let mut far: BTreeMap<usize, u32> = starts.map(|start| (*start, 0)).collect();
        let mut links = BTreeSet::new();
        for step in 0..depth {
            let last: Vec<usize> = (far.iter())
                .filter_map(|(index, own)| (*own == step).then_some(*index))
                .collect();
            for link in last.into_iter().flat_map(|here| self.from(here)) {
                far.entry(link.3).or_insert(step + 1);
                links.insert(link);
            }
        }
        (far, links)
    }

    fn is_target(&self, index: usize) -> bool {
        !self.starts.contains(&index) && self.is_of_types(index)
    }

    /// The instances, the nearest first.
    fn reached(&self, depth: u32) -> Vec<Vec<Cell>> {
        let (far, _) = self.walked(depth);
        let reached = far.into_iter().filter(|(index, _)| self.is_target(*index));
        let row = |(index, far)| {
            let type_name = Cell::Text(self.type_of(index).to_owned());
            (far, vec![number(far), type_name, self.key(index)])
        };
        in_order(reached.map(row).collect())
    }

    /// The links, the nearest first, in the direction of their relations.
    fn links(&self, depth: u32) -> Vec<Vec<Cell>> {
        let (far, links) = self.walked(depth);
        let leads =
            |link: &Link| self.types.is_empty() || self.is_target(link.0) || self.is_target(link.3);
        let links = links.into_iter().filter(leads);
        let along = links.map(|(here, name, outwards, there)| match outwards {
            true => (here, name, there),
            false => (there, name, here),
        });
        let along: BTreeSet<(usize, String, usize)> = along.collect();
        let row = |(from, name, to): (usize, String, usize)| {
            let ends = [from, to].map(|end| far.get(&end).copied());
            let far = ends.into_iter().flatten().min().unwrap_or_default() + 1;
            let type_of = |end| Cell::Text(self.type_of(end).to_owned());
            let cells = vec![
                number(far),
                type_of(from),
                self.key(from),
                Cell::Text(name),
                type_of(to),
                self.key(to),
            ];
            (far, cells)
        };
        in_order(along.into_iter().map(row).collect())
    }

    /// The paths, the shortest first.
    fn paths(&self, graph: &GraphParams<'_>) -> Vec<Vec<Cell>> {
        let path = graph.path.as_ref();
        let most = path.map_or(graph.depth, |path| path.max_hops);
        let mut all = Vec::new();
        for start in &self.starts {
            self.extend(*start, most, &mut Vec::new(), &mut all);
        }
        let row = |path: Vec<Link>| {
            let hops = u32::try_from(path.len()).unwrap_or(u32::MAX);
            let first = path.first().map(|link| self.key(link.0));
            let rest = path.iter().map(|link| self.key(link.3));
            let relations = path.iter().map(|(_, name, outwards, _)| {
                let mark = if *outwards { '>' } else { '<' };
                Cell::Text(format!("{mark}{name}"))
            });
            let instances = Cell::List(first.into_iter().chain(rest).collect());
            let relations = Cell::List(relations.collect());
            (hops, vec![number(hops), instances, relations])
        };
        in_order(all.into_iter().map(row).collect())
    }

    /// Adds the paths that continue from here; a path stops at the first instance that may end it.
    fn extend(&self, here: usize, left: u32, so_far: &mut Vec<Link>, all: &mut Vec<Vec<Link>>) {
        let is_end = match &self.ends {
            Some(ends) => ends.contains(&here),
            None => self.is_of_types(here),
        };
        if !so_far.is_empty() && is_end {
            return all.push(so_far.clone());
        }
        if left == 0 {
            return;
        }
        for link in self.from(here) {
            let visited = |own: &Link| own.0 == link.3;
            if link.3 != here && !so_far.iter().any(visited) {
                so_far.push(link.clone());
                self.extend(link.3, left - 1, so_far, all);
                so_far.pop();
            }
        }
    }
}

fn number(number: u32) -> Cell {
    Cell::count(usize::try_from(number).unwrap_or(usize::MAX))
}

/// The rows sorted by distance.
fn in_order(mut rows: Vec<(u32, Vec<Cell>)>) -> Vec<Vec<Cell>> {
    rows.sort_by_key(|(far, _)| *far);
    rows.into_iter().map(|(_, cells)| cells).collect()
}

/// The instances that pass the filters on their type.
fn passing(
    contract: &Contract<'_>,
    type_name: &str,
    over: Over<'_>,
) -> Result<BTreeSet<usize>, EvaluationError> {
    let mut own = contract.clone();
    own.intent.scenario = Scenario::InstanceSearch;
    own.grounding = Default::default();
    own.graph_params = None;
    let filters = &mut own.constraints.filters;
    if filters.iter().any(|own| own.type_name().is_none()) {
        return Err(EvaluationError::Unknown("filters".to_owned()));
    }
    filters.retain(|own| own.type_name() == Some(type_name));
    let walk = Walk::new(&own, &[type_name], over)?;
    let matches = walk.matches(&own.constraints.filters)?;
    Ok(matches.iter().filter_map(|own| target_of(own)).collect())
}
