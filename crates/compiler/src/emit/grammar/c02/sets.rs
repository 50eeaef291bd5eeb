//! Groups, and operations over them.

use cmec_decoder::language::{Key, SetOperator};
use cmec_decoder::tables::Tables;

use super::aggregation::aggregation;
use super::codes::type_name;
use super::filters::filters;
use super::objects::{list, may, must, object};
use super::parts::{columns, columns_of_rows, entity, page_of_group, relations, sort};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice};
use crate::emit::grammar::strings::{name, one_of};

/// `grp`.
pub(super) fn groups(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let cap = Some(tables.limits.list_cap);
    let mut about = vec![must(Key::N, name(grammar))];
    about.extend(type_name(grammar, tables).map(|name| may(Key::Tg, list(name, cap))));
    about.extend(entity(grammar, tables).map(|entity| may(Key::E, list(entity, cap))));
    about.extend(relations(grammar, tables, true).map(|hops| may(Key::R, hops)));
    let filters = filters(grammar, tables).map(|filters| may(Key::Flt, filters));
    let mut rows = about.clone();
    rows.extend(columns_of_rows(grammar, tables).map(|fields| may(Key::A, fields)));
    rows.extend(filters.clone());
    rows.extend(sort(grammar, tables).map(|sort| may(Key::Srt, sort)));
    rows.extend(page_of_group(grammar, tables).map(|page| may(Key::Pg, page)));
    let mut numbers = about;
    numbers.extend(columns(grammar, tables).map(|columns| may(Key::A, columns)));
    numbers.extend(filters);
    let computed = aggregation(grammar, tables, tables.limits.page_cap);
    let numbers = computed.and_then(|computed| {
        numbers.push(must(Key::Agg, computed));
        object(&numbers)
    });
    let group = any_of(object(&rows).into_iter().chain(numbers))?;
    let group = grammar.phrase("group", group);
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
