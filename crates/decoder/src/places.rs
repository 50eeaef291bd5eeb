//! The variables of a contract and the hops between them: the target, the entities, and the end of each hop.
//!
//! A chain starts at the entities and ends at the target; without entities it starts at the target. If an intent has
//! two ends, the chain starts at the first entity and ends at the others. A hop may name its own ends. A named start
//! begins a new chain, which ends at the target unless it starts there or at a named variable.
//!
//! No hop continues from an anti-join; the chain continues from the variable before. An anti-join leads to the end of
//! its chain only if the chain has no other hop.

use crate::contract::{End, Grounding, Relation};
use crate::language::{Direction, Scenario, given_names};
use crate::tables::{Column, RelationDef, Tables};

/// The index of the target.
pub const TARGET: usize = 0;

/// A variable, which stands for one instance in each match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place<'c> {
    /// Its possible types; empty means any.
    pub types: Vec<&'c str>,
    /// The indices of its possible entities; `None` means all instances of its types.
    pub entities: Option<Vec<usize>>,
    /// Its name, if it has one.
    pub name: Option<&'c str>,
}

/// A relation between two variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop<'c> {
    /// Names of the alternative relations.
    pub relations: Vec<&'c str>,
    /// The least and greatest number of repetitions.
    pub times: [u32; 2],
    /// The direction of the walk.
    pub direction: Direction,
    /// The variable at the start.
    pub from: usize,
    /// The variable at the end.
    pub to: usize,
    /// `true` for an anti-join.
    pub absent: bool,
    /// `true` if each start leads to at most one end.
    pub to_one: bool,
    /// `true` if each end is reached from at most one start.
    pub from_one: bool,
}

/// A hop in one of its two directions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'p> {
    pub(crate) hop: &'p Hop<'p>,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// `true` if each start leads to at most one end.
    one: bool,
}

/// The variables of a contract and the hops between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places<'c> {
    /// The variables; the first is the target.
    pub places: Vec<Place<'c>>,
    /// The hops, in the order of the contract.
    pub hops: Vec<Hop<'c>>,
}

/// The variable at which the values of a type are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValuePlace {
    /// A single variable.
    At(usize),
    /// Ambiguous: several variables.
    Twice,
    /// No variable has the type.
    Nowhere,
}

impl<'c> Places<'c> {
    /// The variables of a contract with this scenario and these target types.
    #[must_use]
    pub fn of(
        scenario: Scenario,
        grounding: &'c Grounding<'_>,
        targets: &[&'c str],
        tables: &'c Tables,
    ) -> Self {
        let types = match tables.types.as_ref() {
            [only] if targets.is_empty() => vec![only.name.as_ref()],
            _ => targets.to_vec(),
        };
        let target = Place {
            types,
            entities: None,
            name: None,
        };
        let hops = grounding.relations.len();
        // Each hop adds at most one variable, and the first may also add the entities.
        let mut places = Vec::with_capacity(hops + 2);
        places.push(target);
        let mut all = Self {
            places,
            hops: Vec::with_capacity(hops),
        };
        all.follow(scenario, grounding, targets, tables);
        all
    }

    fn follow(
        &mut self,
        scenario: Scenario,
        grounding: &'c Grounding<'_>,
        targets: &[&'c str],
        tables: &'c Tables,
    ) {
        let (entities, relations) = (&grounding.entity_list, &grounding.relations);
        let mut entity_places = vec![None; entities.len()];
        let all_entities = || (0..entities.len()).collect();
        let leads_nowhere = relations.iter().all(|hop| hop.absent);
        let (mut here, end) = match entities.len() {
            0 => (TARGET, None),
            count if scenario == Scenario::RelationExistence && count > 1 => {
                if let Some(target) = self.places.get_mut(TARGET) {
                    *target = place_of(grounding, (1..count).collect());
                }
                (self.add(place_of(grounding, vec![0])), Some(TARGET))
            }
            // No hop leads to the target, so the entities are the target.
            _ if leads_nowhere && (relations.is_empty() || targets.is_empty()) => {
                if let Some(target) = self.places.get_mut(TARGET) {
                    target.entities = Some(all_entities());
                }
                (TARGET, None)
            }
            _ if relations.iter().any(|hop| hop.from.is_none()) => {
                (self.add(place_of(grounding, all_entities())), Some(TARGET))
            }
            _ => (TARGET, Some(TARGET)),
        };
        let links: Vec<Link> = relations.iter().map(Link::of).collect();
        let mut leads_away = false;
        for (hop, to_end) in relations.iter().zip(lead_to_end(&links)) {
            let def = tables.relation_by_name(&hop.name);
            let [starts, leads] = types_between(hop, def);
            let mut at = |all: &mut Self, end: &'c End<'_>, types: &[&'c str]| match end {
                End::Target => TARGET,
                End::Entity(index) => match entity_places.get_mut(*index) {
                    Some(place) => {
                        *place.get_or_insert_with(|| all.add(place_of(grounding, vec![*index])))
                    }
                    None => TARGET,
                },
                End::Place(name) => match all.named(name) {
                    Some(place) => place,
                    None => all.add(Place {
                        types: types.to_vec(),
                        entities: None,
                        name: Some(name),
                    }),
                },
            };
            let from = (hop.from.as_ref()).map_or(here, |end| at(self, end, &starts));
            if let (Some(from), false) = (&hop.from, hop.absent) {
                leads_away = from.leads_away();
            }
            let to_end = to_end && !leads_away;
            let to = match (&hop.to, end.filter(|_| to_end)) {
                (Some(end), _) => at(self, end, &leads),
                (None, Some(end)) => end,
                (None, None) => self.add(Place {
                    types: leads,
                    entities: None,
                    name: None,
                }),
            };
            let [to_one, from_one] = of_one(hop, def);
            self.hops.push(Hop {
                relations: hop.names().map(AsRef::as_ref).collect(),
                times: hop.times(),
                direction: hop.direction,
                from,
                to,
                absent: hop.absent,
                to_one,
                from_one,
            });
            if !hop.absent {
                here = to;
            }
        }
        self.learn(relations, tables);
    }

    /// Gives variables of unknown type the types that their hops allow.
    fn learn(&mut self, relations: &[Relation<'_>], tables: &'c Tables) {
        for (index, place) in self.places.iter_mut().enumerate() {
            if !place.types.is_empty() {
                continue;
            }
            for (hop, said) in self.hops.iter().zip(relations) {
                let touches = hop.from == index || hop.to == index;
                if touches && !hop.absent {
                    let def = tables.relation_by_name(&said.name);
                    let [starts, leads] = types_between(said, def);
                    let own = [(hop.from, starts), (hop.to, leads)].into_iter();
                    let own = own.filter(|(place, _)| *place == index);
                    place.types.extend(own.flat_map(|(_, types)| types));
                }
            }
        }
    }

    fn add(&mut self, place: Place<'c>) -> usize {
        self.places.push(place);
        self.places.len() - 1
    }

    /// The variable with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        let mut places = self.places.iter();
        places.position(|place| place.name == Some(name))
    }

    /// `true` if only anti-joins reach a variable.
    #[must_use]
    pub fn is_absent(&self, place: usize) -> bool {
        let leads = |hop: &&Hop<'_>| hop.from == place || hop.to == place;
        let mut hops = self.hops.iter().filter(leads).peekable();
        place != TARGET && hops.peek().is_some() && hops.all(|hop| hop.absent)
    }

    /// For each variable, `true` if it has one instance for each instance of the target: the target, a single entity,
    /// and whatever to-one hops reach from these.
    #[must_use]
    pub fn single(&self) -> Vec<bool> {
        let one_entity =
            |place: &Place<'_>| place.entities.as_ref().is_some_and(|all| all.len() == 1);
        let mut single: Vec<bool> = self.places.iter().map(one_entity).collect();
        if let Some(target) = single.first_mut() {
            *target = true;
        }
        self.single_with(single)
    }

    /// Extends a set of variables with one instance by those that to-one hops reach.
    #[must_use]
    pub(crate) fn single_with(&self, mut single: Vec<bool>) -> Vec<bool> {
        // Each round adds at least one variable.
        for _ in 0..self.places.len() {
            for step in self.steps().filter(|step| step.one) {
                let settled = single.get(step.from) == Some(&true);
                if let Some(single) = single.get_mut(step.to) {
                    *single |= settled;
                }
            }
        }
        single
    }

    /// `true` if several instances of the target may share one instance of a variable.
    #[must_use]
    pub fn is_shared(&self, place: usize) -> bool {
        let one: Vec<bool> = (0..self.places.len()).map(|at| at == place).collect();
        self.single_with(one).first() == Some(&false)
    }

    /// The first step from a variable with one instance to one that may have several.
    pub(crate) fn to_several(&self, single: &[bool]) -> Option<Step<'_>> {
        let is = |place: usize| single.get(place) == Some(&true);
        self.steps()
            .find(|step| !step.one && is(step.from) && !is(step.to))
    }

    /// All hops except anti-joins, in both directions.
    fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let hops = self.hops.iter().filter(|hop| !hop.absent);
        hops.flat_map(|hop| {
            [
                Step {
                    hop,
                    from: hop.from,
                    to: hop.to,
                    one: hop.to_one,
                },
                Step {
                    hop,
                    from: hop.to,
                    to: hop.from,
                    one: hop.from_one,
                },
            ]
        })
    }

    /// The variable at which a column of a contract is read: the one it names, or the one of its type.
    #[must_use]
    pub fn read(&self, path: &str, column: Column<'_>) -> ValuePlace {
        match given_names::at_place(path) {
            (Some(name), _) => self.named(name).map_or(ValuePlace::Nowhere, ValuePlace::At),
            (None, _) => self.reached(column.type_name()),
        }
    }

    /// The variable at which values of a type are read if none is named: the target if it has the type, otherwise the
    /// only non-entity of the type, otherwise the only entity. Entities come last, because a condition on their type
    /// rarely means the named entity.
    #[must_use]
    pub fn reached(&self, type_name: &str) -> ValuePlace {
        let has = |place: &Place<'_>| place.types.contains(&type_name);
        if self.places.first().is_some_and(has) {
            return ValuePlace::At(TARGET);
        }
        let only = |of_entities: bool| {
            let places = self.places.iter().enumerate().skip(1);
            let mut fitting = places
                .filter(|(_, place)| place.entities.is_some() == of_entities && has(place))
                .map(|(at, _)| at);
            match (fitting.next(), fitting.next()) {
                (Some(place), None) => Some(ValuePlace::At(place)),
                (Some(_), Some(_)) => Some(ValuePlace::Twice),
                (None, _) => None,
            }
        };
        // A target of unknown type may have this type.
        let open = (self.places.first()).is_some_and(|target| target.types.is_empty());
        let target = if open {
            ValuePlace::At(TARGET)
        } else {
            ValuePlace::Nowhere
        };
        only(false).or_else(|| only(true)).unwrap_or(target)
    }
}

/// The variable for these entities. An entity without a type may have any.
fn place_of<'c>(grounding: &'c Grounding<'_>, entities: Vec<usize>) -> Place<'c> {
    let named = entities.iter();
    let types = named.map(|index| {
        let entity = grounding.entity_list.get(*index);
        entity.and_then(|entity| entity.type_name.as_deref())
    });
    Place {
        types: types.collect::<Option<_>>().unwrap_or_default(),
        entities: Some(entities),
        name: None,
    }
}

pub(crate) fn types_between<'c>(
    hop: &Relation<'_>,
    def: Option<&'c RelationDef>,
) -> [Vec<&'c str>; 2] {
    let Some(def) = def else {
        return [Vec::new(), Vec::new()];
    };
    let (low, high) = (def.from.as_ref(), def.to.as_ref());
    match hop.direction {
        Direction::Out => [vec![low], vec![high]],
        Direction::In => [vec![high], vec![low]],
        Direction::Both => [vec![low, high], vec![low, high]],
    }
}

/// `true` for a to-one hop, and for a from-one hop. A hop that can go in either direction, along alternatives or for a
/// varying number of repetitions may lead to one instance in each way, and so to several.
fn of_one(hop: &Relation<'_>, def: Option<&RelationDef>) -> [bool; 2] {
    let [least, most] = hop.times();
    if least < most || !hop.or.is_empty() {
        return [false, false];
    }
    match (def, hop.direction) {
        (Some(def), Direction::Out) => [def.to_one, def.from_one],
        (Some(def), Direction::In) => [def.from_one, def.to_one],
        _ => [false, false],
    }
}

/// The properties of a hop that decide its chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link {
    /// `true` if it names its start.
    pub(crate) starts: bool,
    pub(crate) absent: bool,
}

impl Link {
    fn of(hop: &Relation<'_>) -> Self {
        Self {
            starts: hop.from.is_some(),
            absent: hop.absent,
        }
    }
}

/// For each hop, `true` if it leads to the end of its chain: the last hop that is not an anti-join, or an anti-join in
/// a chain without other hops.
pub(crate) fn lead_to_end(hops: &[Link]) -> Vec<bool> {
    let first = hops.iter().position(|hop| !hop.absent);
    // `true` if the next hop begins another chain, or there is no next hop; anti-joins do not count.
    let mut begins = true;
    let mut lead: Vec<bool> = Vec::with_capacity(hops.len());
    for (index, hop) in hops.iter().enumerate().rev() {
        let alone = !hop.starts && first.is_none_or(|first| index < first);
        lead.push(begins && (!hop.absent || alone));
        if !hop.absent {
            begins = hop.starts;
        }
    }
    lead.reverse();
    lead
}
