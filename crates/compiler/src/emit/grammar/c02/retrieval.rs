//! Retrieval parameters, and the question a model asks back.

use cmec_decoder::tables::Tables;
use cmec_decoder::vocabulary::QuestionKind;

use super::filters::boolean;
use super::objects::{Member, list, may, must, object};
use crate::emit::grammar::model::{Expr, Grammar, choice, literal};
use crate::emit::grammar::numbers::range;
use crate::emit::grammar::strings::{name, one_of, text};

/// `Q` with its text; the text is the first member.
pub(super) fn retrieval(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let text = must("txt", name(grammar));
    let members: Vec<Member> = std::iter::once(text)
        .chain(beside_text(grammar, tables))
        .collect();
    Some(grammar.phrase("retrieval", object(&members)?))
}

/// `Q` without its text; it may be empty.
pub(super) fn textless(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let members = beside_text(grammar, tables);
    let said = object(&members)?;
    let empty = literal("{}");
    Some(grammar.phrase("textless_retrieval", choice([said, empty])))
}

fn beside_text(grammar: &mut Grammar, tables: &Tables) -> Vec<Member> {
    let cap = Some(tables.limits.list_cap);
    let called = name(grammar);
    // Without a list of corpora any name is read that is one.
    let corpus = match one_of(tables.corpora.iter().map(AsRef::as_ref)) {
        Some(corpora) => grammar.phrase("corpus", corpora),
        None => called.clone(),
    };
    let mut members = vec![may("cor", list(corpus, cap))];
    let top_k = range(1, u64::from(tables.limits.top_k_cap));
    members.extend(top_k.map(|top_k| may("k", grammar.token("top_k", top_k))));
    members.push(may("rr", boolean()));
    let kinds = one_of(QuestionKind::ALL.iter().map(|kind| kind.code()));
    members.extend(kinds.map(|kinds| may("kd", kinds)));
    members.push(may("tag", list(called.clone(), cap)));
    members.push(may("prj", called));
    members
}

/// `X`: what the model asks back.
pub(super) fn question(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let (question, option) = (name(grammar), text(grammar));
    let options = list(option, Some(tables.limits.list_cap));
    let question = object(&[must("q", question), may("opt", options)])?;
    Some(grammar.phrase("question", question))
}
