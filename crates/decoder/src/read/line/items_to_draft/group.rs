//! Named groups: items of their own, told by the group's own types first.

use crate::draft::{Draft, DraftGroup, Word, Words};
use crate::finding::registry;
use crate::language::Part;
use crate::read::line::items::{Item, ItemKind};
use crate::read::line::items_to_draft::Maker;
use crate::read::line::items_to_draft::metric_names::with_metrics;
use crate::read::line::items_to_draft::nearest_type::{Near, type_of};
use crate::span::{Span, Spanned};

impl<'a> Maker<'a> {
    pub(super) fn group(&mut self, name: Word<'a>, items: Vec<Item<'a>>, span: Span) {
        let items = with_metrics(items, self.tables);
        let mut types = Vec::new();
        for item in &items {
            if let ItemKind::Bare(bare) = &item.value {
                types.extend(type_of(bare, self.tables));
            }
        }
        let outer_types = std::mem::replace(&mut self.own, types);
        let own_near = items.iter().any(|item| is_walked(&item.value)).then(|| {
            let mut near = Near::of(&items, self.tables);
            if self.own.is_empty() {
                near.targets.clone_from(&self.near.targets);
            }
            std::mem::replace(&mut self.near, near)
        });
        let types = self.own.clone();
        let doubts = self.doubts(&items, &types);
        let asked = self.asked(&items);
        let outer_asked = std::mem::replace(&mut self.asked, asked);
        let draft = Draft::new(span, Words::Line);
        let outer_draft = std::mem::replace(&mut self.draft, draft);
        let outer_ledger = std::mem::take(&mut self.ledger);
        self.open_text = None;
        for item in items {
            match item.value {
                ItemKind::Lost(_) => {}
                value if is_of_whole(&value) && doubts.have(item.span) => {}
                ItemKind::Bare(_) => self.word_of_group(item),
                value if is_of_whole(&value) => self.not_in_group(item.span),
                value => self.item(Spanned::new(value, item.span)),
            }
        }
        self.open_text = None;
        self.asked = outer_asked;
        let inner = std::mem::replace(&mut self.draft, outer_draft);
        let index = self.draft.groups.len();
        let mut lines = std::mem::replace(&mut self.ledger, outer_ledger).take_entries();
        for line in &mut lines {
            line.path = line.path.within_group(index);
        }
        self.ledger.append(lines);
        self.own = outer_types;
        if let Some(near) = own_near {
            self.near = near;
        }
        if inner.misread.has(Part::Filter) {
            self.draft.misread.add(Part::Filter);
        }
        let group = DraftGroup {
            name,
            targets: inner.targets,
            entities: inner.entities,
            relations: inner.relations,
            attributes: inner.attributes,
            filters: inner.filters,
            sort: inner.sort,
            page: inner.page,
            aggregation: inner.aggregation,
        };
        self.draft.groups.push(Spanned::new(group, span));
    }

    /// A word alone in a group, where no scenario and no output can be meant.
    fn word_of_group(&mut self, item: Item<'a>) {
        let span = item.span;
        self.item(item);
        let scenario = self.draft.scenario.take().is_some();
        if self.draft.output.take().is_some() || scenario {
            self.not_in_group(span);
        }
    }

    fn not_in_group(&mut self, span: Span) {
        self.report(&registry::LINE_ORDER, span, |finding| {
            finding.said("this belongs to the whole, and stands in no group")
        });
    }
}

/// Whether an item brings other types near.
const fn is_walked(item: &ItemKind<'_>) -> bool {
    matches!(item, ItemKind::Entity(_) | ItemKind::Relation(_))
}

/// Whether an item is of the whole line alone.
const fn is_of_whole(item: &ItemKind<'_>) -> bool {
    matches!(
        item,
        ItemKind::GraphWalk(_)
            | ItemKind::Path(_)
            | ItemKind::Set(_)
            | ItemKind::Group(..)
            | ItemKind::Text(_)
            | ItemKind::Corpus(_)
            | ItemKind::Tag(_)
            | ItemKind::Project(_)
            | ItemKind::Asked(_)
            | ItemKind::Mode(_)
            | ItemKind::Top(_)
            | ItemKind::Rerank(_)
            | ItemKind::Question(_)
    )
}
