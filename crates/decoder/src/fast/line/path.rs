//! A path of a line in one pass.

use std::borrow::Cow;

use crate::contract::PathParams;
use crate::fast::line::cursor::LineCursor;
use crate::fast::line::{LineBuilder, says};
use crate::list::List;
use crate::resolve::Resolver;
use crate::resolve::resolved_graph::ResolvedPath;
use crate::span::Span;

impl<'a> Resolver<'a> {
    /// A path, whose name is read.
    #[inline(never)]
    pub(super) fn line_path(
        &mut self,
        cursor: &mut LineCursor<'a>,
        line: &mut LineBuilder<'a>,
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
                    path.source_ids.add(Cow::Borrowed(""));
                    let id = path.source_ids.last_mut()?;
                    cursor.text_to(id)?;
                    says(id).then_some(())?;
                }
                b'*' => {
                    cursor.mark(1);
                    hops.is_none().then_some(())?;
                    let cap = self.tables.limits.hops_cap;
                    hops = Some(cursor.amount(1, cap)?);
                }
                b'>' if cursor.ahead(1) != Some(b'=') => {
                    cursor.mark(1);
                    let def = self.line_relation_def(cursor.name()?)?;
                    path.allowed_relations.add(Cow::Borrowed(&def.name));
                }
                _ => {
                    let def = self.tables.type_by_name(cursor.name()?)?;
                    path.target_types.add(Cow::Borrowed(&def.name));
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
        line.path = Some(ResolvedPath {
            span: Span::default(),
            params: path,
            hops,
        });
        Some(())
    }
}
