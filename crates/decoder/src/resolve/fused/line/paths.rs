//! A path of a line in one pass.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::{Lining, says};
use crate::contract::PathParams;
use crate::resolve::Resolver;
use crate::resolve::fused::add;
use crate::resolve::said_graph::SaidPath;
use crate::span::Span;
use crate::topic::Number;

impl<'a> Resolver<'a> {
    /// A path, whose name is read.
    pub(super) fn line_path(
        &mut self,
        cursor: &mut Cursor<'a>,
        line: &mut Lining<'a>,
    ) -> Option<()> {
        line.path.is_none().then_some(())?;
        cursor.expect(b'(')?;
        let mut path = PathParams::default();
        let mut hops = None;
        loop {
            match cursor.peek()? {
                b')' => break,
                b'#' => {
                    cursor.mark(1);
                    let id = cursor.text().filter(|id| says(id))?;
                    add(&mut path.source_ids, id);
                }
                b'*' => {
                    cursor.mark(1);
                    hops.is_none().then_some(())?;
                    let cap = self.tables.limits.hops_cap;
                    hops = Some(self.count(&cursor.figure()?, Number::Hops, 1, cap)?);
                }
                b'>' if cursor.ahead(1) != Some(b'=') => {
                    cursor.mark(1);
                    let def = self.line_relation_def(cursor.name()?)?;
                    add(&mut path.allowed_relations, Cow::Borrowed(&def.name));
                }
                _ => {
                    let def = self.tables.type_by_name(cursor.name()?)?;
                    add(&mut path.target_types, Cow::Borrowed(&def.name));
                }
            }
        }
        cursor.expect(b')')?;
        let cap = self.tables.limits.list_cap as usize;
        let lists = [
            path.source_ids.len(),
            path.target_types.len(),
            path.allowed_relations.len(),
        ];
        lists.iter().all(|length| *length <= cap).then_some(())?;
        path.max_hops = hops.unwrap_or_default();
        line.path = Some(SaidPath {
            span: Span::default(),
            params: path,
            hops,
        });
        Some(())
    }
}
