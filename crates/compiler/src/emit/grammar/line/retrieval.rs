//! The text to look for and how to look for it, and the question a model asks back.

use cmec_decoder::language::{Key, QuestionKind};
use cmec_decoder::tables::Tables;

use super::items::{behind, some};
use super::texts::name;
use super::values::words;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, optional, repeat, sequence};
use crate::emit::grammar::numbers::range;
use crate::emit::grammar::strings;

/// The text, which is always in quotes, and what goes with it.
pub(super) fn retrieval(grammar: &mut Grammar, tables: &Tables) -> Expr {
    let cap = tables.limits.list_cap;
    let called = name(grammar);
    let marked = |mark: &str, what: Expr| behind(sequence([literal(mark), what]));
    let mut parts = vec![strings::name(grammar)];
    let kinds = words(QuestionKind::ALL.iter().map(|kind| kind.code()));
    parts.extend(kinds.map(|kinds| optional(marked("?", kinds))));
    if let Some(corpora) = words(tables.corpora.iter().map(AsRef::as_ref)) {
        let corpus = grammar.phrase("corpus", corpora);
        parts.push(repeat(marked("/", corpus), 0, Some(cap)));
    }
    parts.push(repeat(marked("%", called.clone()), 0, Some(cap)));
    parts.push(optional(marked("$", called)));
    let top = range(1, u64::from(tables.limits.top_k_cap));
    parts.extend(top.map(|top| optional(marked("^", grammar.token("top", top)))));
    let rerank = choice([
        literal(Key::Rr.in_line()),
        sequence([literal("!"), literal(Key::Rr.in_line())]),
    ]);
    parts.push(optional(behind(rerank)));
    grammar.phrase("retrieval", sequence(parts))
}

/// What the model asks back.
pub(super) fn question(grammar: &mut Grammar, tables: &Tables) -> Expr {
    let options = some(name(grammar), "|", tables.limits.list_cap);
    let question = [
        literal("?"),
        strings::name(grammar),
        optional(sequence([literal(":"), options])),
    ];
    grammar.phrase("question", sequence(question))
}
