//! The text of a line to look for, and how to look for it, in one pass.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::{Lining, says};
use crate::contract::Str;
use crate::resolve::Resolver;
use crate::resolve::fused::add;
use crate::topic::Number;
use crate::vocabulary::QuestionKind;

impl<'a> Resolver<'a> {
    pub(super) fn line_text(
        &mut self,
        cursor: &mut Cursor<'a>,
        first: u8,
        line: &mut Lining<'a>,
    ) -> Option<()> {
        if first == b'"' {
            let text = cursor.string().filter(|text| says(text))?;
            // A name of a group is read the longer way.
            (cursor.peek() != Some(b'{')).then_some(())?;
            let before = line.params().query_text.replace(text);
            return before.is_none().then_some(());
        }
        // `^=` and `$=` are marks of their own.
        (cursor.ahead(1) != Some(b'=')).then_some(())?;
        cursor.mark(1);
        match first {
            b'?' => {
                let kind = QuestionKind::from_code(cursor.name()?)?;
                line.params().kind.replace(kind).is_none().then_some(())
            }
            b'^' => {
                let cap = self.tables.limits.top_k_cap;
                let top = self.count(&cursor.figure()?, Number::Texts, 1, cap)?;
                line.params().top_k.replace(top).is_none().then_some(())
            }
            b'/' => {
                let corpus = self.line_corpus(cursor.text()?)?;
                let corpora = &mut line.params().corpora;
                add(corpora, corpus);
                (corpora.len() <= self.tables.limits.list_cap as usize).then_some(())
            }
            b'%' => {
                let tag = cursor.text().filter(|text| says(text))?;
                let tags = &mut line.params().tags_any;
                add(tags, tag);
                (tags.len() <= self.tables.limits.list_cap as usize).then_some(())
            }
            _ => {
                let project = cursor.text().filter(|text| says(text))?;
                let before = line.params().project.replace(project);
                before.is_none().then_some(())
            }
        }
    }

    fn line_corpus(&self, said: Str<'a>) -> Option<Str<'a>> {
        let corpora = &self.tables.corpora;
        if corpora.is_empty() {
            return says(&said).then_some(said);
        }
        let known = corpora.iter().find(|name| **name == said)?;
        Some(Cow::Borrowed(known.as_ref()))
    }
}
