//! Reads queries without a table: `SELECT EXISTS (…)`, `SELECT MATCH('…')`, `FROM PATH('a', 'b')`.

use crate::finding::registry;
use crate::language::Output;
use crate::read::sql::draft::pages::{PartitionPage, Tail, page};
use crate::read::sql::draft::query::Query;
use crate::read::sql::draft::rows::Rows;
use crate::read::sql::draft::{Context, calls, read_rows};
use crate::read::sql::tree::{Expression, Item, Select, Table};
use crate::span::Spanned;

/// Reads the query; `None` if it has a table.
pub(super) fn rows<'a>(
    context: &mut Context<'a>,
    select: &Select<'a>,
    tail: Tail<'_, 'a>,
) -> Option<Option<Rows<'a>>> {
    let mut empty = Rows::default();
    match (select.items.as_slice(), select.from.as_slice()) {
        ([item], []) => match &item.value.value.value {
            Expression::Exists(inner) => {
                nothing_beside(context, select, tail, AllowedClauses::Nothing);
                let mut rows = read_rows(context, inner)?;
                rows.output = Some(Output::Existence);
                Some(Some(rows))
            }
            Expression::Call(call) if calls::is_called(call, "match") => {
                nothing_beside(context, select, tail, AllowedClauses::Nothing);
                let found = calls::retrieval(context, call);
                empty.retrieval = found.map(|found| Spanned::new(found, item.span));
                Some(Some(empty))
            }
            _ => None,
        },
        (_, [source]) => {
            let Table::Call(call) = &source.value.table.value else {
                return None;
            };
            let walk = calls::walk(context, call)?;
            nothing_beside(context, select, tail, AllowedClauses::Page);
            empty.said.entities.clone_from(&walk.entities);
            empty.walk = Some(walk);
            let (mut query, paged) = (Query::default(), PartitionPage::default());
            empty.said.page = page(context, &mut query, &paged, tail);
            Some(Some(empty))
        }
        _ => None,
    }
}

/// The clauses allowed with a walk or a call that is the whole query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AllowedClauses {
    Nothing,
    /// `LIMIT` and `OFFSET`, and `*` as the only column.
    Page,
}

/// Reports all other clauses of such a query, which has no columns to filter, group or sort by.
fn nothing_beside<'a>(
    context: &mut Context<'a>,
    select: &Select<'a>,
    tail: Tail<'_, 'a>,
    may: AllowedClauses,
) {
    let is_star =
        |item: &Spanned<Item<'a>>| matches!(item.value.value.value, Expression::Star(None));
    let items = select.items.iter();
    let items = items.filter(|item| may == AllowedClauses::Page && !is_star(item));
    let page = tail.limit.iter().chain(&tail.offset);
    let page = page.filter(|_| may == AllowedClauses::Nothing);
    let page = page.map(|said| said.span);
    let conditions = [&select.condition, &select.having, &select.qualify];
    let conditions = conditions.into_iter().flatten();
    let parts = (select.distinct.into_iter())
        .chain(items.map(|item| item.span))
        .chain(conditions.chain(&select.group_by).map(|said| said.span))
        .chain(tail.order.iter().map(|key| key.span))
        .chain(page);
    let (message, help) = match may {
        AllowedClauses::Page => (
            "a walk has no columns to select, filter or sort by",
            "write `SELECT * FROM` the walk, and `LIMIT` behind it",
        ),
        AllowedClauses::Nothing => (
            "nothing else can be asked of this",
            "leave it out, or write it inside the brackets",
        ),
    };
    for span in parts {
        context.report(&registry::UNUSED_PART, span, message, help);
    }
}
