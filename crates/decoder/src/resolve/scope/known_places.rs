//! What is known of the places of an intent: where each type is read, and why it may not be.

use std::borrow::Cow;

use crate::contract::Str;
use crate::language::given_names;
use crate::span::Span;
use crate::tables::Column;

/// What is known of where columns are read.
#[derive(Default)]
pub(crate) struct PlacesRead<'a> {
    /// The place of the relations in the text.
    pub(crate) relations: Span,
    /// The types of which not everything can be read, and why.
    pub(crate) unclear: Vec<(&'a str, Unclear)>,
    /// The types that places without a name have, where relations make places.
    pub(crate) unnamed: Vec<&'a str>,
    /// The places that have names.
    pub(crate) named: Vec<NamedPlace<'a>>,
    /// Whether a relation was not understood: it may be the one that leads to a place.
    pub(crate) lost: bool,
    /// Whether something is read at a place that is not known: any other may have been meant.
    pub(crate) elsewhere: bool,
    /// Whether a row of an instance may stand for several matches.
    pub(crate) many: bool,
}

/// A field or type that is read, and its path in the contract.
pub(crate) struct ColumnRead<'a> {
    pub(crate) column: Column<'a>,
    pub(crate) path: Str<'a>,
}

impl<'a> ColumnRead<'a> {
    /// One that is read where its type is.
    pub(crate) fn of_type(column: Column<'a>) -> Self {
        let path = Cow::Borrowed(column.path());
        Self { column, path }
    }
}

/// Why not everything of a type can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// Several places have the type, and nothing says which is meant.
    Twice,
    /// Nothing may be where it is.
    Nowhere,
    /// A row of an instance may have several.
    Several,
    /// Several rows may have the same one.
    Shared,
}

/// What a column is read for, each asking for more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadFor {
    /// A filter, which may say of what kind there must be none.
    Filter,
    /// Groups, and values of which there may be several.
    Groups,
    /// A row, which has one value of it.
    Row,
    /// A number in which the value of each row counts.
    Sum,
}

impl<'a> PlacesRead<'a> {
    /// The names that places have.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Str<'a>> {
        self.named.iter().map(|place| &place.name)
    }

    /// Why a column cannot be read for everything.
    pub(crate) fn unclear(&self, column: Column<'_>, path: &str) -> Option<Unclear> {
        if let (Some(name), _) = given_names::at_place(path) {
            let mut named = self.named.iter();
            return named.find(|place| place.name == name)?.unclear;
        }
        let mut unclear = self.unclear.iter();
        let found = unclear.find(|(name, _)| *name == column.type_name());
        found.map(|(_, why)| *why)
    }

    /// Whether some place without a name has a type.
    pub(crate) fn has_unnamed(&self, type_name: &str) -> bool {
        self.named.is_empty() || self.unnamed.contains(&type_name)
    }

    /// Whether a column is only where nothing may be.
    pub(crate) fn is_nowhere(&self, column: Column<'_>, path: &str) -> bool {
        self.unclear(column, path) == Some(Unclear::Nowhere)
    }
}

/// A place with a name.
pub(crate) struct NamedPlace<'a> {
    pub(crate) name: Str<'a>,
    /// The types that may stand there.
    pub(crate) types: Vec<&'a str>,
    /// Those of them that stand nowhere else.
    pub(crate) alone_has: Vec<&'a str>,
    /// Why not everything can be read there.
    pub(crate) unclear: Option<Unclear>,
    /// Whether something is read there.
    pub(crate) is_read: bool,
}
