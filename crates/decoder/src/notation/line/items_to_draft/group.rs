//! Named groups: types and filters, told by the group's own types first.

use super::Maker;
use super::near::type_of;
use crate::draft::{DraftGroup, Word};
use crate::notation::line::tree::{Item, Kind};
use crate::registry;
use crate::span::{Said, Span};
use crate::vocabulary::Operator;

impl<'a> Maker<'a> {
    pub(super) fn group(&mut self, name: Word<'a>, items: Vec<Item<'a>>, span: Span) {
        let mut types = Vec::new();
        for item in &items {
            if let Kind::Bare(bare) = &item.value {
                types.extend(type_of(bare, self.tables));
            }
        }
        let mut group = DraftGroup {
            name,
            targets: Vec::new(),
            filters: Vec::new(),
        };
        for item in items {
            let span = item.span;
            match item.value {
                Kind::Bare(bare) if type_of(&bare, self.tables).is_some() => {
                    group.targets.push(Said::new(bare.word, span));
                }
                Kind::Bare(bare) => {
                    let words = vec![Said::new(bare.word, span)];
                    let filter = self.of_values(words, span, Operator::Eq, &types);
                    group.filters.extend(filter);
                }
                Kind::AnyOf(words) => {
                    let filter = self.of_values(words, span, Operator::In, &types);
                    group.filters.extend(filter);
                }
                Kind::NoneOf(words) => {
                    let filter = self.of_values(words, span, Operator::NotIn, &types);
                    group.filters.extend(filter);
                }
                Kind::Filter(said) => group.filters.push(self.filter(said, span, &types)),
                Kind::Lost => {}
                _ => self.report(&registry::LINE_ORDER, span, |finding| {
                    finding.said("a group holds types and filters only".to_owned())
                }),
            }
        }
        self.draft.groups.push(Said::new(group, span));
    }
}
