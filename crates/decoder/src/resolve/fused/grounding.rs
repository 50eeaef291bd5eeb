//! Targets, entities and relations in one pass.

use std::borrow::Cow;

use super::Fusing;
use crate::contract::{Entity, Relation};
use crate::notation::direct::{Key, Reader, parts as read};
use crate::resolve::Resolver;

impl<'a> Resolver<'a> {
    /// One of `tg`, `E` and `R`, in this order.
    pub(super) fn fused_grounding(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        if key == Key::R {
            into.contract.grounding.relations = self.fused_relations(reader, into)?;
            return Some(());
        }
        let grounding = &mut into.contract.grounding;
        grounding.relations.is_empty().then_some(())?;
        if key == Key::Tg {
            grounding.target_types = reader.list(|reader| {
                let name = self.tables.type_by_name(reader.plain()?)?.name.as_ref();
                self.about.types.push(name);
                Some(Cow::Borrowed(name))
            })?;
        } else {
            grounding.entity_list = reader.list(|reader| self.fused_entity(reader))?;
        }
        Some(())
    }

    fn fused_entity(&mut self, reader: &mut Reader<'a>) -> Option<Entity<'a>> {
        let (mut text, mut type_name, mut id) = (None, None, None);
        reader.object(|reader, key| {
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
        let empty = |text: &str| text.trim().is_empty();
        (!empty(&text) && !id.as_deref().is_some_and(empty)).then_some(())?;
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
        let grounding = &into.contract.grounding;
        // The longer way knows the targets as names of the tables.
        let targets: Vec<&'a str> = grounding
            .target_types
            .iter()
            .filter_map(|name| Some(self.tables.type_by_name(name)?.name.as_ref()))
            .collect();
        let entities = &grounding.entity_list;
        let mut index = 0;
        reader.list(|reader| {
            let said = read::relation(reader)?;
            let (relation, def) = self.relation_hop(index, &said, entities.len())?;
            self.relation_fits(&said.value.relation, def, &targets, entities);
            self.about.types.push(&def.from);
            self.about.types.push(&def.to);
            index += 1;
            Some(relation)
        })
    }
}
