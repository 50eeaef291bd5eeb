//! Retrieval parameters, and the question a model asks back.

use cmec_decoder::language::Key;
use cmec_decoder::language::object::RETRIEVAL;
use cmec_decoder::tables::Tables;

use super::objects::{list, may, must, object};
use super::plain_members::plain_members;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal};
use crate::emit::grammar::strings::name;

/// `Q` with its text; the text is the first member.
pub(super) fn retrieval(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let mut members = vec![must(Key::Txt, name(grammar))];
    members.extend(plain_members(grammar, tables, &RETRIEVAL, &[Key::Txt]));
    Some(grammar.phrase("retrieval", object(&members)?))
}

/// `Q` without its text; it may be empty.
pub(super) fn textless(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let said = object(&plain_members(grammar, tables, &RETRIEVAL, &[Key::Txt]))?;
    let empty = literal("{}");
    Some(grammar.phrase("textless_retrieval", choice([said, empty])))
}

/// `X`: what the model asks back.
pub(super) fn question(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let (question, option) = (name(grammar), name(grammar));
    let options = list(option, Some(tables.limits.list_cap));
    let question = object(&[must(Key::Qq, question), may(Key::Opt, options)])?;
    Some(grammar.phrase("question", question))
}
