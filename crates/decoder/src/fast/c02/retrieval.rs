//! Retrieval parameters in one pass.

use std::borrow::Cow;

use crate::contract::{RagParams, Str};
use crate::fast::Fusing;
use crate::finding::topic::Number;
use crate::read::json::cursor::{Key, Keys, Reader, parts as read};
use crate::resolve::Resolver;
use crate::resolve::grounding::is_blank;
use crate::vocabulary::QuestionKind;

impl<'a> Resolver<'a> {
    pub(super) fn fused_retrieval(
        &mut self,
        reader: &mut Reader<'a>,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        let start = reader.place();
        let before = self.mark();
        let params = if let Some(params) = self.plain_retrieval(reader) {
            params
        } else {
            reader.go_back(start);
            self.go_back(before);
            let said = read::retrieval(reader)?;
            self.retrieval(&said)
        };
        into.contract.value.rag_params = Some(params);
        into.local = self.reports.len();
        Some(())
    }

    fn plain_retrieval(&mut self, reader: &mut Reader<'a>) -> Option<RagParams<'a>> {
        let limits = &self.tables.limits;
        let mut params = RagParams::default();
        reader.object(Keys::RETRIEVAL, |reader, key| {
            match key {
                Key::Txt => params.query_text = Some(not_blank(reader)?),
                Key::Cor => params.corpora = reader.list(|reader| self.fused_corpus(reader))?,
                Key::K => {
                    let digits = reader.digits()?;
                    params.top_k = Some(self.count(&digits, Number::Texts, 1, limits.top_k_cap)?);
                }
                Key::Rr => params.rerank = Some(reader.boolean()?.value),
                Key::Kd => params.kind = Some(QuestionKind::from_packed(reader.code()?)?),
                Key::Tag => params.tags_any = reader.list(not_blank)?,
                Key::Prj => params.project = Some(not_blank(reader)?),
                _ => return None,
            }
            Some(())
        })?;
        let cap = limits.list_cap as usize;
        (params.corpora.len() <= cap && params.tags_any.len() <= cap).then_some(params)
    }

    fn fused_corpus(&self, reader: &mut Reader<'a>) -> Option<Str<'a>> {
        let corpora = &self.tables.corpora;
        if corpora.is_empty() {
            return not_blank(reader);
        }
        let said = reader.string()?;
        let known = corpora.iter().find(|name| **name == said)?;
        Some(Cow::Borrowed(known.as_ref()))
    }
}

fn not_blank<'a>(reader: &mut Reader<'a>) -> Option<Str<'a>> {
    let text = reader.string()?;
    (!is_blank(&text)).then_some(text)
}
