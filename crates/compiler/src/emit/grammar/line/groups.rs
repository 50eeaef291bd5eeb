//! Groups, and operations over them.

use cmec_decoder::language::SetOperator;
use cmec_decoder::line;
use cmec_decoder::tables::Tables;

use super::fields::{About, AllFields};
use super::grounding::{any_type, one_type};
use super::items::{at_least, behind, some};
use super::texts::{name, reference};
use crate::emit::grammar::model::{
    Expr, Grammar, any_of, choice, literal, optional, repeat, sequence,
};

/// What of the line decides on its groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Around {
    /// What the line is about.
    pub(super) about: About,
    /// Whether relations bring other types into every group.
    pub(super) relations: bool,
    /// Whether a group may be without types of its own.
    pub(super) untyped: bool,
}

/// What stands inside of a group with types of its own: each type with its filters, or several. Every group of a line has
/// the same; a list of all types for each of them would be the square of their number.
pub(super) fn typed(
    grammar: &mut Grammar,
    tables: &Tables,
    fields: &AllFields,
    relations: bool,
) -> Option<Expr> {
    let single = tables.types.len() == 1;
    let mut insides = Vec::new();
    for at in 0..tables.types.len() {
        let about = if relations && !single {
            About::With(at)
        } else {
            About::Only(at)
        };
        let filters = filters(grammar, tables, fields, about);
        let filters = filters.map(|filters| optional(behind(filters)));
        let inside = sequence(one_type(tables, at).into_iter().chain(filters));
        insides.push(grammar.phrase("typed_group", inside));
    }
    let cap = tables.limits.list_cap;
    if cap > 1
        && let Some(of) = any_type(grammar, tables)
    {
        let about = if single { About::Only(0) } else { About::Any };
        let filters = filters(grammar, tables, fields, about);
        let filters = filters.map(|filters| optional(behind(filters)));
        let inside = sequence(std::iter::once(at_least(2, of, " ", cap)).chain(filters));
        insides.push(grammar.phrase("group_of_types", inside));
    }
    let insides = any_of(insides)?;
    Some(grammar.phrase("typed_groups", insides))
}

/// One group or more; `typed`: what stands inside of one with types of its own.
pub(super) fn groups(
    grammar: &mut Grammar,
    tables: &Tables,
    fields: &AllFields,
    around: Around,
    typed: Option<Expr>,
) -> Option<Expr> {
    let untyped = match around.untyped {
        true => filters(grammar, tables, fields, around.about),
        false => None,
    };
    let inside = any_of(untyped.into_iter().chain(typed))?;
    let inside = if around.untyped {
        optional(inside)
    } else {
        inside
    };
    let group = sequence([reference(grammar), literal("{"), inside, literal("}")]);
    let group = grammar.phrase("group", group);
    let cap = tables.limits.list_cap;
    Some(grammar.phrase("groups", some(group, " ", cap)))
}

/// Groups that are matched by themselves, with this inside.
pub(super) fn given(grammar: &mut Grammar, tables: &Tables, inside: &Expr) -> Expr {
    let group = [
        reference(grammar),
        literal("{"),
        inside.clone(),
        literal("}"),
    ];
    let group = grammar.phrase("given_group", sequence(group));
    let cap = tables.limits.list_cap;
    grammar.phrase("given_groups", some(group, " ", cap))
}

fn filters(
    grammar: &mut Grammar,
    tables: &Tables,
    fields: &AllFields,
    about: About,
) -> Option<Expr> {
    let filter = fields.of(about).condition.clone()?;
    let list = some(filter, " ", tables.limits.filters_cap);
    Some(grammar.phrase("filters", list))
}

/// `;a|b!c`: an operation whose sides are groups or operations in brackets. Brackets and operations side by side are as
/// many as the decoder reads; that both together nest too deep is left to it.
pub(super) fn set(grammar: &mut Grammar, tables: &Tables) -> Expr {
    let marks = SetOperator::ALL.iter();
    let operator = choice(marks.map(|operator| literal(line::set_operator(*operator))));
    let group = name(grammar);
    let mut side = group.clone();
    let mut set = group.clone();
    // From the innermost brackets out: each level has room for one operation more.
    for most in 1..=tables.limits.set_depth() {
        let another = sequence([operator.clone(), side.clone()]);
        set = grammar.phrase(
            "operation",
            sequence([group.clone(), repeat(another, 1, Some(most))]),
        );
        let nested = sequence([literal("("), set.clone(), literal(")")]);
        side = grammar.phrase("side", choice([group.clone(), nested]));
    }
    sequence([literal(";"), set])
}
