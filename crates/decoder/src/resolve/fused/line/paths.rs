//! A path of a line in one pass.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::{Lining, says};
use crate::contract::PathParams;
use crate::resolve::Resolver;

/// A path as it was said; its hops are filled in when all is read.
pub(super) struct SaidPath<'a> {
    pub(super) params: PathParams<'a>,
    pub(super) hops: Option<u32>,
}

impl<'a> Resolver<'a> {
    /// A path, whose name is read.
    pub(super) fn line_path(
        &mut self,
        cursor: &mut Cursor<'a>,
        line: &mut Lining<'a>,
    ) -> Option<()> {
        line.path.is_none().then_some(())?;
        cursor.expect(b'(')?;
        let mut path = SaidPath {
            params: PathParams::default(),
            hops: None,
        };
        loop {
            match cursor.peek()? {
                b')' => break,
                b'#' => {
                    cursor.mark(1);
                    let id = cursor.text().filter(|id| says(id))?;
                    path.params.source_ids.push(id);
                }
                b'*' => {
                    cursor.mark(1);
                    path.hops.is_none().then_some(())?;
                    let cap = self.tables.limits.hops_cap;
                    path.hops = Some(self.count(&cursor.figure()?, "hops", 1, cap)?);
                }
                b'>' if cursor.ahead(1) != Some(b'=') => {
                    cursor.mark(1);
                    let def = self.line_relation_def(cursor.name()?)?;
                    let relations = &mut path.params.allowed_relations;
                    relations.push(Cow::Borrowed(&def.name));
                }
                _ => {
                    let def = self.tables.type_by_name(cursor.name()?)?;
                    path.params.target_types.push(Cow::Borrowed(&def.name));
                }
            }
        }
        cursor.expect(b')')?;
        let cap = self.tables.limits.list_cap as usize;
        let lists = path
            .params
            .source_ids
            .len()
            .max(path.params.allowed_relations.len());
        (lists <= cap).then_some(())?;
        line.path = Some(path);
        Some(())
    }
}
