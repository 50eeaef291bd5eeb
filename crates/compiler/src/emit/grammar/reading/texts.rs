//! How texts are looked for, and the question back.

use cmec_decoder::language::{Key, QuestionKind, RetrievalMode};
use cmec_decoder::tables::Tables;

use super::values::{quoted, text};
use super::{list, or};
use crate::emit::grammar::model::{Expr, Grammar, any_of, literal, optional, sequence};
use crate::emit::grammar::numbers::range;

/// What goes with a text to look for, item by item.
pub(super) fn how(grammar: &mut Grammar, tables: &Tables) -> Vec<Expr> {
    let one_of = |texts: Vec<&str>| any_of(texts.into_iter().map(literal));
    let marked = |mark: &str, what: Option<Expr>| what.map(|what| sequence([literal(mark), what]));
    let kinds = QuestionKind::ALL.iter().map(|kind| kind.code()).collect();
    let modes = RetrievalMode::ALL.iter().map(|mode| mode.code()).collect();
    let top = range(1, tables.limits.top_k_cap.into()).map(|top| grammar.token("top", top));
    let corpora = one_of(tables.corpus_names().collect());
    let corpora = corpora.map(|corpora| grammar.token("corpus", corpora));
    let called = text(grammar);
    let rerank = Key::Rr.in_line();
    [
        marked("?", one_of(kinds)),
        marked(":", one_of(modes)),
        marked("/", corpora),
        marked("%", Some(called.clone())),
        marked("$", Some(called)),
        marked("^", top),
        Some(literal(rerank)),
        // Two tokens: a reader of the one would take the mark of a value for its beginning.
        Some(sequence([literal("!"), literal(rerank)])),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What the model asks back, and answers to choose from.
pub(super) fn question(grammar: &mut Grammar) -> Expr {
    let options = list(text(grammar), or());
    let parts = [
        literal("?"),
        quoted(grammar),
        optional(sequence([literal(":"), options])),
    ];
    grammar.phrase("question", sequence(parts))
}
