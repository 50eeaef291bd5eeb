//! Reads limits and offsets, and pages per value: `ROW_NUMBER() OVER (PARTITION BY …) <= n`.

use crate::draft::DraftPage;
use crate::finding::registry;
use crate::language::Operator;
use crate::read::sql::draft::columns::column;
use crate::read::sql::draft::comparisons::operator_of;
use crate::read::sql::draft::query::Query;
use crate::read::sql::draft::values::digits;
use crate::read::sql::draft::{Context, across};
use crate::read::sql::tree::{self, Expression, OrderKey, Part, Select, Table, Window};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;

/// The clauses after a `SELECT`.
#[derive(Clone, Copy)]
pub(super) struct Tail<'q, 'a> {
    pub(super) order: &'q [Spanned<OrderKey<'a>>],
    pub(super) limit: Option<&'q Spanned<Expression<'a>>>,
    pub(super) offset: Option<&'q Spanned<Expression<'a>>>,
}

/// A page per value of some columns: `ROW_NUMBER() OVER (PARTITION BY …) <= n`.
#[derive(Debug, Default)]
pub(super) struct PartitionPage<'a> {
    pub(super) window: Option<Spanned<Window<'a>>>,
    pub(super) limit: Option<Spanned<Expression<'a>>>,
}

/// Extracts the inner `SELECT` and the page from a query that numbers its rows; `Some(None)` if the query does not.
pub(super) fn numbered<'a>(
    context: &mut Context<'a>,
    select: &Select<'a>,
) -> Option<Option<(Select<'a>, PartitionPage<'a>)>> {
    if let Some(qualify) = &select.qualify {
        let aliased = select.items.iter();
        let aliased =
            aliased.filter_map(|item| Some((item.value.alias.clone()?, item.value.value.clone())));
        let aliased: Vec<_> = aliased.collect();
        let Some(paged) = page_of(qualify, &aliased) else {
            let help = "write `QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) <= 3`";
            context.report(
                &registry::UNUSED_PART,
                qualify.span,
                "this is no page for each value",
                help,
            );
            return None;
        };
        let mut inner = select.clone();
        inner.qualify = None;
        inner
            .items
            .retain(|item| !is_row_number(&item.value.value.value));
        return Some(Some((inner, paged)));
    }
    let [source] = select.from.as_slice() else {
        return Some(None);
    };
    let (Table::Query(inner), Some(condition)) = (&source.value.table.value, &select.condition)
    else {
        return Some(None);
    };
    let Part::Select(inner) = &inner.body.first.value else {
        return Some(None);
    };
    let aliased = inner.items.iter();
    let aliased =
        aliased.filter_map(|item| Some((item.value.alias.clone()?, item.value.value.clone())));
    let aliased: Vec<_> = aliased.collect();
    let Some(paged) = page_of(condition, &aliased) else {
        return Some(None);
    };
    let mut inner = inner.clone();
    inner
        .items
        .retain(|item| !is_row_number(&item.value.value.value));
    // The answer has the outer columns.
    if !select
        .items
        .iter()
        .all(|item| matches!(item.value.value.value, Expression::Star(_)))
    {
        inner.items.clone_from(&select.items);
        for item in &mut inner.items {
            // The alias of the derived table has no meaning inside it.
            if let Expression::Column(path) = &mut item.value.value.value
                && path.len() == 2
                && source.value.alias.as_ref().is_some_and(|alias| {
                    path.first()
                        .is_some_and(|first| is_same(&first.value.text, &alias.value.text))
                })
            {
                path.remove(0);
            }
        }
        inner.items.retain(|item| match &item.value.value.value {
            Expression::Column(path) => !path.last().is_some_and(|name| {
                aliased.iter().any(|(own, value)| {
                    is_same(&own.value.text, &name.value.text) && is_row_number(&value.value)
                })
            }),
            _ => true,
        });
    }
    Some(Some((inner, paged)))
}

fn is_row_number(said: &Expression<'_>) -> bool {
    matches!(said, Expression::Call(call) if call.over.is_some())
}

/// The page given by a comparison of the row number.
fn page_of<'a>(
    said: &Spanned<Expression<'a>>,
    aliased: &[(Spanned<tree::Name<'a>>, Spanned<Expression<'a>>)],
) -> Option<PartitionPage<'a>> {
    let Expression::Compare(left, operator, right) = &said.value else {
        return None;
    };
    let call = match &left.value {
        Expression::Call(call) => call,
        Expression::Column(path) => {
            let name = path.last()?;
            let (_, value) = aliased
                .iter()
                .find(|(own, _)| is_same(&own.value.text, &name.value.text))?;
            match &value.value {
                Expression::Call(call) => call,
                _ => return None,
            }
        }
        _ => return None,
    };
    is_same(&call.name.value.text, "row_number").then_some(())?;
    let Expression::Number(digits) = right.value else {
        return None;
    };
    let is_first = digits == "1";
    let limit = match operator_of(operator).value {
        Operator::Le => right.as_ref().clone(),
        Operator::Eq if is_first => right.as_ref().clone(),
        Operator::Lt if digits == "2" => Spanned::new(Expression::Number("1"), right.span),
        _ => return None,
    };
    Some(PartitionPage {
        window: call.over.clone(),
        limit: Some(limit),
    })
}

pub(super) fn page<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    paged: &PartitionPage<'a>,
    tail: Tail<'_, 'a>,
) -> Option<Spanned<DraftPage<'a>>> {
    let limit = paged.limit.as_ref().or(tail.limit);
    if let (Some(_), Some(other)) = (&paged.limit, tail.limit) {
        let help = "write one number of rows";
        context.report(&registry::SAID_TWICE, other.span, "a second limit", help);
    }
    let spans: Vec<Span> = [limit, tail.offset]
        .into_iter()
        .flatten()
        .map(|said| said.span)
        .collect();
    let span = across(*spans.first()?, *spans.last()?);
    let limit = limit.and_then(|said| digits(context, said, "number of rows"));
    let offset = tail
        .offset
        .and_then(|said| digits(context, said, "number of rows"));
    let mut per = Vec::new();
    for by in paged
        .window
        .iter()
        .flat_map(|window| &window.value.partition)
    {
        if let Some(found) = column(context, query, by) {
            per.push(Spanned::new(found.code(query, &[]), by.span));
        }
    }
    Some(Spanned::new(DraftPage { limit, offset, per }, span))
}
