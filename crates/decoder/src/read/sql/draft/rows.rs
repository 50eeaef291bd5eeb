//! The content of a query before it becomes a draft or a group.

use std::borrow::Cow;

use crate::draft::{DraftGroup, DraftRetrieval};
use crate::language::Output;
use crate::read::sql::draft::calls::Walk;
use crate::span::{Span, Spanned};

#[derive(Debug)]
pub(super) struct Rows<'a> {
    /// Types, entities, relations, columns, conditions, order, page and metrics, as a group without a name.
    pub(super) said: DraftGroup<'a>,
    pub(super) retrieval: Option<Spanned<DraftRetrieval<'a>>>,
    pub(super) walk: Option<Walk<'a>>,
    /// `true` if the query joins tables.
    pub(super) is_joined: bool,
    pub(super) output: Option<Output>,
}

/// An empty group without a name.
pub(super) fn nameless<'a>(span: Span) -> DraftGroup<'a> {
    DraftGroup {
        name: Spanned::new(Cow::Borrowed(""), span),
        targets: Vec::new(),
        entities: Vec::new(),
        relations: Vec::new(),
        attributes: Vec::new(),
        filters: Vec::new(),
        sort: Vec::new(),
        page: None,
        aggregation: None,
    }
}
