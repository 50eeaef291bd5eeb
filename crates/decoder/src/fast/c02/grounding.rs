//! Targets, entities and relations in one pass.

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{End, Entity, Relation, Str};
use crate::draft::{DraftEntity, DraftRelation};
use crate::fast::ContractBuilder;
use crate::fast::c02::keys::{Key, Keys};
use crate::language::{Direction, Scenario};
use crate::read::json::cursor::{Cursor, Next};
use crate::resolve::Resolver;
use crate::resolve::relation_walk::{Hop, RelationWalk};
use crate::span::Span;
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    /// One of `tg`, `E` and `R`, in this order.
    pub(super) fn c02_grounding(
        &mut self,
        cursor: &mut Cursor<'a>,
        key: Key,
        into: &mut ContractBuilder<'a>,
    ) -> Option<()> {
        if key == Key::R {
            let scenario = into.scenario?;
            let grounding = &into.contract.value.grounding;
            let (targets, entities) = (&grounding.target_types, &grounding.entity_list);
            into.contract.value.grounding.relations = self.c02_or_told(
                cursor,
                |me, cursor| me.c02_relations(cursor, scenario, targets, entities),
                |me, said: Vec<Spanned<DraftRelation<'a>>>| {
                    let relations = me.relations(&said, scenario, targets, entities);
                    // What is derived of a walk needs all its relations, and absence and places with names have rules of their own.
                    let there = relations.iter().all(Relation::is_plain);
                    (there && relations.len() == said.len()).then_some(relations)
                },
            )?;
            return Some(());
        }
        let grounding = &mut into.contract.value.grounding;
        grounding.relations.is_empty().then_some(())?;
        if key == Key::Tg {
            grounding.target_types = cursor.list(|cursor| self.c02_type(cursor))?;
        } else {
            grounding.entity_list = cursor.list(|cursor| self.c02_entity(cursor))?;
        }
        let longest = grounding
            .target_types
            .len()
            .max(grounding.entity_list.len());
        (longest <= self.most_elements()).then_some(())
    }

    /// The name of a type the intent is then about.
    pub(super) fn c02_type(&mut self, cursor: &mut Cursor<'a>) -> Option<Str<'a>> {
        let name = self.tables.type_by_name(cursor.plain()?)?.name.as_ref();
        self.about.types.push(name);
        Some(Cow::Borrowed(name))
    }

    fn c02_entity(&mut self, cursor: &mut Cursor<'a>) -> Option<Entity<'a>> {
        self.c02_or_told(
            cursor,
            Self::c02_plain_entity,
            |me, said: Spanned<DraftEntity<'a>>| Some(me.entity(&said.value)),
        )
    }

    fn c02_plain_entity(&mut self, cursor: &mut Cursor<'a>) -> Option<Entity<'a>> {
        let (mut text, mut type_name, mut id) = (None, None, None);
        cursor.object(Keys::ENTITY, |cursor, key| {
            match key {
                Key::Txt => text = Some(cursor.string()?),
                Key::Ty => {
                    let def = self.tables.type_by_name(cursor.plain()?)?;
                    type_name = Some(def.name.as_ref());
                }
                Key::Id => id = Some(cursor.string()?),
                _ => return None,
            }
            Some(())
        })?;
        let text = text?;
        (!is_blank(&text) && !id.as_deref().is_some_and(is_blank)).then_some(())?;
        match type_name {
            Some(name) => self.about.types.push(name),
            None => self.about.open = true,
        }
        Some(Entity {
            text,
            type_name: type_name.map(Cow::Borrowed),
            id,
        })
    }

    fn c02_relations(
        &mut self,
        cursor: &mut Cursor<'a>,
        scenario: Scenario,
        targets: &[Str<'a>],
        entities: &[Entity<'a>],
    ) -> Option<Vec<Relation<'a>>> {
        let findings = self.findings.len();
        let mut walk = RelationWalk::new(self.tables, scenario, targets, entities);
        let mut index = 0;
        let relations = cursor.list(|cursor| {
            index += 1;
            // One that is no plain hop is left out or has rules of its own: the whole is read the longer way, and not this
            // part before.
            let Some(hop) = self.c02_hop(cursor, index - 1, entities.len()) else {
                return cursor.stop(Next::Value);
            };
            self.walked_to(hop.def);
            Some(self.hop(&mut walk, &hop))
        })?;
        self.arrive(&walk);
        let within = relations.len() <= self.most_elements();
        (within && self.findings.len() == findings).then_some(relations)
    }

    fn c02_hop(
        &mut self,
        cursor: &mut Cursor<'a>,
        index: usize,
        entities: usize,
    ) -> Option<Hop<'a>> {
        let (mut def, mut direction, mut from, mut to) = (None, None, None, None);
        cursor.object(Keys::RELATION, |cursor, key| {
            match key {
                Key::Rel1 => def = Some(self.tables.relation_by_code(cursor.plain()?)?),
                Key::Dir => direction = Some(Direction::from_code(cursor.plain()?)?),
                Key::Fr => from = Some(c02_end(cursor, entities)?),
                Key::To => to = Some(c02_end(cursor, entities)?),
                _ => return None,
            }
            Some(())
        })?;
        // Whether it is the last is not known yet; `arrive` checks where the walk ends.
        Some(Hop {
            index,
            span: Span::default(),
            def: def?,
            or: Vec::new(),
            direction,
            from,
            to,
            times: None,
            absent: false,
            last: false,
        })
    }
}

/// An end of a relation: the target, or one of so many entities.
fn c02_end<'a>(cursor: &mut Cursor<'a>, entities: usize) -> Option<End<'a>> {
    if cursor.peek()? == b'"' {
        return (cursor.plain()? == "target").then_some(End::Target);
    }
    let index: usize = cursor.number()?.parse().ok()?;
    (index < entities).then_some(End::Entity(index))
}
