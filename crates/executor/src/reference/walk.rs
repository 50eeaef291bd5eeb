//! Enumerates the bindings of a contract: every assignment of instances to its variables such that the hops link them
//! and the filters pass.

use cmec_decoder::contract::{Condition, Contract, Entity, Filter};
use cmec_decoder::language::{Call, Direction, given_names};
use cmec_decoder::places::{Hop, Place, Places, TARGET, ValuePlace};
use cmec_decoder::tables::{Column, Tables};

use super::cell::{Cell, ComparableValue, comparable};
use super::condition::{holds, holds_between, holds_by_part};
use super::data::{Data, Instance, key_path};
use super::{EvaluationError, Over, derive};
use crate::catalogue::MatchMode;

/// A binding: the index of each variable's instance; `None` where the variable has none.
pub(super) type Match = Vec<Option<usize>>;

/// The variables of a contract and the hops between them.
pub(super) struct Walk<'d> {
    over: Over<'d>,
    places: Places<'d>,
    /// The instances that the named entities limit each variable to.
    named: Vec<Option<Vec<usize>>>,
}

impl<'d> Walk<'d> {
    pub(super) fn new(
        contract: &'d Contract<'_>,
        targets: &[&'d str],
        over: Over<'d>,
    ) -> Result<Self, EvaluationError> {
        let (tables, data) = (over.tables, over.data);
        let grounding = &contract.grounding;
        for hop in &grounding.relations {
            for name in hop.names() {
                let def = tables.relation_by_name(name);
                def.ok_or_else(|| EvaluationError::Unknown(name.to_string()))?;
            }
        }
        let places = Places::of(contract.intent.scenario, grounding, targets, tables);
        let called = |place: &Place<'_>| {
            let entities = place.entities.as_ref()?.iter();
            let entities: Vec<&Entity<'_>> = entities
                .filter_map(|index| grounding.entity_list.get(*index))
                .collect();
            Some(called(&entities, tables, data))
        };
        let named = places.places.iter().map(called).collect();
        Ok(Self {
            over,
            places,
            named,
        })
    }

    /// Every binding that meets the conditions, in the order of the data.
    pub(super) fn matches(
        &self,
        conditions: &[Condition<'_>],
    ) -> Result<Vec<Match>, EvaluationError> {
        let filters = conditions.iter().flat_map(Condition::filters);
        for path in filters.flat_map(Filter::paths).flat_map(Call::fields) {
            self.place_read(path)?;
        }
        let there: Vec<&Hop<'_>> = self.hops().filter(|hop| !hop.absent).collect();
        let mut all = Vec::new();
        self.extend(&there, &vec![None; self.places.places.len()], &mut all);
        let (within, plain): (Vec<_>, Vec<_>) =
            (conditions.iter()).partition(|condition| self.is_of_what_is_absent(condition));
        all.retain(|found: &Match| {
            self.all_hold(&plain, found)
                && (self.hops().filter(|hop| hop.absent))
                    .all(|hop| !self.is_there(hop, found, &within))
        });
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn hops(&self) -> impl Iterator<Item = &Hop<'d>> {
        self.places.hops.iter()
    }

    fn all_hold(&self, conditions: &[&Condition<'_>], found: &[Option<usize>]) -> bool {
        let passes = |filter: &Filter<'_>| self.passes(found, filter);
        conditions.iter().all(|condition| condition.holds(passes))
    }

    /// True where a condition belongs to an anti-join.
    fn is_of_what_is_absent(&self, condition: &Condition<'_>) -> bool {
        self.reads(condition, |place| self.places.is_absent(place))
    }

    /// True where a condition reads a variable that passes a test.
    fn reads(&self, condition: &Condition<'_>, passes: impl Fn(usize) -> bool) -> bool {
        let paths = condition.filters().flat_map(Filter::paths);
        (paths.flat_map(Call::fields)).any(|path| self.place_read(path).is_ok_and(&passes))
    }

    /// True where the hop of an anti-join exists: instances at its ends are linked and meet the anti-join's conditions.
    fn is_there(&self, hop: &Hop<'_>, found: &[Option<usize>], within: &[&Condition<'_>]) -> bool {
        let ends = [hop.from, hop.to];
        let is_end = |place| self.places.is_absent(place) && ends.contains(&place);
        let about = |condition: &&&Condition<'_>| self.reads(condition, is_end);
        let within: Vec<&Condition<'_>> = within.iter().filter(about).copied().collect();
        let mut linked = Vec::new();
        self.extend(&[hop], found, &mut linked);
        linked.iter().any(|found| self.all_hold(&within, found))
    }

    fn passes(&self, found: &[Option<usize>], filter: &Filter<'_>) -> bool {
        if let Some(name) = filter.group() {
            let cell = match self.over.tables.column(&filter.field) {
                Some(Column::Type(_)) => {
                    let place = self.place_read(&filter.field).ok();
                    let there = place.and_then(|place| instance(found, place));
                    there.map_or(Cell::Missing, Cell::count)
                }
                _ => self.cell(found, &filter.field),
            };
            return (self.over.given).holds(
                &cell,
                filter.operator,
                name,
                self.taken(&filter.field),
            );
        }
        let cell = self.cell(found, &filter.field);
        match filter.value_field() {
            Some(path) => {
                // Where either field ignores case, the comparison does.
                let [own, other] = [&filter.field, path].map(|path| self.taken(path));
                let other_cell = own(&other(&self.cell(found, path)));
                holds_between(&other(&own(&cell)), filter.operator, other_cell)
            }
            None => {
                let (_, path) = given_names::at_place(&filter.field);
                let members = match self.over.data.matching(path) {
                    MatchMode::Exact => None,
                    MatchMode::ExactThenPart => Some(self.over.data.members(path)),
                    MatchMode::Part => Some(Vec::new()),
                };
                if let Some(members) = members.filter(|_| filter.operator.asks_membership()) {
                    return holds_by_part(&cell, filter.operator, filter.value(), &members);
                }
                let taken = self.taken(&filter.field);
                holds(&cell, filter.operator, filter.value(), taken)
            }
        }
    }

    /// The form in which a field's values are compared.
    fn taken(&self, path: &str) -> ComparableValue {
        let field = self.over.tables.field_read(path);
        field.map_or(Cell::clone, comparable)
    }

    /// The value of a field in a binding.
    fn cell(&self, found: &[Option<usize>], path: &str) -> Cell {
        if let Some(call) = Call::read(path) {
            let of = call.of.iter().map(|path| self.cell(found, path));
            return derive::derived(call.name, &of.collect::<Vec<Cell>>());
        }
        let place = self.place_read(path);
        place.map_or(Cell::Missing, |place| self.value(found, place, path))
    }

    fn extend(&self, hops: &[&Hop<'_>], so_far: &[Option<usize>], all: &mut Vec<Match>) {
        let Some((hop, rest)) = hops.split_first() else {
            // A variable that no hop leads to, for example the target of an intent without relations.
            let open = |(place, found): (usize, &Option<usize>)| {
                (found.is_none() && !self.places.is_absent(place)).then_some(place)
            };
            let Some(open) = so_far.iter().enumerate().find_map(open) else {
                all.push(so_far.to_vec());
                return;
            };
            for index in 0..self.over.data.instances.len() {
                self.put(open, index, hops, so_far, all);
            }
            return;
        };
        let Some(from) = so_far.get(hop.from).copied().flatten() else {
            for index in 0..self.over.data.instances.len() {
                self.put(hop.from, index, hops, so_far, all);
            }
            return;
        };
        for end in self.ends(hop, from) {
            match so_far.get(hop.to).copied().flatten() {
                Some(there) if there == end => self.extend(rest, so_far, all),
                Some(_) => {}
                None => self.put(hop.to, end, rest, so_far, all),
            }
        }
    }

    /// The distinct instances at the end of a hop from one, within its range of steps along any of its relations.
    fn ends(&self, hop: &Hop<'_>, from: usize) -> Vec<usize> {
        let [least, most] = hop.times;
        let (mut here, mut ends) = (vec![from], Vec::new());
        for step in 1..=most {
            let next = here.iter().flat_map(|here| self.linked(hop, *here));
            here = each_once(next.collect());
            if step >= least {
                ends.extend(&here);
            }
        }
        each_once(ends)
    }

    /// The instances linked to one along any relation of a hop.
    fn linked(&self, hop: &Hop<'_>, here: usize) -> Vec<usize> {
        let mut linked = Vec::new();
        for relation in &hop.relations {
            if hop.direction != Direction::In {
                linked.extend(self.over.data.linked(relation, here, true));
            }
            if hop.direction != Direction::Out {
                linked.extend(self.over.data.linked(relation, here, false));
            }
        }
        linked
    }

    /// Assigns an instance to a variable, where it fits, and continues.
    fn put(
        &self,
        place: usize,
        index: usize,
        hops: &[&Hop<'_>],
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
        let (Some(def), Some(named), Some(instance)) = (
            self.places.places.get(place),
            self.named.get(place),
            self.over.data.instances.get(index),
        ) else {
            return false;
        };
        let is_named = (named.as_ref()).is_none_or(|named| named.contains(&index));
        is_named && (def.types.is_empty() || def.types.contains(&instance.type_name.as_str()))
    }

    /// The variable that a field reads or that has a type.
    fn place_read(&self, path: &str) -> Result<usize, EvaluationError> {
        let column = self.over.tables.column(path);
        let column = column.ok_or_else(|| EvaluationError::Unknown(path.to_owned()))?;
        match self.places.read(path, column) {
            ValuePlace::At(place) => Ok(place),
            ValuePlace::Twice => Err(EvaluationError::ReachedTwice(path.to_owned())),
            ValuePlace::Nowhere => Err(EvaluationError::NotReached(path.to_owned())),
        }
    }

    /// The variable of a column; it must have an instance.
    pub(super) fn place_of(&self, path: &str) -> Result<usize, EvaluationError> {
        let place = self.place_read(path)?;
        match self.places.is_absent(place) {
            true => Err(EvaluationError::NotReached(path.to_owned())),
            false => Ok(place),
        }
    }

    /// The value of a column in a binding.
    pub(super) fn shown(
        &self,
        found: &[Option<usize>],
        path: &str,
    ) -> Result<Cell, EvaluationError> {
        for path in Call::fields(path) {
            self.place_of(path)?;
        }
        Ok(self.cell(found, path))
    }

    pub(super) fn value(&self, found: &[Option<usize>], place: usize, path: &str) -> Cell {
        let (_, read) = given_names::at_place(path);
        (self.row(found, place)).map_or(Cell::Missing, |instance| instance.value(read))
    }

    /// The identity of a binding's column: the value of a field, or the index of an instance.
    pub(super) fn told_apart(
        &self,
        found: &[Option<usize>],
        path: &str,
    ) -> Result<Cell, EvaluationError> {
        let Some(Column::Type(_)) = self.over.tables.column(path) else {
            return self.shown(found, path);
        };
        let place = self.place_of(path)?;
        Ok(instance(found, place).map_or(Cell::Missing, Cell::count))
    }

    pub(super) fn key(&self, found: &[Option<usize>], place: usize) -> Cell {
        let tables = self.over.tables;
        (self.row(found, place)).map_or(Cell::Missing, |instance| instance.key(tables))
    }

    /// The instance of a variable with its values.
    fn row(&self, found: &[Option<usize>], place: usize) -> Option<&'d Instance> {
        self.over.data.instances.get(instance(found, place)?)
    }

    /// The variables with instances, in the order of the walk, with the paths of their keys.
    pub(super) fn keys(&self) -> Vec<(usize, Vec<String>)> {
        let places = self.places.places.iter().enumerate();
        let there = places.filter(|(place, _)| !self.places.is_absent(*place));
        let keys = |(at, place): (usize, &Place<'_>)| {
            let types = place.types.iter();
            let paths = types.filter_map(|name| key_path(self.over.tables, name));
            let paths = paths.map(|path| match place.name {
                Some(name) => given_names::read_at(name, &path).into_owned(),
                None => path,
            });
            (at, paths.collect())
        };
        there.map(keys).collect()
    }

    /// The fields of the target's types, in the order of the codebook.
    pub(super) fn target_fields(&self) -> Vec<String> {
        let target = self.places.places.get(TARGET);
        let types = target.map(|target| target.types.as_slice());
        let types = types.unwrap_or_default();
        let fields = self.over.tables.fields.iter();
        fields
            .filter(|field| types.iter().any(|name| *name == field.type_name))
            .map(|field| field.path.to_string())
            .collect()
    }
}

/// The instance of a variable in a binding, by index.
pub(super) fn instance(found: &[Option<usize>], place: usize) -> Option<usize> {
    found.get(place).copied().flatten()
}

/// The target instance of a binding; every binding has one.
pub(super) fn target_of(found: &[Option<usize>]) -> Option<usize> {
    instance(found, TARGET)
}

pub(super) fn called(entities: &[&Entity<'_>], tables: &Tables, data: &Data) -> Vec<usize> {
    let is_one = |instance: &Instance| {
        entities.iter().any(|entity| {
            let of_type = entity.type_name.as_deref();
            let of_type = of_type.is_none_or(|of| of == instance.type_name);
            let text = entity.id.as_deref().unwrap_or(&entity.text);
            of_type && instance.is_called(tables, text)
        })
    };
    let instances = data.instances.iter().enumerate();
    instances
        .filter_map(|(index, instance)| is_one(instance).then_some(index))
        .collect()
}

/// The distinct instances in the order of the data.
pub(super) fn each_once(mut instances: Vec<usize>) -> Vec<usize> {
    instances.sort_unstable();
    instances.dedup();
    instances
}
