//! Graph parameters in one pass.

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{PathParams, Str};
use crate::draft::DraftGraph;
use crate::fast::ContractBuilder;
use crate::fast::c02::keys::{Key, Keys};
use crate::finding::topic::Number;
use crate::language::{Direction, Scenario};
use crate::read::json::cursor::Cursor;
use crate::resolve::Resolver;
use crate::resolve::resolved_graph::{ResolvedGraph, ResolvedPath};
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    pub(super) fn c02_graph(
        &mut self,
        cursor: &mut Cursor<'a>,
        into: &mut ContractBuilder<'a>,
    ) -> Option<()> {
        let scenario = into.scenario?;
        let grounding = &into.contract.value.grounding;
        let relations = grounding.relations.len();
        let said = self.c02_or_told(
            cursor,
            |me, cursor| me.c02_said_graph(cursor, scenario, relations),
            |me, said: Spanned<DraftGraph<'a>>| Some(me.said_graph(&said, relations, scenario)),
        )?;
        into.graph_said = true;
        into.path_said = said.path.is_some();
        into.contract.value.graph_params =
            self.graph_of(Some(said), relations, scenario, grounding);
        Some(())
    }

    fn c02_said_graph(
        &mut self,
        cursor: &mut Cursor<'a>,
        scenario: Scenario,
        relations_said: usize,
    ) -> Option<ResolvedGraph<'a>> {
        let (mut direction, mut depth) = (None, None);
        let (mut relations, mut path) = (Vec::new(), None);
        let span = cursor.object(Keys::GRAPH, |cursor, key| {
            match key {
                Key::Dir => {
                    let said = Direction::from_code(cursor.plain()?)?;
                    direction = Some(Spanned::new(said, cursor.span()));
                }
                Key::Dep => {
                    let digits = cursor.digits()?;
                    let levels = self.levels(&digits, scenario, relations_said)?;
                    depth = Some(Spanned::new(levels, digits.span));
                }
                Key::Rel => relations = self.relation_list(cursor)?,
                Key::Path => path = Some(self.c02_path(cursor)?),
                _ => return None,
            }
            Some(())
        })?;
        Some(ResolvedGraph {
            span,
            direction,
            depth,
            relations,
            path,
        })
    }

    fn c02_path(&mut self, cursor: &mut Cursor<'a>) -> Option<ResolvedPath<'a>> {
        let mut path = PathParams::default();
        let mut hops = None;
        let span = cursor.object(Keys::PATH, |cursor, key| {
            match key {
                Key::Src => {
                    path.source_ids = cursor.list(|cursor| {
                        let id = cursor.string()?;
                        (!is_blank(&id)).then_some(id)
                    })?;
                }
                Key::Tg => path.target_types = self.type_list(cursor)?,
                Key::Hop => {
                    let cap = self.tables.limits.hops_cap;
                    hops = Some(self.count(&cursor.digits()?, Number::Hops, 1, cap)?);
                }
                Key::Rel => path.allowed_relations = self.relation_list(cursor)?,
                _ => return None,
            }
            Some(())
        })?;
        let cap = self.most_elements();
        (path.source_ids.len() <= cap && path.target_types.len() <= cap).then_some(())?;
        path.max_hops = hops.unwrap_or_default();
        Some(ResolvedPath {
            span,
            params: path,
            hops,
        })
    }

    /// Names of registered types, as they stand in the text.
    pub(super) fn type_list(&self, cursor: &mut Cursor<'a>) -> Option<Vec<Str<'a>>> {
        cursor.list(|cursor| {
            let def = self.tables.type_by_name(cursor.plain()?)?;
            Some(Cow::Borrowed(def.name.as_ref()))
        })
    }

    fn relation_list(&self, cursor: &mut Cursor<'a>) -> Option<Vec<Str<'a>>> {
        let names = cursor.list(|cursor| {
            let def = self.tables.relation_by_code(cursor.plain()?)?;
            Some(Cow::Borrowed(def.name.as_ref()))
        })?;
        (names.len() <= self.most_elements()).then_some(names)
    }
}
