//! The requirements of a select of bindings or of rows.

use std::collections::BTreeSet;

use cmec_decoder::contract::{Condition, Sort, Str};
use cmec_decoder::places::Hop;
use sea_query::SelectStatement;

use crate::lane::structured::sql::page::paging::Page;

#[derive(Debug, Clone)]
pub(crate) enum MatchColumn<'p> {
    /// The key of a variable's instance, unique among instances.
    Key(usize),
    RowKey,
    Type,
    /// The display name of a variable's instance.
    Called(usize),
    Value(&'p str),
    /// The displayed value; for a list field, all its members.
    Shown(&'p str),
    /// Each member of a list field, one per row.
    Member(&'p str),
    /// A non-null marker where a field has a value.
    HasValue(&'p str),
    /// The distance of the target's vector to the query vector, by an operator of pgvector.
    Distance(&'static str),
}

/// Columns of the bindings by name, for example the group keys.
pub(crate) type NeededColumns<'p> = Vec<(String, MatchColumn<'p>)>;

/// The requirements of a select of bindings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs<'p> {
    pub(crate) columns: NeededColumns<'p>,
    /// True where every binding has its own row, even if its columns equal those of another.
    pub(crate) whole: bool,
    /// True where duplicate rows do no harm.
    pub(crate) any_times: bool,
}

impl<'p> Needs<'p> {
    /// The distinct rows of some columns.
    pub(crate) fn distinct(columns: NeededColumns<'p>) -> Self {
        Self {
            columns,
            ..Self::default()
        }
    }

    /// The rows of one column, where duplicates do no harm.
    pub(crate) fn any_times(name: &str, column: MatchColumn<'p>) -> Self {
        Self {
            columns: vec![(name.to_owned(), column)],
            whole: false,
            any_times: true,
        }
    }
}

pub(crate) struct Matches {
    pub(crate) select: SelectStatement,
    /// True where the joins may repeat a row.
    pub(crate) twice: bool,
}

pub(crate) struct Constraint<'c> {
    pub(crate) places: BTreeSet<usize>,
    pub(crate) what: What<'c>,
}

pub(crate) enum What<'c> {
    Condition(&'c Condition<'c>),
    /// An anti-join: there is no hop to an instance that meets the conditions.
    Absent(&'c Hop<'c>, Vec<&'c Condition<'c>>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RowsAsked<'q> {
    /// The columns; empty: the default columns of the rows.
    pub(crate) attributes: &'q [Str<'q>],
    pub(crate) sort: &'q [Sort<'q>],
    pub(crate) page: Page,
    /// The columns whose values each have a page of their own.
    pub(crate) per: &'q [Str<'q>],
}

impl RowsAsked<'_> {
    /// Rows without columns and without an order.
    pub(crate) const fn bare(page: Page) -> Self {
        Self {
            attributes: &[],
            sort: &[],
            page,
            per: &[],
        }
    }
}
