//! Resolves the retrieval parameters.

use std::borrow::Cow;

use crate::contract::{RagParams, Str};
use crate::draft::{DraftRetrieval, Word};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Elements, List, Name, Number};
use crate::language::Part;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::resolve::walk::resolved_graph::texts;
use crate::span::Spanned;

pub(crate) fn retrieval<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftRetrieval<'a>>,
) -> RagParams<'a> {
    let value = &said.value;
    if let Some(text) = &value.text {
        checks::not_empty(notes, text, Name::Query);
    }
    if let Some(project) = &value.project {
        checks::not_empty(notes, project, Name::Project);
    }
    for tag in &value.tags {
        checks::not_empty(notes, tag, Name::Tag);
    }
    checks::list_cap(context, notes, &value.corpora, Elements::Corpora);
    checks::list_cap(context, notes, &value.tags, Elements::Tags);
    let cap = context.tables.limits.top_k_cap;
    RagParams {
        query_text: value.text.as_ref().map(|word| word.value.clone()),
        corpora: (value.corpora.iter())
            .filter_map(|word| corpus(context, notes, word))
            .collect(),
        top_k: (value.top_k.as_ref())
            .and_then(|digits| checks::count(notes, digits, Number::Texts, 1, cap)),
        rerank: value.rerank.as_ref().map(|said| said.value),
        kind: value
            .kind
            .as_ref()
            .and_then(|word| codes::member(context, notes, word)),
        mode: value.mode.as_ref().and_then(|word| {
            notes.newer(word.span, Part::Retrieval, "a depth of retrieval");
            codes::member(context, notes, word)
        }),
        tags_any: texts(&value.tags),
        project: value.project.as_ref().map(|word| word.value.clone()),
    }
}

fn corpus<'a>(context: &Context<'a>, notes: &mut Notes<'a>, word: &Word<'a>) -> Option<Str<'a>> {
    let corpora = &context.tables.corpora;
    let found = corpora.iter().find(|corpus| corpus.name == word.value);
    if found.is_none() {
        let (rule, list) = (&registry::UNKNOWN_CORPUS, List::Corpus);
        let known = || corpora.iter().map(Choice::corpus).collect();
        codes::unknown(context, notes, rule, word, list, known);
    }
    found.map(|corpus| Cow::Borrowed(corpus.name.as_ref()))
}
