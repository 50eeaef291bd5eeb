//! Targets, entities, relations and attributes.

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{End, Entity, Grounding, Relation, Str};
use crate::draft::{Draft, DraftEnd, DraftEntity, DraftRelation, Word};
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::Scenario;
use crate::language::given;
use crate::ledger::LedgerPath;
use crate::places::{Link, lead_to_end};
use crate::resolve::Resolver;
use crate::resolve::absent::link;
use crate::resolve::groups::types_of_whole;
use crate::resolve::known_places::ReadFor;
use crate::resolve::relation_walk::{Hop, RelationWalk};
use crate::span::{Span, Spanned};

impl<'a> Resolver<'a> {
    /// Resolves what the intent is about but for the attributes, and remembers the types for the fields that follow.
    pub(crate) fn grounding(&mut self, draft: &Draft<'a>, scenario: Scenario) -> Grounding<'a> {
        self.list_cap(&draft.targets, Elements::Types);
        self.list_cap(&draft.entities, Elements::Entities);
        self.list_cap(&draft.attributes, Elements::Attributes);
        let targets = self.targets(draft);
        let entities = self.entities(&draft.entities);
        let relations = self.relations(&draft.relations, scenario, &targets, &entities);
        types_of_whole(draft).for_each(|types| self.about_types(types));
        Grounding {
            target_types: targets,
            entity_list: entities,
            relations,
            target_attributes: Vec::new(),
        }
    }

    /// The intent is about the types of a group too.
    pub(crate) fn about_types<'w>(&mut self, said: impl IntoIterator<Item = &'w str>) {
        let tables = self.tables;
        let types = said.into_iter();
        let types = types.filter_map(|name| Some(tables.type_by_name(name)?.name.as_ref()));
        self.about.types.extend(types);
    }

    pub(crate) fn attributes(&mut self, said: &[Word<'a>]) -> Vec<Str<'a>> {
        let fields = said
            .iter()
            .filter_map(|word| self.field_for(ReadFor::Row, word));
        fields.map(|(_, path)| path).collect()
    }

    fn targets(&mut self, draft: &Draft<'a>) -> Vec<Str<'a>> {
        let mut targets = self.type_names(&draft.targets);
        self.about_types(targets.iter().map(AsRef::as_ref));
        if draft.targets.is_empty()
            && draft.entities.is_empty()
            && let [only] = self.tables.types.as_ref()
        {
            self.ledger.derived_target(&only.name);
            self.about.types.push(&only.name);
            targets.push(Cow::Borrowed(&only.name));
        }
        self.about.open |= self.has_unknown_type(&draft.targets);
        targets
    }

    fn entities(&mut self, said: &[Spanned<DraftEntity<'a>>]) -> Vec<Entity<'a>> {
        let entities = said.iter().enumerate().map(|(index, said)| {
            let entity = self.entity(&said.value);
            if let (None, Some(name)) = (&said.value.type_name, &entity.type_name) {
                let path = LedgerPath::element("/grounding/entity_list", index).member("type");
                let why = "the codebook has one type";
                self.ledger.derived_value(path, name.clone(), why);
            }
            entity
        });
        entities.collect()
    }

    pub(crate) fn entity(&mut self, said: &DraftEntity<'a>) -> Entity<'a> {
        self.not_empty(&said.text, Name::Entity);
        if let Some(id) = &said.id {
            self.not_empty(id, Name::EntityId);
        }
        let type_name = said
            .type_name
            .as_ref()
            .and_then(|word| self.type_name(word));
        let only = match self.tables.types.as_ref() {
            [only] if said.type_name.is_none() => Some(only.name.as_ref()),
            _ => None,
        };
        let type_name = type_name.or(only);
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

    pub(crate) fn relations(
        &mut self,
        said: &[Spanned<DraftRelation<'a>>],
        scenario: Scenario,
        targets: &[Str<'a>],
        entities: &[Entity<'a>],
    ) -> Vec<Relation<'a>> {
        self.list_cap(said, Elements::Relations);
        let mut walk = RelationWalk::new(self.tables, scenario, targets, entities);
        let mut relations = Vec::with_capacity(said.len());
        let links: Vec<Link> = said.iter().map(|hop| link(&hop.value)).collect();
        for ((index, hop), last) in said.iter().enumerate().zip(lead_to_end(&links)) {
            match self.said_hop(&walk, index, &hop.value, (scenario, last)) {
                Some(found) => {
                    self.absence(&hop.value, scenario);
                    relations.push(self.hop(&mut walk, &found));
                    self.walked_to(found.def);
                }
                // What was not understood of a hop has its finding; where it leads is not known.
                None => walk.lose_the_way(),
            }
        }
        self.arrive(&walk);
        relations
    }

    fn said_hop(
        &mut self,
        walk: &RelationWalk<'_, 'a>,
        index: usize,
        said: &DraftRelation<'a>,
        (scenario, last): (Scenario, bool),
    ) -> Option<Hop<'a>> {
        let entities = walk.entities();
        let direction = said.direction.as_ref().map(|word| self.member(word));
        let mut from = self.end(said.from.as_ref(), entities, scenario);
        if let (Some(span), Some(end)) = (&said.from, &from)
            && !self.is_reached(walk, span.span, end)
        {
            from = None;
        }
        let to = self.end(said.to.as_ref(), entities, scenario);
        let way = direction.flatten();
        let ends = (from.as_ref(), to.as_ref());
        let def = self.relation(&said.relation, |def| walk.fits(def, way, ends, last));
        let def = def?;
        let or = self.alternatives(&said.or, def);
        let times = self.times(said, def);
        let direction = match direction {
            Some(said) => Some(said?),
            None => None,
        };
        let tied = from.is_some() == said.from.is_some() && to.is_some() == said.to.is_some();
        tied.then_some(())?;
        Some(Hop {
            index,
            span: said.relation.span,
            def,
            or,
            direction,
            from,
            to,
            times,
            absent: link(said).absent,
            last,
        })
    }

    pub(crate) fn end(
        &mut self,
        said: Option<&Spanned<DraftEnd<'a>>>,
        entities: usize,
        scenario: Scenario,
    ) -> Option<End<'a>> {
        let said = said?;
        let (end, shown) = match &said.value {
            DraftEnd::Name(name) if given::name(name).is_some() => {
                return self.place_named(name, said.span, scenario);
            }
            DraftEnd::Name(name) => ((name == "target").then_some(End::Target), name.as_ref()),
            DraftEnd::Index(digits) => {
                let padded = digits.len() > 1 && digits.starts_with('0');
                let index: Option<usize> = digits.parse().ok();
                let index = index.filter(|_| !padded).filter(|index| *index < entities);
                (index.map(End::Entity), *digits)
            }
        };
        if end.is_none() {
            self.report(&registry::BAD_END, said.span, |me, finding| {
                let help = me.tell(
                    "say `\"target\"`, an index into `E` counted from 0, or `\"&name\"` for a place",
                    "say `\"target\"`, an index into `entity_list` counted from 0, or `\"&name\"` for a place",
                    "say `*` for the target, the number of an entity, counted from 0, or `&name` for a place",
                );
                let message = format!("`{shown}` is no end: the intent has {entities} entities");
                finding.explain(message, help)
            });
        }
        end
    }

    pub(crate) fn not_empty(&mut self, word: &Word<'a>, name: Name) {
        if is_blank(&word.value) {
            self.report(&registry::EMPTY_TEXT, word.span, |_, finding| {
                let message = format!("{} is empty", name.name());
                let finding = finding.explain(message, "say it, or leave the part out");
                finding.on(Topic::Name(name))
            });
        }
    }

    pub(crate) fn list_cap<T>(&mut self, said: &[Spanned<T>], elements: Elements) {
        self.cap_of(said, elements, self.tables.limits.list_cap);
    }

    /// Reports a list of more elements than its cap.
    pub(crate) fn cap_of<T>(&mut self, said: &[Spanned<T>], elements: Elements, cap: u32) {
        let length = u64::try_from(said.len()).unwrap_or(u64::MAX);
        if length > u64::from(cap) {
            self.overlong = true;
            self.over_cap(whole(said), elements, length, cap);
        }
    }

    /// Reports a list of so many elements.
    pub(crate) fn over_cap(&mut self, span: Span, elements: Elements, said: u64, cap: u32) {
        self.report(&registry::OVER_CAP, span, |_, finding| {
            let name = elements.name();
            let message = format!("{said} {name} are asked for, and the most is {cap}");
            let finding = finding.explain(message, format!("say at most {cap}"));
            finding.on(Topic::Elements(elements, cap))
        });
    }
}

/// From the first element to the last.
pub(crate) fn whole<T>(said: &[Spanned<T>]) -> Span {
    match (said.first(), said.last()) {
        (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
        _ => Span::default(),
    }
}
