//! Named groups: types and filters, told by the group's own types first.

use crate::draft::{DraftGroup, Word};
use crate::finding::registry;
use crate::read::line::items::{Item, ItemKind};
use crate::read::line::items_to_draft::Maker;
use crate::read::line::items_to_draft::nearest_type::type_of;
use crate::span::{Span, Spanned};

impl<'a> Maker<'a> {
    pub(super) fn group(&mut self, name: Word<'a>, items: Vec<Item<'a>>, span: Span) {
        let mut types = Vec::new();
        for item in &items {
            if let ItemKind::Bare(bare) = &item.value {
                types.extend(type_of(bare, self.tables));
            }
        }
        self.doubts(&items, &types);
        let mut group = DraftGroup {
            name,
            targets: Vec::new(),
            filters: Vec::new(),
        };
        for item in items {
            let span = item.span;
            match item.value {
                ItemKind::Bare(bare) if type_of(&bare, self.tables).is_some() => {
                    group.targets.push(Spanned::new(bare.word, span));
                }
                ItemKind::Lost => {}
                other => match self.condition_of(other, span, &types) {
                    Ok(condition) => group.filters.extend(condition),
                    Err(_) => self.report(&registry::LINE_ORDER, span, |finding| {
                        finding.said("a group holds types and filters only")
                    }),
                },
            }
        }
        self.draft.groups.push(Spanned::new(group, span));
    }
}
