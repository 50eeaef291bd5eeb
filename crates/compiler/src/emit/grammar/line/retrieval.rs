//! The text to look for and how to look for it, and the question a model asks back.

use cmec_decoder::language::{Key, QuestionKind, RetrievalMode};
use cmec_decoder::tables::Tables;

use super::items::{behind, some};
use super::texts::name;
use super::values::words;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, optional, repeat, sequence};
use crate::emit::grammar::numbers::range;
use crate::emit::grammar::strings;

/// The text, which is always in quotes.
pub(super) fn text(grammar: &mut Grammar) -> Expr {
    strings::name(grammar)
}

/// The text, and how it is looked for: one part of that at least, in their order.
pub(super) fn text_and_how(grammar: &mut Grammar, tables: &Tables) -> Expr {
    let cap = tables.limits.list_cap;
    let called = name(grammar);
    let marked = |mark: &str, what: Expr| behind(sequence([literal(mark), what]));
    // Each part with how often it may stand there.
    let mut parts = Vec::new();
    let kinds = words(QuestionKind::ALL.iter().map(|kind| kind.code()));
    parts.extend(kinds.map(|kinds| (marked("?", kinds), 1)));
    let modes = words(RetrievalMode::ALL.iter().map(|mode| mode.code()));
    parts.extend(modes.map(|modes| (marked(":", modes), 1)));
    if let Some(corpora) = words(tables.corpus_names()) {
        let corpus = grammar.phrase("corpus", corpora);
        parts.push((marked("/", corpus), cap));
    }
    parts.push((marked("%", called.clone()), cap));
    parts.push((marked("$", called), 1));
    let top = range(1, u64::from(tables.limits.top_k_cap));
    parts.extend(top.map(|top| (marked("^", grammar.token("top", top)), 1)));
    let rerank = choice([
        literal(Key::Rr.in_line()),
        sequence([literal("!"), literal(Key::Rr.in_line())]),
    ]);
    parts.push((behind(rerank), 1));
    let counted = |most: u32| Some(most).filter(|most| *most < 2);
    let mut rest = &parts[..];
    let mut ways = Vec::new();
    while let Some(((first, most), others)) = rest.split_first() {
        let others_or_not = others
            .iter()
            .map(|(part, most)| repeat(part.clone(), 0, counted(*most)));
        let first = repeat(first.clone(), 1, counted(*most));
        ways.push(sequence(std::iter::once(first).chain(others_or_not)));
        rest = others;
    }
    let text = text(grammar);
    grammar.phrase("retrieval", sequence([text, choice(ways)]))
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
