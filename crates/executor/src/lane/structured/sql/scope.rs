//! A variant of the places of a contract: each is of one type and has a name in the statement.

use cmec_decoder::contract::{Entity, Group};
use cmec_decoder::places::Places;
use sea_query::TableRef;

use super::writer::{Unwritten, Writer};

/// A variant of the places of a contract.
#[derive(Debug)]
pub(super) struct Scope<'s> {
    pub(super) writer: &'s Writer<'s>,
    pub(super) places: &'s Places<'s>,
    pub(super) entities: &'s [Entity<'s>],
    pub(super) groups: &'s [Group<'s>],
    /// The type of each place; none of one where nothing may stand.
    types: Vec<&'s str>,
    names: Vec<String>,
}

impl<'s> Scope<'s> {
    pub(super) fn new(
        writer: &'s Writer<'s>,
        places: &'s Places<'s>,
        (entities, groups): (&'s [Entity<'s>], &'s [Group<'s>]),
        types: Vec<&'s str>,
    ) -> Self {
        let names = types.iter().map(|_| writer.alias('t')).collect();
        Self {
            writer,
            places,
            entities,
            groups,
            types,
            names,
        }
    }

    /// The same with another type at a place.
    pub(super) fn with_type(&self, place: usize, type_name: &'s str) -> Self {
        let mut types = self.types.clone();
        if let Some(own) = types.get_mut(place) {
            *own = type_name;
        }
        Self {
            writer: self.writer,
            places: self.places,
            entities: self.entities,
            groups: self.groups,
            types,
            names: self.names.clone(),
        }
    }

    pub(super) fn type_of(&self, place: usize) -> &'s str {
        self.types.get(place).copied().unwrap_or_default()
    }

    /// The rows that may stand at a place, as a table with its name.
    pub(super) fn placed(&self, place: usize) -> Result<TableRef, Unwritten> {
        self.writer
            .placed(self.type_of(place), &self.name_of(place))
    }

    pub(super) fn name_of(&self, place: usize) -> String {
        self.names.get(place).cloned().unwrap_or_default()
    }
}
