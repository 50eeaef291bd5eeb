//! Retrieval parameters in one pass.

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{RagParams, Str};
use crate::draft::DraftRetrieval;
use crate::fast::c02::keys::{Key, Keys};
use crate::finding::topic::Number;
use crate::language::QuestionKind;
use crate::read::json::cursor::Cursor;
use crate::resolve::Resolver;
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    pub(super) fn c02_retrieval(&mut self, cursor: &mut Cursor<'a>) -> Option<RagParams<'a>> {
        self.c02_or_told(
            cursor,
            Self::c02_plain_retrieval,
            |me, said: Spanned<DraftRetrieval<'a>>| Some(me.retrieval(&said)),
        )
    }

    fn c02_plain_retrieval(&mut self, cursor: &mut Cursor<'a>) -> Option<RagParams<'a>> {
        let limits = &self.tables.limits;
        let mut params = RagParams::default();
        cursor.object(Keys::RETRIEVAL, |cursor, key| {
            match key {
                Key::Txt => params.query_text = Some(not_blank(cursor)?),
                Key::Cor => params.corpora = cursor.list(|cursor| self.c02_corpus(cursor))?,
                Key::K => {
                    let digits = cursor.digits()?;
                    params.top_k = Some(self.count(&digits, Number::Texts, 1, limits.top_k_cap)?);
                }
                Key::Rr => params.rerank = Some(cursor.boolean()?.value),
                Key::Kd => params.kind = Some(QuestionKind::from_code(cursor.plain()?)?),
                Key::Tag => params.tags_any = cursor.list(not_blank)?,
                Key::Prj => params.project = Some(not_blank(cursor)?),
                _ => return None,
            }
            Some(())
        })?;
        let cap = self.most_elements();
        (params.corpora.len() <= cap && params.tags_any.len() <= cap).then_some(params)
    }

    fn c02_corpus(&self, cursor: &mut Cursor<'a>) -> Option<Str<'a>> {
        let said = cursor.string()?;
        let known = (self.tables.corpora.iter()).find(|corpus| corpus.name == said)?;
        Some(Cow::Borrowed(known.name.as_ref()))
    }
}

fn not_blank<'a>(cursor: &mut Cursor<'a>) -> Option<Str<'a>> {
    let text = cursor.string()?;
    (!is_blank(&text)).then_some(text)
}
