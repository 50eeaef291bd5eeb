//! Targets, entities, relations and attributes.

use std::borrow::Cow;

use super::Resolver;
use super::report::Advice;
use crate::contract::{End, Entity, Grounding, Relation, Str};
use crate::draft::{Draft, DraftEnd, DraftEntity, DraftRelation, Word};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::registry;
use crate::span::{Said, Span};
use crate::tables::RelationDef;
use crate::vocabulary::Direction;

impl<'a> Resolver<'a> {
    /// Resolves what the intent is about, and remembers the types for the fields that follow.
    pub(super) fn grounding(&mut self, draft: &Draft<'a>) -> Grounding<'a> {
        self.list_cap(draft.targets.len(), draft.span, "target types");
        self.list_cap(draft.entities.len(), draft.span, "entities");
        self.list_cap(draft.attributes.len(), draft.span, "attributes");
        let targets = self.targets(draft);
        let entities = self.entities(&draft.entities);
        let relations = self.relations(draft, &targets, &entities);
        let groups = draft.groups.iter().flat_map(|group| &group.value.targets);
        let tables = self.tables;
        let group_types =
            groups.filter_map(|word| Some(tables.type_by_name(&word.value)?.name.as_ref()));
        self.about.types.extend(group_types);
        let attributes = draft
            .attributes
            .iter()
            .filter_map(|word| Some(Cow::Borrowed(self.field_here(word)?.path.as_ref())))
            .collect();
        Grounding {
            target_types: targets,
            entity_list: entities,
            relations,
            target_attributes: attributes,
        }
    }

    fn targets(&mut self, draft: &Draft<'a>) -> Vec<Str<'a>> {
        let mut targets: Vec<Str<'a>> = Vec::with_capacity(draft.targets.len());
        for word in &draft.targets {
            if let Some(name) = self.type_name(word) {
                self.about.types.push(name);
                targets.push(Cow::Borrowed(name));
            }
        }
        if draft.targets.is_empty()
            && draft.entities.is_empty()
            && let [only] = self.tables.types.as_ref()
        {
            self.ledger.derived_target(&only.name);
            self.about.types.push(&only.name);
            targets.push(Cow::Borrowed(&only.name));
        }
        self.about.open |= targets.len() < draft.targets.len();
        targets
    }

    fn entities(&mut self, said: &[Said<DraftEntity<'a>>]) -> Vec<Entity<'a>> {
        said.iter().map(|said| self.entity(&said.value)).collect()
    }

    pub(super) fn entity(&mut self, said: &DraftEntity<'a>) -> Entity<'a> {
        self.not_empty(&said.text, "the name of an entity");
        if let Some(id) = &said.id {
            self.not_empty(id, "the id of an entity");
        }
        let type_name = said
            .type_name
            .as_ref()
            .and_then(|word| self.type_name(word));
        match type_name {
            Some(name) => self.about.types.push(name),
            None => self.about.open = true,
        }
        Entity {
            text: said.text.value.clone(),
            type_name: type_name.map(Cow::Borrowed),
            id: said.id.as_ref().map(|word| word.value.clone()),
        }
    }

    fn relations(
        &mut self,
        draft: &Draft<'a>,
        targets: &[Str<'a>],
        entities: &[Entity<'a>],
    ) -> Vec<Relation<'a>> {
        let hops = u64::try_from(draft.relations.len()).unwrap_or(u64::MAX);
        if hops > u64::from(self.tables.limits.hops_cap) {
            self.over_cap(draft.span, "relations", hops, self.tables.limits.hops_cap);
        }
        draft
            .relations
            .iter()
            .enumerate()
            .filter_map(|(index, said)| {
                let relation = self.relation_hop(index, said, entities.len())?;
                let span = said.value.relation.span;
                self.relation_fits(span, relation.1, targets, entities);
                self.about.types.push(&relation.1.from);
                self.about.types.push(&relation.1.to);
                Some(relation.0)
            })
            .collect()
    }

    pub(super) fn relation_hop(
        &mut self,
        index: usize,
        said: &Said<DraftRelation<'a>>,
        entities: usize,
    ) -> Option<(Relation<'a>, &'a RelationDef)> {
        let def = self.relation(&said.value.relation);
        let direction = match &said.value.direction {
            Some(word) => self.direction(word),
            None => Some(self.default_direction(index)),
        };
        let from = self.end(said.value.from.as_ref(), entities);
        let to = self.end(said.value.to.as_ref(), entities);
        let def = def?;
        Some((
            Relation {
                name: Cow::Borrowed(&def.name),
                direction: direction?,
                from,
                to,
            },
            def,
        ))
    }

    pub(super) fn default_direction(&mut self, index: usize) -> Direction {
        self.ledger.note(
            LedgerKind::DefaultApplied,
            LedgerPath::element("/grounding/relations", index).member("direction"),
            Direction::Out.name(),
            "relations are walked outwards unless said otherwise",
            None,
        );
        Direction::Out
    }

    pub(super) fn end(
        &mut self,
        said: Option<&Said<DraftEnd<'a>>>,
        entities: usize,
    ) -> Option<End> {
        let said = said?;
        let (end, shown) = match &said.value {
            DraftEnd::Name(name) => ((name == "target").then_some(End::Target), name.as_ref()),
            DraftEnd::Index(digits) => {
                let index: Option<usize> = digits.parse().ok();
                let index = index.filter(|index| *index < entities);
                (index.map(End::Entity), *digits)
            }
        };
        if end.is_none() {
            self.report(
                &registry::BAD_END,
                said.span,
                |_| format!("`{shown}` is no end: the intent has {entities} entities"),
                |me| {
                    Advice::help(me.say(
                        "say `\"target\"`, or an index into `E` counted from 0",
                        "say `\"target\"`, or an index into `entity_list` counted from 0",
                    ))
                },
            );
        }
        end
    }

    /// A relation must touch one of the types that are known; where none are known, any relation fits.
    pub(super) fn relation_fits(
        &mut self,
        span: Span,
        def: &'a RelationDef,
        targets: &[Str<'a>],
        entities: &[Entity<'a>],
    ) {
        let typed = entities
            .iter()
            .filter_map(|entity| entity.type_name.as_deref());
        let known = || targets.iter().map(AsRef::as_ref).chain(typed.clone());
        let untyped = entities.iter().any(|entity| entity.type_name.is_none());
        let touches = |name: &str| *name == *def.from || *name == *def.to;
        let through_chain = self.about.types.iter().any(touches);
        if untyped || through_chain || known().next().is_none() || known().any(touches) {
            return;
        }
        self.report(
            &registry::RELATION_DOES_NOT_FIT,
            span,
            |_| {
                let known: Vec<&str> = known().collect();
                format!(
                    "`{}` leads from `{}` to `{}`, and the intent is about `{}`",
                    def.name,
                    def.from,
                    def.to,
                    known.join("`, `")
                )
            },
            |_| Advice::help("use a relation of the target type"),
        );
    }

    pub(super) fn not_empty(&mut self, word: &Word<'a>, what: &str) {
        if word.value.trim().is_empty() {
            self.report(
                &registry::EMPTY_TEXT,
                word.span,
                |_| format!("{what} is empty"),
                |_| Advice::default(),
            );
        }
    }

    pub(super) fn list_cap(&mut self, length: usize, span: Span, what: &str) {
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        if length > u64::from(self.tables.limits.list_cap) {
            self.over_cap(span, what, length, self.tables.limits.list_cap);
        }
    }

    pub(super) fn over_cap(&mut self, span: Span, what: &str, said: u64, cap: u32) {
        self.report(
            &registry::OVER_CAP,
            span,
            |_| format!("{said} {what} are asked for, and the most is {cap}"),
            |_| Advice::help(format!("say at most {cap}")),
        );
    }
}
