//! Groups, and operations over them.

use cmec_decoder::language::{Key, SetOperator};
use cmec_decoder::tables::Tables;

use super::codes::type_name;
use super::filters::filters;
use super::objects::{list, may, must, object};
use crate::emit::grammar::model::{Expr, Grammar, choice};
use crate::emit::grammar::strings::{name, one_of};

/// `grp`.
pub(super) fn groups(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let mut members = vec![must(Key::N, name(grammar))];
    let cap = Some(tables.limits.list_cap);
    members.extend(type_name(grammar, tables).map(|name| may(Key::Tg, list(name, cap))));
    members.extend(filters(grammar, tables).map(|filters| may(Key::Flt, filters)));
    let group = grammar.phrase("group", object(&members)?);
    Some(grammar.phrase("groups", list(group, Some(tables.limits.list_cap))))
}

/// `set`: an operation whose sides are groups or operations, as deep as the decoder reads.
pub(super) fn set(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let operators = one_of(SetOperator::ALL.iter().map(|operator| operator.code()))?;
    let operator = grammar.phrase("set_operator", operators);
    let group = name(grammar);
    let mut side = group.clone();
    let mut set = None;
    for _ in 0..tables.limits.set_depth() {
        let operation = object(&[
            must(Key::L, side.clone()),
            must(Key::Op, operator.clone()),
            must(Key::Rel1, side),
        ])?;
        let operation = grammar.phrase("operation", operation);
        side = grammar.phrase("side", choice([group.clone(), operation.clone()]));
        set = Some(operation);
    }
    set
}
