//! The parts of an intent that stand alone: types, entities, relations, attributes, sort and page.

use cmec_decoder::language::object::{ENTITY, PAGE};
use cmec_decoder::language::{Count, Direction, Key, Order, given};
use cmec_decoder::tables::{FieldDef, Tables};

use super::codes::{self, derived, direction_but, fields_or_derived, relation_code};
use super::objects::{list, may, must, object};
use super::plain_members::plain_members;
use crate::emit::grammar::derived::Derived;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, sequence};
use crate::emit::grammar::numbers::{hop_counts, range, range_but};
use crate::emit::grammar::strings::{one_of, place_name, reference, said};

/// An entity.
pub(super) fn entity(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let members = plain_members(grammar, tables, &ENTITY, &[]);
    Some(grammar.phrase("entity", object(&members)?))
}

/// A chain or star of relations. `denied`: one of them can be one that must not be there.
pub(super) fn relations(grammar: &mut Grammar, tables: &Tables, denied: bool) -> Option<Expr> {
    let code = relation_code(grammar, tables)?;
    let last = u64::from(tables.limits.list_cap).saturating_sub(1);
    let index = range(0, last).map(|index| grammar.token("index", index));
    let mark = literal(&format!("\"{}", given::MARK));
    let place = sequence([mark, place_name(grammar), literal("\"")]);
    let ends = std::iter::once(said("target")).chain(index).chain([place]);
    let end = grammar.phrase("end", choice(ends));
    let direction = direction_but(Direction::Out)?;
    let mut members = vec![must(Key::Rel1, code.clone())];
    if tables.relations.len() > 1 {
        members.push(may(Key::Or, list(code, Some(tables.limits.list_cap))));
    }
    members.extend([
        may(Key::Dir, direction),
        may(Key::Fr, end.clone()),
        may(Key::To, end),
    ]);
    let times = hop_counts(tables.limits.hops_cap, |least, most| {
        sequence([literal("["), least, literal(","), most, literal("]")])
    });
    let again = tables.relations.iter().any(|def| def.from == def.to);
    members.extend(times.filter(|_| again).map(|times| may(Key::Hop, times)));
    members.extend(denied.then(|| may(Key::No, literal("true"))));
    let relation = object(&members)?;
    let hop = grammar.phrase("hop", relation);
    Some(grammar.phrase("relations", list(hop, Some(tables.limits.list_cap))))
}

/// The attributes to fetch.
pub(super) fn attributes(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let field = fields_or_derived(grammar, tables, "field", |_| true, Derived::any)?;
    Some(grammar.phrase("attributes", list(field, Some(tables.limits.list_cap))))
}

/// The columns of groups: what they are made by, and metrics.
pub(super) fn columns(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let column = choice(
        codes::columns(grammar, tables)
            .into_iter()
            .chain([reference(grammar)]),
    );
    let column = grammar.phrase("column", column);
    Some(grammar.phrase("columns", list(column, Some(tables.limits.list_cap))))
}

/// The columns of a group that computes nothing. What is read at a place is a reference as well: until `agg` follows, a
/// reader that takes the longest token cannot tell them apart.
pub(super) fn columns_of_rows(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let fields = one_of(tables.fields.iter().map(|field| field.code.as_ref()))?;
    let fields = grammar.phrase("field", fields);
    let derived = derived(grammar, tables).any();
    let column = choice([fields, reference(grammar)].into_iter().chain(derived));
    let column = grammar.phrase("column_of_rows", column);
    Some(grammar.phrase(
        "columns_of_rows",
        list(column, Some(tables.limits.list_cap)),
    ))
}

/// The order of rows.
pub(super) fn sort(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let sortable = |field: &FieldDef| field.sortable;
    let field = fields_or_derived(grammar, tables, "sortable", sortable, Derived::any)?;
    let key = object(&[must(Key::F, field), may(Key::Ord, descending())])?;
    let key = grammar.phrase("sort_key", key);
    Some(grammar.phrase("sort", list(key, Some(tables.limits.list_cap))))
}

/// The order that must be said.
pub(super) fn descending() -> Expr {
    said(Order::Desc.code())
}

/// A page of a named group, which always says its limit: without a page it has all rows.
pub(super) fn page_of_group(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let limit = range(1, u64::from(tables.limits.page_cap))?;
    let mut members = vec![must(Key::Lim, grammar.token(Count::Limit.name(), limit))];
    let offset = range(1, u64::from(tables.limits.offset_cap));
    members.extend(offset.map(|offset| may(Key::Off, grammar.token(Count::Offset.name(), offset))));
    members.extend(plain_members(grammar, tables, &PAGE, &[Key::Lim, Key::Off]));
    Some(grammar.phrase("page_of_group", object(&members)?))
}

/// A page. `unsaid` is the limit that is never written: the rows' own may be said and stays said.
pub(super) fn page(grammar: &mut Grammar, tables: &Tables, unsaid: Option<u32>) -> Option<Expr> {
    let cap = u64::from(tables.limits.page_cap);
    let limit = match unsaid {
        Some(default) => range_but(1, cap, u64::from(default)),
        None => range(1, cap),
    };
    let limit = limit.map(|limit| may(Key::Lim, grammar.token(Count::Limit.name(), limit)));
    let offset = range(1, u64::from(tables.limits.offset_cap));
    let offset = offset.map(|offset| may(Key::Off, grammar.token(Count::Offset.name(), offset)));
    let mut members: Vec<_> = limit.into_iter().chain(offset).collect();
    members.extend(plain_members(grammar, tables, &PAGE, &[Key::Lim, Key::Off]));
    Some(grammar.phrase("page", object(&members)?))
}
