//! Retrieval parameters.

use std::borrow::Cow;

use crate::contract::{RagParams, Str};
use crate::draft::{DraftRetrieval, Word};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{Elements, List, Name, Number};
use crate::language::Part;
use crate::resolve::Resolver;
use crate::resolve::resolved_graph::texts;
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    pub(crate) fn retrieval(&mut self, said: &Spanned<DraftRetrieval<'a>>) -> RagParams<'a> {
        let value = &said.value;
        if let Some(text) = &value.text {
            self.not_empty(text, Name::Query);
        }
        if let Some(project) = &value.project {
            self.not_empty(project, Name::Project);
        }
        for tag in &value.tags {
            self.not_empty(tag, Name::Tag);
        }
        self.list_cap(&value.corpora, Elements::Corpora);
        self.list_cap(&value.tags, Elements::Tags);
        let cap = self.tables.limits.top_k_cap;
        RagParams {
            query_text: value.text.as_ref().map(|word| word.value.clone()),
            corpora: (value.corpora.iter())
                .filter_map(|word| self.corpus(word))
                .collect(),
            top_k: (value.top_k.as_ref())
                .and_then(|digits| self.count(digits, Number::Texts, 1, cap)),
            rerank: value.rerank.as_ref().map(|said| said.value),
            kind: value.kind.as_ref().and_then(|word| self.member(word)),
            mode: value.mode.as_ref().and_then(|word| {
                self.newer(word.span, Part::Retrieval, "a depth of retrieval");
                self.member(word)
            }),
            tags_any: texts(&value.tags),
            project: value.project.as_ref().map(|word| word.value.clone()),
        }
    }

    fn corpus(&mut self, word: &Word<'a>) -> Option<Str<'a>> {
        let corpora = &self.tables.corpora;
        let found = corpora.iter().find(|corpus| corpus.name == word.value);
        if found.is_none() {
            self.unknown(&registry::UNKNOWN_CORPUS, word, List::Corpus, |_| {
                corpora.iter().map(Known::corpus).collect()
            });
        }
        found.map(|corpus| Cow::Borrowed(corpus.name.as_ref()))
    }
}
