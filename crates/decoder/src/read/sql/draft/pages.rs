//! Reads limits and offsets, and pages per value: `ROW_NUMBER() OVER (PARTITION BY …) <= n`.

use crate::draft::DraftPage;
use crate::finding::registry;
use crate::language::Operator;
use crate::read::sql::draft::columns::column;
use crate::read::sql::draft::comparisons::operator_of;
use crate::read::sql::draft::query::Query;
use crate::read::sql::draft::values::digits;
use crate::read::sql::draft::{Context, across};
use crate::read::sql::tree::{Alias, Expression, Item, OrderKey, Part, Select, Table, Window};
use crate::span::Spanned;
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
    let is_numbered = |item: &Spanned<Item<'a>>| is_row_number(&item.value.value.value);
    if let Some(qualify) = &select.qualify {
        let Some(paged) = page_of(qualify, &select.aliases()) else {
            let help = "write `QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) <= 3`";
            let message = "this is no page for each value";
            context.report(&registry::UNUSED_PART, qualify.span, message, help);
            return None;
        };
        let mut inner = select.clone();
        inner.qualify = None;
        inner.items.retain(|item| !is_numbered(item));
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
    let aliased = inner.aliases();
    let Some(paged) = page_of(condition, &aliased) else {
        return Some(None);
    };
    let mut inner = inner.clone();
    inner.items.retain(|item| !is_numbered(item));
    // The answer has the outer columns.
    let is_star = |item: &Spanned<Item<'a>>| matches!(item.value.value.value, Expression::Star(_));
    if !select.items.iter().all(is_star) {
        inner.items.clone_from(&select.items);
        let alias = source.value.alias.as_ref().map(|alias| &alias.value.text);
        for item in &mut inner.items {
            // The alias of the derived table has no meaning inside it.
            if let Expression::Column(path) = &mut item.value.value.value
                && let ([table, _], Some(alias)) = (path.as_slice(), alias)
                && is_same(&table.value.text, alias)
            {
                path.remove(0);
            }
        }
        inner.items.retain(|item| match &item.value.value.value {
            Expression::Column(path) => !path.last().is_some_and(|name| {
                let value = aliased_by(&aliased, &name.value.text);
                value.is_some_and(is_row_number)
            }),
            _ => true,
        });
    }
    Some(Some((inner, paged)))
}

fn is_row_number(said: &Expression<'_>) -> bool {
    matches!(said, Expression::Call(call) if call.over.is_some())
}

/// The expression with this alias.
fn aliased_by<'s, 'a>(aliased: &'s [Alias<'a>], name: &str) -> Option<&'s Expression<'a>> {
    let mut aliased = aliased.iter();
    let (_, value) = aliased.find(|(own, _)| is_same(&own.value.text, name))?;
    Some(&value.value)
}

/// The page given by a comparison of the row number.
fn page_of<'a>(said: &Spanned<Expression<'a>>, aliased: &[Alias<'a>]) -> Option<PartitionPage<'a>> {
    let Expression::Compare(left, operator, right) = &said.value else {
        return None;
    };
    let number = match &left.value {
        Expression::Column(path) => aliased_by(aliased, &path.last()?.value.text)?,
        other => other,
    };
    let Expression::Call(call) = number else {
        return None;
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
    let said = [limit, tail.offset].into_iter().flatten();
    let span = said.map(|said| said.span).reduce(across)?;
    let mut number = |said| digits(context, said, "number of rows");
    let limit = limit.and_then(&mut number);
    let offset = tail.offset.and_then(&mut number);
    let mut per = Vec::new();
    let windows = paged.window.iter();
    for by in windows.flat_map(|window| &window.value.partition) {
        if let Some(found) = column(context, query, by) {
            per.push(Spanned::new(found.code(query, &[]), by.span));
        }
    }
    Some(Spanned::new(DraftPage { limit, offset, per }, span))
}
