//! The variables of an intent: where each type can be read, and why it cannot.

use std::borrow::Cow;

use crate::contract::Str;
use crate::language::given_names;
use crate::span::Span;
use crate::tables::Column;

#[derive(Default)]
pub(crate) struct PlacesRead<'a> {
    /// The span of the relations in the text.
    pub(crate) relations: Span,
    /// The types that cannot be read for every purpose, and why.
    pub(crate) unclear: Vec<(&'a str, Unclear)>,
    /// The types of the unnamed variables, if there are named ones.
    pub(crate) unnamed: Vec<&'a str>,
    pub(crate) named: Vec<NamedPlace<'a>>,
    /// `true` if a relation did not resolve; it might lead to a variable.
    pub(crate) lost: bool,
    /// `true` if something is read at an unknown variable, which could be any of the known ones.
    pub(crate) elsewhere: bool,
    /// `true` if an instance row may stand for several matches.
    pub(crate) many: bool,
}

/// A field or type to read, and its path in the contract.
pub(crate) struct ColumnRead<'a> {
    pub(crate) column: Column<'a>,
    pub(crate) path: Str<'a>,
}

impl<'a> ColumnRead<'a> {
    /// A column that is read at the variable of its type.
    pub(crate) fn of_type(column: Column<'a>) -> Self {
        let path = Cow::Borrowed(column.path());
        Self { column, path }
    }
}

/// The reason why a type cannot be read for every purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// Several variables have the type, and the text does not say which is meant.
    Twice,
    /// The only variable of the type belongs to an anti-join.
    Nowhere,
    /// An instance row may have several values.
    Several,
    /// Several rows may share one value.
    Shared,
}

/// The use of a column. Each use requires more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadFor {
    /// A filter, which may also apply to an anti-join.
    Filter,
    /// A grouping column, or a list of values.
    Groups,
    /// A column with one value per row.
    Row,
    /// A sum or average, in which the value of each row counts once.
    Sum,
}

impl<'a> PlacesRead<'a> {
    /// The names of the named variables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Str<'a>> {
        self.named.iter().map(|place| &place.name)
    }

    /// The reason why a column cannot be read for every purpose.
    pub(crate) fn unclear(&self, column: Column<'_>, path: &str) -> Option<Unclear> {
        if let (Some(name), _) = given_names::at_place(path) {
            let mut named = self.named.iter();
            return named.find(|place| place.name == name)?.unclear;
        }
        let mut unclear = self.unclear.iter();
        let found = unclear.find(|(name, _)| *name == column.type_name());
        found.map(|(_, why)| *why)
    }

    pub(crate) fn has_unnamed(&self, type_name: &str) -> bool {
        self.named.is_empty() || self.unnamed.contains(&type_name)
    }

    /// `true` if the only variable of a column belongs to an anti-join.
    pub(crate) fn is_nowhere(&self, column: Column<'_>, path: &str) -> bool {
        self.unclear(column, path) == Some(Unclear::Nowhere)
    }
}

pub(crate) struct NamedPlace<'a> {
    pub(crate) name: Str<'a>,
    pub(crate) types: Vec<&'a str>,
    /// Those types that no other variable has.
    pub(crate) alone_has: Vec<&'a str>,
    /// The reason why its columns cannot be read for every purpose.
    pub(crate) unclear: Option<Unclear>,
    pub(crate) is_read: bool,
}
