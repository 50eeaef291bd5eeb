//! Which instances go together: every way to put an instance at each place of a contract, so that the hops lead between
//! them and the filters pass.

use cmec_decoder::contract::{Condition, Contract, End, Entity, Filter, Relation};
use cmec_decoder::language::{Direction, Scenario};
use cmec_decoder::tables::{Column, Tables};

use super::Undefined;
use super::cell::Cell;
use super::condition::{holds, holds_between};
use super::data::{Data, Instance, key_path};

/// The target's place.
const TARGET: usize = 0;

/// An instance at each place, by its index in the data.
pub(super) type Match = Vec<usize>;

/// A place that an instance of a match stands at.
struct Place {
    /// The types it may be of; empty: any.
    types: Vec<String>,
    /// The instances it may be; none: every one of its types.
    named: Option<Vec<usize>>,
}

struct Hop {
    relation: String,
    direction: Direction,
    from: usize,
    to: usize,
}

/// The places of a contract and the hops between them.
pub(super) struct Walk<'d> {
    tables: &'d Tables,
    data: &'d Data,
    places: Vec<Place>,
    hops: Vec<Hop>,
}

impl<'d> Walk<'d> {
    /// The walk of a contract, its targets being of these types.
    pub(super) fn new(
        contract: &Contract<'_>,
        targets: Vec<String>,
        tables: &'d Tables,
        data: &'d Data,
    ) -> Result<Self, Undefined> {
        let only = match tables.types.as_ref() {
            [only] if targets.is_empty() => vec![only.name.to_string()],
            _ => targets,
        };
        let target = Place {
            types: only,
            named: None,
        };
        let mut walk = Self {
            tables,
            data,
            places: vec![target],
            hops: Vec::new(),
        };
        let (entities, relations) = (
            &contract.grounding.entity_list,
            &contract.grounding.relations,
        );
        if relations.is_empty() && !entities.is_empty() {
            // Nothing leads anywhere: the entities are what is looked for.
            let named = walk.called(entities);
            if let Some(target) = walk.places.get_mut(TARGET) {
                target.named = Some(named);
            }
        }
        walk.follow(contract.intent.scenario, entities, relations)?;
        Ok(walk)
    }

    /// A chain starts at the entities and ends at the targets; without entities it starts at the targets. One with two
    /// ends starts at the first entity and ends at the others. A hop that says where it starts begins a chain of its own.
    fn follow(
        &mut self,
        scenario: Scenario,
        entities: &[Entity<'_>],
        relations: &[Relation<'_>],
    ) -> Result<(), Undefined> {
        let mut entity_places = vec![None; entities.len()];
        let (mut here, end) = match entities {
            [] => (TARGET, None),
            [first, rest @ ..] if scenario == Scenario::RelationExistence && !rest.is_empty() => {
                let end = self.entities(rest);
                if let Some(target) = self.places.get_mut(TARGET) {
                    *target = end;
                }
                let start = self.place_of_entities(std::slice::from_ref(first));
                (start, Some(TARGET))
            }
            all if relations.iter().any(|hop| hop.from.is_none()) => {
                (self.place_of_entities(all), Some(TARGET))
            }
            _ => (TARGET, Some(TARGET)),
        };
        let mut leads_away = false;
        for (index, relation) in relations.iter().enumerate() {
            let name = &relation.name;
            let def = self.tables.relation_by_name(name);
            let def = def.ok_or_else(|| Undefined::Unknown(name.to_string()))?;
            let mut at = |walk: &mut Self, end: End| match end {
                End::Target => TARGET,
                End::Entity(index) => match (entity_places.get_mut(index), entities.get(index)) {
                    (Some(place), Some(entity)) => *place.get_or_insert_with(|| {
                        walk.place_of_entities(std::slice::from_ref(entity))
                    }),
                    _ => TARGET,
                },
            };
            let from = relation.from.map_or(here, |end| at(self, end));
            if let Some(from) = relation.from {
                leads_away = from == End::Target;
            }
            let next = relations.get(index + 1);
            let is_last = next.is_none_or(|next| next.from.is_some());
            let to = match (relation.to, end.filter(|_| is_last && !leads_away)) {
                (Some(end), _) => at(self, end),
                (None, Some(end)) => end,
                (None, None) => {
                    let (low, high) = (def.from.to_string(), def.to.to_string());
                    self.add(match relation.direction {
                        Direction::Out => vec![high],
                        Direction::In => vec![low],
                        Direction::Both => vec![low, high],
                    })
                }
            };
            self.hops.push(Hop {
                relation: name.to_string(),
                direction: relation.direction,
                from,
                to,
            });
            here = to;
        }
        Ok(())
    }

    fn add(&mut self, types: Vec<String>) -> usize {
        self.places.push(Place { types, named: None });
        self.places.len() - 1
    }

    fn place_of_entities(&mut self, entities: &[Entity<'_>]) -> usize {
        let place = self.entities(entities);
        self.places.push(place);
        self.places.len() - 1
    }

    /// A place where one of the entities stands.
    fn entities(&self, entities: &[Entity<'_>]) -> Place {
        let types = (entities.iter()).filter_map(|entity| entity.type_name.as_deref());
        Place {
            types: types.map(str::to_owned).collect(),
            named: Some(self.called(entities)),
        }
    }

    /// The instances that one of the entities names.
    fn called(&self, entities: &[Entity<'_>]) -> Vec<usize> {
        let is_one = |instance: &Instance| {
            entities.iter().any(|entity| {
                let of_type = entity
                    .type_name
                    .as_deref()
                    .is_none_or(|of| of == instance.type_name);
                let text = entity.id.as_deref().unwrap_or(&entity.text);
                of_type && instance.is_called(self.tables, text)
            })
        };
        let instances = self.data.instances.iter().enumerate();
        instances
            .filter_map(|(index, instance)| is_one(instance).then_some(index))
            .collect()
    }

    /// Every match in which the conditions hold, in the order of the data.
    pub(super) fn matches(&self, conditions: &[Condition<'_>]) -> Result<Vec<Match>, Undefined> {
        for filter in conditions.iter().flat_map(Condition::filters) {
            self.place_of(&filter.field)?;
            filter
                .value_field()
                .map(|path| self.place_of(path))
                .transpose()?;
        }
        let mut all = Vec::new();
        self.extend(&self.hops, &vec![None; self.places.len()], &mut all);
        all.retain(|found: &Match| {
            let passes = |filter: &Filter<'_>| self.passes(found, filter);
            conditions.iter().all(|condition| condition.holds(passes))
        });
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn passes(&self, found: &[usize], filter: &Filter<'_>) -> bool {
        let cell = self.cell(found, &filter.field);
        match filter.value_field() {
            Some(path) => holds_between(&cell, filter.operator, self.cell(found, path)),
            None => holds(&cell, filter.operator, filter.value()),
        }
    }

    /// The value of a field in a match, at the place that it is read at.
    fn cell(&self, found: &[usize], path: &str) -> Cell {
        let place = self.place_of(path);
        place.map_or(Cell::Missing, |place| self.value(found, place, path))
    }

    fn extend(&self, hops: &[Hop], so_far: &[Option<usize>], all: &mut Vec<Match>) {
        let Some((hop, rest)) = hops.split_first() else {
            // A place that no hop leads to, the target of an intent without relations for one.
            let Some(open) = so_far.iter().position(Option::is_none) else {
                all.push(so_far.iter().copied().flatten().collect());
                return;
            };
            for index in 0..self.data.instances.len() {
                self.put(open, index, hops, so_far, all);
            }
            return;
        };
        let Some(from) = so_far.get(hop.from).copied().flatten() else {
            for index in 0..self.data.instances.len() {
                self.put(hop.from, index, hops, so_far, all);
            }
            return;
        };
        let mut ends = Vec::new();
        if hop.direction != Direction::In {
            ends.extend(self.data.linked(&hop.relation, from, true));
        }
        if hop.direction != Direction::Out {
            ends.extend(self.data.linked(&hop.relation, from, false));
        }
        for end in ends {
            match so_far.get(hop.to).copied().flatten() {
                Some(there) if there == end => self.extend(rest, so_far, all),
                Some(_) => {}
                None => self.put(hop.to, end, rest, so_far, all),
            }
        }
    }

    /// Puts an instance at a place, where it may stand there, and goes on.
    fn put(
        &self,
        place: usize,
        index: usize,
        hops: &[Hop],
        so_far: &[Option<usize>],
        all: &mut Vec<Match>,
    ) {
        if self.may_stand(place, index) {
            let mut with = so_far.to_vec();
            if let Some(there) = with.get_mut(place) {
                *there = Some(index);
            }
            self.extend(hops, &with, all);
        }
    }

    fn may_stand(&self, place: usize, index: usize) -> bool {
        let (Some(place), Some(instance)) =
            (self.places.get(place), self.data.instances.get(index))
        else {
            return false;
        };
        let is_named = (place.named.as_ref()).is_none_or(|named| named.contains(&index));
        is_named && (place.types.is_empty() || place.types.contains(&instance.type_name))
    }

    /// The place that a field is read at, or the instances of a type stand at: the target where it has the type, else the
    /// one place that has.
    pub(super) fn place_of(&self, path: &str) -> Result<usize, Undefined> {
        let column = self.tables.column(path);
        let type_name = match column.ok_or_else(|| Undefined::Unknown(path.to_owned()))? {
            Column::Field(field) => field.type_name.as_ref(),
            Column::Type(name) => name,
        };
        let has = |place: &Place| place.types.iter().any(|name| name == type_name);
        let mut places = self.places.iter().map(has);
        if places.next() == Some(true) {
            return Ok(TARGET);
        }
        let mut others = (1..).zip(places).filter(|(_, has)| *has);
        match (others.next(), others.next()) {
            (Some((place, _)), None) => Ok(place),
            (Some(_), Some(_)) => Err(Undefined::ReachedTwice(path.to_owned())),
            // A target of any type may be of this one.
            (None, _)
                if self
                    .places
                    .first()
                    .is_some_and(|target| target.types.is_empty()) =>
            {
                Ok(TARGET)
            }
            (None, _) => Err(Undefined::NotReached(path.to_owned())),
        }
    }

    /// The value of a field in a match.
    pub(super) fn value(&self, found: &[usize], place: usize, path: &str) -> Cell {
        let index = found.get(place);
        let instance = index.and_then(|index| self.data.instances.get(*index));
        instance.map_or(Cell::Missing, |instance| instance.value(path))
    }

    /// What tells matches apart by a column: the value of a field, or the instance of a type by its index.
    pub(super) fn told_apart(&self, found: &[usize], path: &str) -> Result<Cell, Undefined> {
        let place = self.place_of(path)?;
        Ok(match self.tables.column(path) {
            Some(Column::Type(_)) => self
                .instance(found, place)
                .map_or(Cell::Missing, Cell::count),
            _ => self.value(found, place, path),
        })
    }

    /// The instance at a place of a match.
    pub(super) fn instance(&self, found: &[usize], place: usize) -> Option<usize> {
        found.get(place).copied()
    }

    /// The key of the instance at a place of a match.
    pub(super) fn key(&self, found: &[usize], place: usize) -> Cell {
        let index = found.get(place);
        let instance = index.and_then(|index| self.data.instances.get(*index));
        instance.map_or(Cell::Missing, |instance| instance.key(self.tables))
    }

    /// The paths of the keys of each place, in the order of the walk.
    pub(super) fn keys(&self) -> Vec<Vec<String>> {
        let paths = |place: &Place| {
            let keys = place
                .types
                .iter()
                .filter_map(|name| key_path(self.tables, name));
            keys.collect()
        };
        self.places.iter().map(paths).collect()
    }

    /// The fields of the target's types, in the order of the codebook.
    pub(super) fn target_fields(&self) -> Vec<String> {
        let types = self
            .places
            .get(TARGET)
            .map(|target| target.types.as_slice());
        let types = types.unwrap_or_default();
        let fields = self.tables.fields.iter();
        fields
            .filter(|field| types.iter().any(|name| *name == field.type_name))
            .map(|field| field.path.to_string())
            .collect()
    }

    /// The instance that a match is about; every match has one.
    pub(super) fn target(found: &[usize]) -> Option<usize> {
        found.get(TARGET).copied()
    }
}
