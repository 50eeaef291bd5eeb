//! What a select asks of matches and of rows.

use std::collections::BTreeSet;

use cmec_decoder::contract::{Condition, Sort, Str};
use cmec_decoder::places::Hop;
use sea_query::SelectStatement;

use crate::lane::structured::sql::page::paging::Page;

/// A column of matches.
#[derive(Debug, Clone)]
pub(crate) enum MatchColumn<'p> {
    /// The key of the instance at a place, which no other instance has.
    Key(usize),
    /// The key of the row of the target.
    RowKey,
    /// The type of the target.
    Type,
    /// What the instance at a place is called.
    Called(usize),
    /// The value of a field, or of what is derived.
    Value(&'p str),
    /// The same as it is shown: of a field with several values all of them.
    Shown(&'p str),
    /// Each value of a field that has several.
    Member(&'p str),
    /// Something, where a field has a value.
    HasValue(&'p str),
    /// How far the vector of the target is from the one that is asked for, by an operator.
    Distance(&'static str),
}

/// Columns of matches by their names: what makes groups, for one.
pub(crate) type NeededColumns<'p> = Vec<(String, MatchColumn<'p>)>;

/// What is asked of matches.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs<'p> {
    /// The columns, by their names.
    pub(crate) columns: NeededColumns<'p>,
    /// Whether every match has a row, whatever its columns are.
    pub(crate) whole: bool,
    /// Whether it makes no difference how often a row stands.
    pub(crate) any_times: bool,
}

/// The matches as a select.
pub(crate) struct Matches {
    pub(crate) select: SelectStatement,
    /// Whether the joins alone could have a row several times.
    pub(crate) twice: bool,
}

/// What must hold, and the places that it is about.
pub(crate) struct Constraint<'c> {
    pub(crate) places: BTreeSet<usize>,
    pub(crate) what: What<'c>,
}

pub(crate) enum What<'c> {
    Condition(&'c Condition<'c>),
    /// A hop that must not be there, of a kind.
    Absent(&'c Hop<'c>, Vec<&'c Condition<'c>>),
}

/// What is asked of rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowsAsked<'q> {
    /// The columns; none: those that the rows have by themselves.
    pub(crate) attributes: &'q [Str<'q>],
    pub(crate) sort: &'q [Sort<'q>],
    pub(crate) page: Page,
    /// What the rows of a page agree in.
    pub(crate) per: &'q [Str<'q>],
}

impl RowsAsked<'_> {
    /// Rows without columns of their own and without order.
    pub(crate) const fn bare(page: Page) -> Self {
        Self {
            attributes: &[],
            sort: &[],
            page,
            per: &[],
        }
    }
}
