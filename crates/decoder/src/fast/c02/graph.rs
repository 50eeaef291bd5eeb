//! Graph parameters in one pass.

use std::borrow::Cow;

use crate::contract::{PathParams, Str};
use crate::fast::Fusing;
use crate::finding::topic::Number;
use crate::read::json::cursor::{Key, Keys, Reader};
use crate::resolve::Resolver;
use crate::resolve::grounding::is_blank;
use crate::resolve::said_graph::{SaidGraph, SaidPath};
use crate::span::Spanned;
use crate::vocabulary::Direction;

impl<'a> Resolver<'a> {
    pub(super) fn fused_graph(
        &mut self,
        reader: &mut Reader<'a>,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        let scenario = into.scenario?;
        let relations_said = into.contract.value.grounding.relations.len();
        let (mut direction, mut depth) = (None, None);
        let (mut relations, mut path) = (Vec::new(), None);
        let span = reader.object(Keys::GRAPH, |reader, key| {
            match key {
                Key::Dir => {
                    reader.peek()?;
                    let start = reader.place();
                    let said = Direction::from_packed(reader.code()?)?;
                    direction = Some(Spanned::new(said, reader.since(start)));
                }
                Key::Dep => {
                    let digits = reader.digits()?;
                    depth = Some(Spanned::new(
                        self.levels(&digits, scenario, relations_said)?,
                        digits.span,
                    ));
                }
                Key::Rel => relations = self.relation_list(reader)?,
                Key::Path => path = Some(self.fused_path(reader)?),
                _ => return None,
            }
            Some(())
        })?;
        into.walked = true;
        into.has_path = path.is_some();
        let said = SaidGraph {
            span,
            direction,
            depth,
            relations,
            path,
        };
        let contract = &mut into.contract.value;
        let grounding = &contract.grounding;
        contract.graph_params = self.graph_of(Some(said), relations_said, scenario, grounding);
        into.local = self.reports.len();
        Some(())
    }

    fn fused_path(&mut self, reader: &mut Reader<'a>) -> Option<SaidPath<'a>> {
        let mut path = PathParams::default();
        let mut hops = None;
        let span = reader.object(Keys::PATH, |reader, key| {
            match key {
                Key::Src => {
                    path.source_ids = reader.list(|reader| {
                        let id = reader.string()?;
                        (!is_blank(&id)).then_some(id)
                    })?;
                }
                Key::Tg => path.target_types = self.type_list(reader)?,
                Key::Hop => {
                    let cap = self.tables.limits.hops_cap;
                    hops = Some(self.count(&reader.digits()?, Number::Hops, 1, cap)?);
                }
                Key::Rel => path.allowed_relations = self.relation_list(reader)?,
                _ => return None,
            }
            Some(())
        })?;
        let cap = self.tables.limits.list_cap as usize;
        (path.source_ids.len() <= cap && path.target_types.len() <= cap).then_some(())?;
        path.max_hops = hops.unwrap_or_default();
        Some(SaidPath {
            span,
            params: path,
            hops,
        })
    }

    /// Names of registered types, as they stand in the text.
    pub(super) fn type_list(&self, reader: &mut Reader<'a>) -> Option<Vec<Str<'a>>> {
        reader.list(|reader| {
            let def = self.tables.type_by_name(reader.plain()?)?;
            Some(Cow::Borrowed(def.name.as_ref()))
        })
    }

    fn relation_list(&self, reader: &mut Reader<'a>) -> Option<Vec<Str<'a>>> {
        let names = reader.list(|reader| {
            let def = self.tables.relation_by_packed(reader.code()?)?;
            Some(Cow::Borrowed(def.name.as_ref()))
        })?;
        (names.len() <= self.tables.limits.list_cap as usize).then_some(names)
    }
}
