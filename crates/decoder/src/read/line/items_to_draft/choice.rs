//! Conditions: filters, and choices of them.

use crate::draft::{DraftAny, DraftCondition, DraftFilter};
use crate::finding::registry;
use crate::language::Part;
use crate::line::marks;
use crate::read::line::items::{Item, ItemKind, Made};
use crate::read::line::items_to_draft::Maker;
use crate::span::{Span, Spanned};

impl<'a> Maker<'a> {
    /// The condition that an item is; another item is given back.
    pub(super) fn condition_of(
        &mut self,
        item: ItemKind<'a>,
        span: Span,
        types: &[&'a str],
    ) -> Made<'a, DraftCondition<'a>> {
        let ItemKind::Choice(items) = item else {
            let filter = self.filter_of(item, span, types)?;
            return Ok(filter.map(|filter| filter.map(DraftCondition::Filter)));
        };
        let branches = self.branches(items, span, types);
        let any = DraftCondition::Any(DraftAny { branches });
        Ok(Some(Spanned::new(any, span)))
    }

    /// The branches of a choice: filters with `or` between some of them.
    fn branches(
        &mut self,
        items: Vec<Item<'a>>,
        span: Span,
        types: &[&'a str],
    ) -> Vec<Spanned<Vec<Spanned<DraftFilter<'a>>>>> {
        let doubts = self.doubts(&items, types);
        // An empty branch stands where the word after it does.
        let branch = |at: Span| Spanned::new(Vec::new(), at);
        let mut branches = vec![branch(span)];
        for item in items {
            let span = item.span;
            let is_or = |item: &ItemKind<'_>| match item {
                ItemKind::Bare(bare) => !bare.quoted && marks::is_or(&bare.word),
                _ => false,
            };
            let Some(last) = branches.last_mut() else {
                break;
            };
            if is_or(&item.value) {
                if last.value.is_empty() {
                    last.span = span;
                }
                branches.push(branch(span));
                continue;
            }
            let filter = match item.value {
                ItemKind::Lost(_) => None,
                ItemKind::Text(_) | ItemKind::Limit(_) | ItemKind::Rows(..)
                    if doubts.have(span) =>
                {
                    None
                }
                other => self.filter_of(other, span, types).unwrap_or_else(|_| {
                    self.report(&registry::LINE_ORDER, span, |finding| {
                        finding.said("a choice holds filters only")
                    });
                    None
                }),
            };
            match filter {
                Some(filter) => last.value.push(filter),
                None => self.draft.misread.add(Part::Filter),
            }
        }
        branches
    }
}
