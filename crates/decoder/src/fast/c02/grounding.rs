//! Targets, entities and relations in one pass.

use std::borrow::Cow;

use crate::contract::{Entity, Relation, Str};
use crate::fast::Fusing;
use crate::read::json::cursor::{Key, Keys, Reader, parts as read};
use crate::resolve::Resolver;
use crate::resolve::grounding::is_blank;
use crate::resolve::walk::{Hop, Walk};
use crate::span::Span;
use crate::vocabulary::Direction;

impl<'a> Resolver<'a> {
    /// One of `tg`, `E` and `R`, in this order.
    pub(super) fn fused_grounding(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        if key == Key::R {
            into.contract.value.grounding.relations = self.fused_relations(reader, into)?;
            return Some(());
        }
        let grounding = &mut into.contract.value.grounding;
        grounding.relations.is_empty().then_some(())?;
        if key == Key::Tg {
            grounding.target_types = reader.list(|reader| self.fused_type(reader))?;
        } else {
            grounding.entity_list = reader.list(|reader| self.fused_entity(reader))?;
            into.local = self.reports.len();
        }
        Some(())
    }

    /// The name of a type the intent is then about.
    pub(super) fn fused_type(&mut self, reader: &mut Reader<'a>) -> Option<Str<'a>> {
        let name = self.tables.type_by_name(reader.plain()?)?.name.as_ref();
        self.about.types.push(name);
        Some(Cow::Borrowed(name))
    }

    fn fused_entity(&mut self, reader: &mut Reader<'a>) -> Option<Entity<'a>> {
        let start = reader.place();
        if let Some(entity) = self.plain_entity(reader) {
            return Some(entity);
        }
        reader.go_back(start);
        let said = read::entity(reader)?;
        Some(self.entity(&said.value))
    }

    fn plain_entity(&mut self, reader: &mut Reader<'a>) -> Option<Entity<'a>> {
        let (mut text, mut type_name, mut id) = (None, None, None);
        reader.object(Keys::ENTITY, |reader, key| {
            match key {
                Key::Txt => text = Some(reader.string()?),
                Key::Ty => {
                    let def = self.tables.type_by_name(reader.plain()?)?;
                    type_name = Some(def.name.as_ref());
                }
                Key::Id => id = Some(reader.string()?),
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

    fn fused_relations(
        &mut self,
        reader: &mut Reader<'a>,
        into: &Fusing<'a>,
    ) -> Option<Vec<Relation<'a>>> {
        let scenario = into.scenario?;
        let grounding = &into.contract.value.grounding;
        let (targets, entities) = (&grounding.target_types, &grounding.entity_list);
        let mut walk = Walk::new(self.tables, scenario, targets, entities);
        let mut index = 0;
        let relations = reader.list(|reader| {
            index += 1;
            let hop = self.fused_hop(reader, index - 1, entities.len())?;
            self.walked_to(hop.def);
            Some(self.hop(&mut walk, &hop))
        })?;
        self.arrive(&walk);
        Some(relations)
    }

    fn fused_hop(
        &mut self,
        reader: &mut Reader<'a>,
        index: usize,
        entities: usize,
    ) -> Option<Hop<'a>> {
        let (mut def, mut direction, mut from, mut to) = (None, None, None, None);
        reader.object(Keys::RELATION, |reader, key| {
            match key {
                Key::Rel1 => def = Some(self.tables.relation_by_packed(reader.code()?)?),
                Key::Dir => direction = Some(Direction::from_packed(reader.code()?)?),
                Key::Fr => from = Some(self.end(Some(&read::end(reader)?), entities)?),
                Key::To => to = Some(self.end(Some(&read::end(reader)?), entities)?),
                _ => return None,
            }
            Some(())
        })?;
        // Whether it is the last is not known yet; a walk that ends elsewhere is left to the longer way.
        Some(Hop {
            index,
            span: Span::default(),
            def: def?,
            direction,
            from,
            to,
            last: false,
        })
    }
}
