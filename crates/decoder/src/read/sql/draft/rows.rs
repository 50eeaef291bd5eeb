//! The content of a query before it becomes a draft or a group.

use crate::draft::{DraftGroup, DraftRetrieval};
use crate::language::Output;
use crate::read::sql::draft::calls::Walk;
use crate::span::Spanned;

#[derive(Debug, Default)]
pub(super) struct Rows<'a> {
    /// Types, entities, relations, columns, conditions, order, page and metrics, as a group without a name.
    pub(super) said: DraftGroup<'a>,
    pub(super) retrieval: Option<Spanned<DraftRetrieval<'a>>>,
    pub(super) walk: Option<Walk<'a>>,
    /// `true` if the query joins tables.
    pub(super) is_joined: bool,
    pub(super) output: Option<Output>,
}
