//! The text of a line to look for, and how to look for it, in one pass.

use std::borrow::Cow;

use crate::contract::Str;
use crate::fast::line::cursor::LineCursor;
use crate::fast::line::{LineBuilder, says};
use crate::language::QuestionKind;
use crate::list::List;
use crate::resolve::Resolver;

impl<'a> Resolver<'a> {
    #[inline(never)]
    pub(super) fn line_text(
        &mut self,
        cursor: &mut LineCursor<'a>,
        first: u8,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        if first == b'"' {
            // It may be the rest of the bare value before it.
            (!cursor.only_blanks_since(line.bare_text)).then_some(())?;
            let params = line.params();
            params.query_text.is_none().then_some(())?;
            let text = params.query_text.insert(Cow::Borrowed(""));
            cursor.string_to(text)?;
            // A name of a group is read the longer way.
            return (says(text) && cursor.peek() != Some(b'{')).then_some(());
        }
        // `^=` and `$=` are marks of their own.
        (cursor.ahead(1) != Some(b'=')).then_some(())?;
        cursor.mark(1);
        let params = line.params();
        match first {
            b'?' => {
                params.kind.is_none().then_some(())?;
                params.kind = Some(QuestionKind::from_code(cursor.name()?)?);
            }
            b'^' => {
                params.top_k.is_none().then_some(())?;
                let cap = self.tables.limits.top_k_cap;
                params.top_k = Some(cursor.amount(1, cap)?);
            }
            b'/' => {
                let corpus = self.line_more(cursor, &mut params.corpora)?;
                self.line_corpus(corpus)?;
            }
            b'%' => {
                self.line_more(cursor, &mut params.tags_any)?;
            }
            _ => {
                params.project.is_none().then_some(())?;
                let project = params.project.insert(Cow::Borrowed(""));
                cursor.text_to(project)?;
                says(project).then_some(())?;
            }
        }
        Some(())
    }

    /// Reads a text that says something to the end of a list that may be longer.
    #[inline]
    fn line_more<'l>(
        &self,
        cursor: &mut LineCursor<'a>,
        list: &'l mut Vec<Str<'a>>,
    ) -> Option<&'l mut Str<'a>> {
        let within = list.len() < self.tables.limits.list_cap as usize;
        within.then_some(())?;
        list.add(Cow::Borrowed(""));
        let text = list.last_mut()?;
        cursor.text_to(text)?;
        says(text).then_some(text)
    }

    /// A corpus is said by the name the tables have.
    fn line_corpus(&self, said: &mut Str<'a>) -> Option<()> {
        let known = (self.tables.corpora.iter()).find(|corpus| corpus.name == *said)?;
        *said = Cow::Borrowed(known.name.as_ref());
        Some(())
    }
}
