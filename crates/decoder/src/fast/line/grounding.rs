//! Entities, relations and the walk of a line in one pass.

use std::borrow::Cow;

use crate::contract::{End, Entity, Relation, Str};
use crate::fast::ContractBuilder;
use crate::fast::line::cursor::LineCursor;
use crate::fast::line::{LineBuilder, LineWalk, says};
use crate::language::{Direction, Scenario};
use crate::list::List;
use crate::resolve::Resolver;
use crate::resolve::relation_walk::{Hop, RelationWalk};
use crate::span::{Span, Spanned};
use crate::tables::RelationDef;

impl<'a> Resolver<'a> {
    /// An entity, whose mark is read.
    pub(super) fn line_entity(
        &mut self,
        cursor: &mut LineCursor<'a>,
        type_name: Option<&'a str>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        let grounding = &mut line.into.contract.value.grounding;
        (!line.into.types_settled && grounding.relations.is_empty()).then_some(())?;
        grounding.entity_list.add(Entity {
            text: Cow::Borrowed(""),
            type_name: type_name.map(Cow::Borrowed),
            id: None,
        });
        let entity = grounding.entity_list.last_mut()?;
        cursor.text_to(&mut entity.text)?;
        says(&entity.text).then_some(())?;
        if cursor.take(b'#') {
            let id = entity.id.insert(Cow::Borrowed(""));
            cursor.text_to(id)?;
            says(id).then_some(())?;
        }
        if !cursor.is_closed() {
            line.bare_text = cursor.place();
        }
        match type_name {
            Some(name) => self.about.types.push(name),
            None => self.about.open = true,
        }
        Some(())
    }

    #[inline(never)]
    pub(super) fn line_relation(
        &mut self,
        cursor: &mut LineCursor<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        (!line.into.types_settled).then_some(())?;
        let direction = direction(cursor)?;
        let def = self.line_relation_def(cursor.name()?)?;
        let grounding = &mut line.into.contract.value.grounding;
        let entities = grounding.entity_list.len();
        grounding.relations.add(Relation {
            name: Cow::Borrowed(def.name.as_ref()),
            or: Vec::new(),
            direction,
            from: None,
            to: None,
            hops: None,
            absent: false,
        });
        let place = grounding.relations.len() - 1;
        let relation = grounding.relations.last_mut()?;
        if cursor.take(b':') {
            relation.from = Some(End::Target);
            relation.to = Some(end(cursor, entities)?);
        } else if cursor.take(b'[') {
            if cursor.peek()? != b',' {
                relation.from = Some(end(cursor, entities)?);
            }
            cursor.expect(b',')?;
            if cursor.peek()? != b']' {
                relation.to = Some(end(cursor, entities)?);
            }
            cursor.expect(b']')?;
        }
        self.walked_to(def);
        *line.relations.get_mut(place)? = Some(def);
        Some(())
    }

    /// Walks the relations once all is read: which two ends they are between only the scenario says.
    pub(super) fn line_walked(
        &mut self,
        scenario: Scenario,
        defs: &[Option<&'a RelationDef>],
        into: &ContractBuilder<'a>,
    ) -> Option<()> {
        let grounding = &into.contract.value.grounding;
        if grounding.relations.is_empty() {
            return Some(());
        }
        let (targets, entities) = (&grounding.target_types, &grounding.entity_list);
        let mut walk = RelationWalk::new(self.tables, scenario, targets, entities);
        for (index, (said, def)) in grounding.relations.iter().zip(defs).enumerate() {
            let hop = Hop {
                index,
                span: Span::default(),
                def: (*def)?,
                or: Vec::new(),
                direction: Some(said.direction),
                from: said.from.clone(),
                to: said.to.clone(),
                times: None,
                absent: false,
                last: false,
            };
            self.walk_on(&mut walk, &hop);
        }
        self.arrive(&walk);
        self.findings.is_empty().then_some(())
    }

    pub(super) fn line_relation_def(&self, name: &str) -> Option<&'a RelationDef> {
        let tables = self.tables;
        tables
            .relation_by_spelling(name)
            .or_else(|| tables.relation_by_code(name))
    }

    #[inline(never)]
    pub(super) fn line_walk(
        &mut self,
        cursor: &mut LineCursor<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        line.walk.is_none().then_some(())?;
        let start = cursor.place();
        cursor.mark(1);
        let mut depth = None;
        if cursor.peek()?.is_ascii_digit() {
            let from = cursor.place();
            let levels = cursor.amount(0, u32::MAX)?;
            depth = Some(Spanned::new(levels, Span::new(from, cursor.place())));
        }
        // Blanks behind it are none of it.
        let mut end = cursor.place();
        let mut way = None;
        let mut relations: Vec<Str<'a>> = Vec::new();
        if matches!(cursor.peek(), Some(b'<' | b'>')) {
            way = Some(Spanned::new(direction(cursor)?, Span::default()));
            if cursor.take(b'*') {
                end = cursor.place();
            } else {
                loop {
                    let def = self.line_relation_def(cursor.name()?)?;
                    end = cursor.place();
                    relations.add(Cow::Borrowed(&def.name));
                    if !cursor.take(b',') {
                        break;
                    }
                }
            }
        }
        (depth.is_some() || way.is_some()).then_some(())?;
        (relations.len() <= self.tables.limits.list_cap as usize).then_some(())?;
        line.walks(Span::new(start, end));
        line.walk = Some(LineWalk {
            direction: way,
            depth,
            relations,
        });
        Some(())
    }
}

/// Reads the mark of a way; what follows must be a name or `*`.
fn direction(cursor: &mut LineCursor<'_>) -> Option<Direction> {
    let (direction, bytes) = match (cursor.ahead(0)?, cursor.ahead(1)) {
        (b'<', Some(b'>')) => (Direction::Both, 2),
        (b'<' | b'>', Some(b'=')) => return None,
        (b'<', _) => (Direction::In, 1),
        (b'>', _) => (Direction::Out, 1),
        _ => return None,
    };
    cursor.mark(bytes);
    (cursor.names_follow() || cursor.peek() == Some(b'*')).then_some(direction)
}

/// An end of a relation: the target, or one of so many entities.
fn end<'a>(cursor: &mut LineCursor<'a>, entities: usize) -> Option<End<'a>> {
    if cursor.take(b'*') {
        return Some(End::Target);
    }
    let index = cursor.amount(0, u32::MAX)? as usize;
    (index < entities).then_some(End::Entity(index))
}
