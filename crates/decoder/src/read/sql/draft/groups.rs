//! Reads subqueries in comparisons as groups with names.

use std::borrow::Cow;

use crate::draft::{DraftGroup, Word};
use crate::finding::registry;
use crate::language::Output;
use crate::read::sql::draft::{self, Context};
use crate::read::sql::tree::{self, Expression, Item, Part, Select, Table};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;

/// Reads a subquery as a group and returns the name.
pub(super) fn group<'a>(
    context: &mut Context<'a>,
    inner: &tree::Query<'a>,
    span: Span,
) -> Option<Word<'a>> {
    if let Some(name) = given(context, inner) {
        return Some(Spanned::new(name, span));
    }
    let name = fresh_name(context);
    named_group(context, inner, Spanned::new(Cow::Owned(name.clone()), span))?;
    Some(Spanned::new(Cow::Owned(name), span))
}

/// The name of a `WITH` query that a subquery selects unchanged.
pub(super) fn given<'a>(context: &Context<'a>, inner: &tree::Query<'a>) -> Option<Cow<'a, str>> {
    let select = plain_select(inner)?;
    let [source] = select.from.as_slice() else {
        return None;
    };
    let Table::Name(name) = &source.value.table.value else {
        return None;
    };
    let is_column = |item: &Spanned<Item<'a>>| {
        let said = &item.value.value.value;
        matches!(said, Expression::Column(_) | Expression::Star(_))
    };
    let is_whole = select.condition.is_none()
        && select.distinct.is_none()
        && select.items.iter().all(is_column);
    let with = context.with.iter().find(|own| is_same(own, &name.text))?;
    is_whole.then(|| with.clone())
}

pub(super) fn fresh_name(context: &Context<'_>) -> String {
    let is_free = |name: &String| {
        let mut groups = context.groups.iter();
        !groups.any(|own| own.value.name.value == *name)
            && !context.with.iter().any(|own| own == name)
            && !context.taken.contains(name)
    };
    let letters = ('a'..='z').map(String::from);
    let numbered = (1_usize..).map(|number| format!("g{number}"));
    letters.chain(numbered).find(is_free).unwrap_or_default()
}

/// Reads a query as a group with this name.
pub(super) fn named_group<'a>(
    context: &mut Context<'a>,
    query: &tree::Query<'a>,
    name: Word<'a>,
) -> Option<()> {
    let span = name.span;
    context.taken.push(name.value.to_string());
    let rows = draft::read_rows(context, query)?;
    let is_whole =
        rows.walk.is_none() && rows.retrieval.is_none() && rows.output != Some(Output::Existence);
    if !is_whole {
        let help = "write tables, conditions and numbers only";
        let message = "this belongs to the whole query";
        context.report(&registry::UNUSED_PART, span, message, help);
        return None;
    }
    let mut group = DraftGroup { name, ..rows.said };
    if group.targets.is_empty()
        && let Some(entity) = group.entities.first()
    {
        // A group states its type even if it has a single entity.
        group.targets.extend(entity.value.type_name.clone());
    }
    context.groups.push(Spanned::new(group, span));
    Some(())
}

/// The one `SELECT` of a query, if it has only tables and conditions.
pub(super) fn plain_select<'q, 'a>(inner: &'q tree::Query<'a>) -> Option<&'q Select<'a>> {
    let Part::Select(select) = &inner.body.first.value else {
        return None;
    };
    let is_plain = inner.with.is_empty()
        && inner.body.others.is_empty()
        && inner.order.is_empty()
        && inner.limit.is_none()
        && inner.offset.is_none()
        && select.group_by.is_empty()
        && select.having.is_none()
        && select.qualify.is_none();
    is_plain.then_some(select)
}
