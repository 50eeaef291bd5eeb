//! Where instances stand in a match of a contract: the target, the entities, and the end of each hop.
//!
//! A chain starts at the entities and ends at the target; without entities it starts at the target. One with two ends
//! starts at the first entity, and the others are its target. A hop with ends of its own leads between these; one that
//! says where it starts begins a chain of its own, which ends at the target unless it begins there or at a place with a
//! name.
//!
//! A hop that must not be there leads on to nothing: the chain goes on from where it was. It leads to the end of its
//! chain only where the chain has no other hop.

use crate::contract::{End, Grounding, Relation};
use crate::language::{Direction, Scenario, given_names};
use crate::tables::{Column, RelationDef, Tables};

/// The target's place.
pub const TARGET: usize = 0;

/// A place that an instance of a match stands at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place<'c> {
    /// The types it may be of; empty: any.
    pub types: Vec<&'c str>,
    /// The entities it may be, by index; `None`: every instance of its types.
    pub entities: Option<Vec<usize>>,
    /// The name it is given.
    pub name: Option<&'c str>,
}

/// A relation between two places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop<'c> {
    /// Names of the relations, any of which links its ends.
    pub relations: Vec<&'c str>,
    /// The fewest and the most times it is walked.
    pub times: [u32; 2],
    /// Way it is walked.
    pub direction: Direction,
    /// The place it starts at.
    pub from: usize,
    /// The place it leads to.
    pub to: usize,
    /// Whether there must be none.
    pub absent: bool,
    /// Whether it leads from an instance to one at most.
    pub to_one: bool,
    /// Whether it leads to an instance from one at most.
    pub from_one: bool,
}

/// A hop in one of its two ways.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'p> {
    pub(crate) hop: &'p Hop<'p>,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Whether it leads from an instance to one at most.
    one: bool,
}

/// The places of a contract and the hops between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places<'c> {
    /// The places; the first is the target.
    pub places: Vec<Place<'c>>,
    /// The hops, in the order of the contract.
    pub hops: Vec<Hop<'c>>,
}

/// Where the values of a type are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValuePlace {
    /// At one place.
    At(usize),
    /// At several, and nothing says which.
    Twice,
    /// Nowhere.
    Nowhere,
}

impl<'c> Places<'c> {
    /// The places of a scenario's contract, its targets being of these types.
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
        // Each hop leads to one new place at most, and the first may start at the entities.
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
            // Nothing leads anywhere: the entities are what is looked for.
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

    /// A place of any type is of the types that hops lead between.
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

    /// The place with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        let mut places = self.places.iter();
        places.position(|place| place.name == Some(name))
    }

    /// Whether nothing may stand at a place: only hops that must not be there lead to it.
    #[must_use]
    pub fn is_absent(&self, place: usize) -> bool {
        let leads = |hop: &&Hop<'_>| hop.from == place || hop.to == place;
        let mut hops = self.hops.iter().filter(leads).peekable();
        place != TARGET && hops.peek().is_some() && hops.all(|hop| hop.absent)
    }

    /// The places where a match of one instance of the target has one instance: the target, an entity, and what hops to one
    /// lead to from these.
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

    /// The places that have one instance where these have.
    #[must_use]
    pub(crate) fn single_with(&self, mut single: Vec<bool>) -> Vec<bool> {
        // Each round settles a place at least.
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

    /// Whether matches of several instances of the target may have the same instance at a place.
    #[must_use]
    pub fn is_shared(&self, place: usize) -> bool {
        let one: Vec<bool> = (0..self.places.len()).map(|at| at == place).collect();
        self.single_with(one).first() == Some(&false)
    }

    /// The first step that leads from a place with one instance to one that may have several.
    pub(crate) fn to_several(&self, single: &[bool]) -> Option<Step<'_>> {
        let is = |place: usize| single.get(place) == Some(&true);
        self.steps()
            .find(|step| !step.one && is(step.from) && !is(step.to))
    }

    /// Every hop that must be there, both ways.
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

    /// The place that a column of a contract is read at: the one it names, or that of its type.
    #[must_use]
    pub fn read(&self, path: &str, column: Column<'_>) -> ValuePlace {
        match given_names::at_place(path) {
            (Some(name), _) => self.named(name).map_or(ValuePlace::Nowhere, ValuePlace::At),
            (None, _) => self.reached(column.type_name()),
        }
    }

    /// The place that values of a type are read at where none is named: the target where it has the type, else the one place that has and is no
    /// entity, else the one entity. An entity is named, so what is said of its type is rarely said of itself.
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
        // A target of any type may be of this one.
        let open = (self.places.first()).is_some_and(|target| target.types.is_empty());
        let target = if open {
            ValuePlace::At(TARGET)
        } else {
            ValuePlace::Nowhere
        };
        only(false).or_else(|| only(true)).unwrap_or(target)
    }
}

/// A place where one of these entities stands. One without a type may be of any.
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

/// The types that a hop may start at, and those that it may lead to.
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

/// Whether a hop leads from an instance to one at most, and whether from one. Either way, along several relations or a
/// different number of times it may lead to one of each.
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

/// What of a hop decides on its chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link {
    /// Whether it says where it starts.
    pub(crate) starts: bool,
    /// Whether it must not be there.
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

/// Which hops lead to where their chain ends: the last one that is there, or one that must not be there where the chain
/// has no other.
pub(crate) fn lead_to_end(hops: &[Link]) -> Vec<bool> {
    let first = hops.iter().position(|hop| !hop.absent);
    // Whether the next one that is there begins another chain; behind the last there is none.
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
