//! A scope: one assignment of types and table aliases to the variables of a contract.

use cmec_decoder::contract::{Entity, Group};
use cmec_decoder::places::Places;
use sea_query::{Expr, TableRef};

use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::places::row_security;
use crate::lane::structured::sql::values::expressions::column;

/// A variant of the variables of a contract.
#[derive(Debug)]
pub(crate) struct Scope<'s> {
    pub(crate) context: &'s SqlContext<'s>,
    pub(crate) places: &'s Places<'s>,
    pub(crate) entities: &'s [Entity<'s>],
    pub(crate) groups: &'s [Group<'s>],
    /// The type of each variable; empty where it has no instance.
    types: Vec<&'s str>,
    names: Vec<String>,
}

impl<'s> Scope<'s> {
    pub(crate) fn new(
        context: &'s SqlContext<'s>,
        places: &'s Places<'s>,
        (entities, groups): (&'s [Entity<'s>], &'s [Group<'s>]),
        types: Vec<&'s str>,
    ) -> Self {
        let names = types.iter().map(|_| context.alias('t')).collect();
        Self {
            context,
            places,
            entities,
            groups,
            types,
            names,
        }
    }

    pub(crate) fn with_type(&self, place: usize, type_name: &'s str) -> Self {
        let mut types = self.types.clone();
        if let Some(own) = types.get_mut(place) {
            *own = type_name;
        }
        Self {
            context: self.context,
            places: self.places,
            entities: self.entities,
            groups: self.groups,
            types,
            names: self.names.clone(),
        }
    }

    pub(crate) fn type_of(&self, place: usize) -> &'s str {
        self.types.get(place).copied().unwrap_or_default()
    }

    /// The visible rows of a variable as an aliased table.
    pub(crate) fn placed(&self, place: usize) -> Result<TableRef, WriteError> {
        row_security::placed(self.context, self.type_of(place), &self.name_of(place))
    }

    pub(crate) fn name_of(&self, place: usize) -> String {
        self.names.get(place).cloned().unwrap_or_default()
    }

    pub(crate) fn column(&self, place: usize, name: &str) -> Expr {
        column(&self.name_of(place), name)
    }
}
