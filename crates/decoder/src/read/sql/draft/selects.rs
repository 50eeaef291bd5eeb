//! Reads one `SELECT` and decides the kind of its rows.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::draft::{DraftCondition, DraftGroup, DraftGroupSort, DraftPage, DraftSort, Raw};
use crate::finding::registry;
use crate::language::{Operator, Order, Output};
use crate::ledger::LedgerKind;
use crate::read::sql::draft::calls;
use crate::read::sql::draft::columns::{self, alias, column, is_aggregate};
use crate::read::sql::draft::conditions::conditions;
use crate::read::sql::draft::joins::{connect, tables};
use crate::read::sql::draft::layout::layout;
use crate::read::sql::draft::pages::{PartitionPage, Tail, numbered, page};
use crate::read::sql::draft::query::{
    self, Column, Condition, Filter, Operand, Place, Query, SortKey,
};
use crate::read::sql::draft::rows::Rows;
use crate::read::sql::draft::{Context, across, numbers, spans, tableless};
use crate::read::sql::tree::{self, Expression, Item, OrderKey, Part, Select};
use crate::span::Spanned;
use crate::sql_words::is_same;

/// Reads a query with one `SELECT`.
pub(super) fn rows<'a>(context: &mut Context<'a>, query: &tree::Query<'a>) -> Option<Rows<'a>> {
    if !query.with.is_empty() || !query.body.others.is_empty() {
        let span = query.body.first.span;
        let help = "write the queries in `WITH` at the beginning";
        let message = "a query of queries is not supported here";
        context.report(&registry::UNEXPECTED_TOKEN, span, message, help);
        return None;
    }
    let select = match &query.body.first.value {
        Part::Query(inner) => {
            let order = query.order.iter().map(|key| key.span);
            let page = query.limit.iter().chain(&query.offset);
            let page = page.map(|said| said.span);
            for span in order.chain(page) {
                let help = "write it inside the brackets";
                let message = "this is behind the query";
                context.report(&registry::UNUSED_PART, span, message, help);
            }
            return rows(context, inner);
        }
        Part::Select(select) => select,
    };
    let tail = Tail {
        order: &query.order,
        limit: query.limit.as_ref(),
        offset: query.offset.as_ref(),
    };
    if let Some((inner, paged)) = numbered(context, select)? {
        return selected(context, &inner, &paged, tail);
    }
    selected(context, select, &PartitionPage::default(), tail)
}

/// The columns of `SELECT`.
#[derive(Default)]
struct SelectList<'a> {
    /// `true` for `*`.
    all: bool,
    /// The variables with all their columns shown, for `table.*`.
    tables: Vec<usize>,
    columns: Vec<Spanned<Column<'a>>>,
    /// `true` if the query only asks for the existence of a row.
    is_existence: bool,
    /// `true` if the found texts are shown.
    are_texts: bool,
}

fn selected<'a>(
    context: &mut Context<'a>,
    select: &Select<'a>,
    paged: &PartitionPage<'a>,
    tail: Tail<'_, 'a>,
) -> Option<Rows<'a>> {
    if let Some(rows) = tableless::rows(context, select, tail) {
        return rows;
    }
    let lists = [
        ("columns", spans(&select.items)),
        ("tables", spans(&select.from)),
        ("columns to group by", spans(&select.group_by)),
        ("columns to order by", spans(tail.order)),
    ];
    for (elements, spans) in lists {
        let (count, span) = (spans.len(), spans.into_iter().reduce(across));
        if !context.fits((elements, count), span.unwrap_or_default()) {
            return None;
        }
    }
    let mut query = Query {
        scopes: vec![Vec::new()],
        ..Query::default()
    };
    query.aliases = select.aliases();
    tables(context, &mut query, &select.from, (true, false));
    if let Some(condition) = &select.condition {
        conditions(context, &mut query, condition, false);
    }
    connect(context, &mut query, 0, &[]);
    kept_rows(context, &query);
    let of_metric = query.numbers.having.first().map(|held| held.span);
    query.numbers.are_asked |= !select.group_by.is_empty() || select.having.is_some();
    let is_number =
        |item: &Spanned<Item<'a>>| is_aggregate(context, &query, &item.value.value.value);
    let has_number = select.items.iter().any(is_number);
    query.numbers.are_asked |= has_number;
    if let Some(span) = of_metric.filter(|_| !has_number && select.group_by.is_empty()) {
        let message = "the condition is on a number of groups, and nothing groups";
        let help = "write `GROUP BY`, or the number among the columns";
        context.report(&registry::METRIC_DOES_NOT_FIT, span, message, help);
    }
    for by in &select.group_by {
        let by = in_select(&query, select, by);
        if let Some(found) = column(context, &mut query, &by) {
            let found = things(&query, found);
            query.numbers.group_by.push(Spanned::new(found, by.span));
        }
    }
    let shown = shown(context, &mut query, select);
    let is_grouped = !select.group_by.is_empty() || select.having.is_some();
    if is_grouped && (shown.all || !shown.tables.is_empty()) {
        let span = spans(&select.items).into_iter().reduce(across)?;
        let message = "`*` is every column, and groups have those of `GROUP BY` and numbers";
        let help = "select these, or leave `GROUP BY` and `HAVING` out for the rows";
        context.report(&registry::NOT_A_COLUMN, span, message, help);
    }
    // `SELECT name, metric` without `GROUP BY` gives the metric for each instance.
    let is_of_codebook = (query.numbers.metrics.iter()).all(|own| own.value.is_defined());
    let is_plain = |one: &Spanned<Column<'a>>| !matches!(one.value, Column::Metric(_));
    let has_plain = shown.columns.iter().any(is_plain);
    if has_number && is_of_codebook && select.group_by.is_empty() && has_plain {
        let (first, span) = (Column::Instances(0), select.items.first()?.span);
        query.numbers.group_by.push(Spanned::new(first, span));
    }
    if let Some(having) = &select.having {
        conditions(context, &mut query, having, false);
    }
    name_by_filter(context, &mut query);
    let before = target(&query, &shown);
    distinct(context, &mut query, select, &shown, before);
    let order = match &paged.window {
        Some(window) => window.value.order.as_slice(),
        None => tail.order,
    };
    let sort = sorted(context, &mut query, select, order);
    // The order may read columns of another entity.
    name_by_filter(context, &mut query);
    let target = target(&query, &shown);
    if let (Some(_), [first, .., last] | [first @ last]) = (&paged.window, tail.order) {
        let why = "each page has the order of its rows";
        context.note(LedgerKind::LeftOut, "", why, across(first.span, last.span));
    }
    numbers::count_joined(context, &mut query);
    let page = page(context, &mut query, paged, tail);
    Some(finished(context, query, &shown, target, sort, page))
}

/// Reports tables for which `LEFT JOIN` keeps rows without a match.
fn kept_rows<'a>(context: &mut Context<'a>, query: &Query<'a>) {
    for place in &query.places {
        if place.is_table && place.is_absent && !place.is_known_absent {
            let name = &place.name;
            let message = format!("`LEFT JOIN` keeps rows without `{name}`");
            let help = format!("write `JOIN`, or `WHERE {name}.id IS NULL` for those without");
            context.report(&registry::UNUSED_PART, place.span, message, help);
        }
    }
}

/// Replaces a grouping by the naming field with a grouping by the instances.
fn things<'a>(query: &Query<'a>, column: Column<'a>) -> Column<'a> {
    match &column {
        Column::Field(place, field) if !field.groupable && query.is_key(*place, field) => {
            Column::Instances(*place)
        }
        _ => column,
    }
}

/// Resolves an ordinal or an alias of `SELECT`.
fn in_select<'a>(
    query: &Query<'a>,
    select: &Select<'a>,
    said: &Spanned<Expression<'a>>,
) -> Spanned<Expression<'a>> {
    let found = match &said.value {
        Expression::Number(digits) => {
            let at = digits.parse::<usize>().unwrap_or(0).checked_sub(1);
            let item = at.and_then(|at| select.items.get(at));
            item.map(|item| item.value.value.value.clone())
        }
        other => {
            let inner = (other.bare_name()).and_then(|name| alias(query, &name.text));
            inner.map(|inner| inner.value)
        }
    };
    Spanned::new(found.unwrap_or_else(|| said.value.clone()), said.span)
}

fn shown<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    select: &Select<'a>,
) -> SelectList<'a> {
    let mut shown = SelectList::default();
    for item in &select.items {
        let (said, span) = (&item.value.value, item.span);
        match &said.value {
            Expression::Star(None) => shown.all = true,
            Expression::Star(Some(table)) => {
                let mut places = query.places.iter();
                match places.position(|place| is_same(&place.name, &table.value.text)) {
                    Some(place) => shown.tables.push(place),
                    None => {
                        let message = format!("there is no table `{}`", table.value.text);
                        let help = "write a table of `FROM`";
                        context.report(&registry::UNKNOWN_TYPE, table.span, message, help);
                    }
                }
            }
            Expression::Number(_) if select.items.len() == 1 => shown.is_existence = true,
            Expression::Call(call) if calls::is_called(call, "match") => {
                shown.are_texts = true;
                calls::search(context, query, said, false);
            }
            value if is_aggregate(context, query, value) => {
                let name = item.value.alias.as_ref();
                let name = name.map(|name| Spanned::new(name.value.text.clone(), name.span));
                let metric = columns::metric(context, query, said, Some(name));
                let metric = metric.map(|metric| Spanned::new(Column::Metric(metric), span));
                shown.columns.extend(metric);
            }
            _ => {
                let found = column(context, query, said);
                let found = found.map(|found| Spanned::new(found, said.span));
                shown.columns.extend(found);
            }
        }
    }
    shown
}

/// Turns an entity whose columns are read into a filter where another variable has its type: a contract has no name for the
/// columns of an entity, and would read those of the other.
fn name_by_filter<'a>(context: &Context<'a>, query: &mut Query<'a>) {
    for at in 0..query.places.len() {
        let Some(place) = (query.places.get(at)).filter(|own| own.is_read && own.is_table) else {
            continue;
        };
        let mut others = query.places.iter().enumerate();
        let has_other = others.any(|(other, own)| other != at && own.of.name == place.of.name);
        let mut fields = context.tables.fields.iter();
        let key = fields.find(|own| own.type_name == place.of.name && place.of.is_key(own));
        let (Some(text), Some(key), true) = (place.entity.clone(), key, has_other) else {
            continue;
        };
        let span = place.span;
        let filter = Filter {
            column: Spanned::new(Column::Field(at, key), span),
            operator: Spanned::new(Operator::Eq, span),
            operand: Operand::Value(text.map(Raw::Text)),
        };
        let filter = Spanned::new(Condition::Filter(filter), span);
        query.filters.push(filter);
        if let Some(place) = query.places.get_mut(at) {
            place.entity = None;
        }
    }
}

/// The variable whose instances the rows are; `None` if they are the named entities.
fn target(query: &Query<'_>, shown: &SelectList<'_>) -> Option<usize> {
    let is_free = |at: &usize| {
        let place = query.places.get(*at);
        place.is_some_and(|place| place.is_table && !place.is_absent && place.entity.is_none())
    };
    let columns = shown.columns.iter().flat_map(|one| one.value.places());
    let mut places: Vec<usize> = columns.chain(shown.tables.iter().copied()).collect();
    places.sort_unstable();
    places.dedup();
    let is_plain = !query.numbers.are_asked && !shown.all;
    let alone = match places.as_slice() {
        [one] if is_plain => Some(*one).filter(is_free),
        _ => None,
    };
    alone.or_else(|| (0..query.places.len()).find(is_free))
}

/// Reads `SELECT DISTINCT`: instances if a column names them, otherwise groups without metrics.
fn distinct<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    select: &Select<'a>,
    shown: &SelectList<'a>,
    target: Option<usize>,
) {
    let Some(span) = select.distinct else {
        return;
    };
    let is_key = |one: &Spanned<Column<'a>>| match &one.value {
        Column::Field(place, field) => Some(*place) == target && query.is_key(*place, field),
        Column::Instances(place) => Some(*place) == target,
        _ => false,
    };
    let is_of_things = shown.all || !shown.tables.is_empty() || shown.columns.iter().any(is_key);
    if query.numbers.are_asked || is_of_things {
        context.note(LedgerKind::LeftOut, "", "each row is there once", span);
        return;
    }
    query.numbers.are_asked = true;
    query.numbers.group_by.clone_from(&shown.columns);
}

fn sorted<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    select: &Select<'a>,
    order: &[Spanned<OrderKey<'a>>],
) -> Vec<SortKey<'a>> {
    let mut sort = Vec::new();
    for key in order {
        let said = &key.value;
        if let Some(first) = said.nulls_first.as_ref().filter(|first| first.value) {
            let help = "leave it out: missing values come last";
            let message = "`NULLS FIRST` is not supported";
            context.report(&registry::UNUSED_PART, first.span, message, help);
        }
        let order = match &said.descending {
            Some(said) if said.value => Spanned::new(Order::Desc, said.span),
            Some(said) => Spanned::new(Order::Asc, said.span),
            None => Spanned::new(Order::Asc, key.span),
        };
        let by = in_select(query, select, &said.by);
        let found = match is_aggregate(context, query, &by.value) {
            true => columns::metric(context, query, &by, None).map(Column::Metric),
            false => column(context, query, &by),
        };
        sort.extend(found.map(|found| Spanned::new((found, order), key.span)));
    }
    sort
}

/// The shown columns; those of a table with `*` are its fields, if there are others beside them.
fn expanded<'a>(
    context: &Context<'a>,
    query: &Query<'a>,
    shown: &SelectList<'a>,
) -> Vec<Spanned<Column<'a>>> {
    if shown.columns.is_empty() {
        return Vec::new();
    }
    let tables = shown.tables.iter();
    let tables = tables.filter_map(|at| Some((*at, query.places.get(*at)?)));
    let fields = tables.flat_map(|(at, place)| {
        let fields = context.tables.fields.iter();
        let fields = fields.filter(|field| field.type_name == place.of.name);
        fields.map(move |field| Spanned::new(Column::Field(at, field), place.span))
    });
    fields.chain(shown.columns.iter().cloned()).collect()
}

fn finished<'a>(
    context: &mut Context<'a>,
    mut query: Query<'a>,
    shown: &SelectList<'a>,
    target: Option<usize>,
    sort: Vec<SortKey<'a>>,
    page: Option<Spanned<DraftPage<'a>>>,
) -> Rows<'a> {
    let laid = layout(&mut query, target);
    let query = query;
    let word =
        |one: &Spanned<Column<'a>>| Spanned::new(one.value.code(&query, &laid.named), one.span);
    let filters = query.filters.iter().map(|one| {
        let draft: DraftCondition<'a> = one.value.draft(&query, &laid.named);
        Spanned::new(draft, one.span)
    });
    let is_table = |place: &&Place<'a>| place.is_table && !place.is_absent;
    let joined = query.places.iter().filter(is_table).count() > 1;
    let mut said = DraftGroup::default();
    if let Some(place) = target.and_then(|target| query.places.get(target)) {
        let of = Cow::Borrowed(place.of.name.as_ref());
        said.targets = vec![Spanned::new(of, place.span)];
    }
    said.filters = filters.collect();
    let columns = expanded(context, &query, shown);
    let sort = query::sort(&sort, &query, &laid.named);
    let output = match query.numbers.are_asked {
        true => {
            let own: Vec<Column<'a>> = columns.iter().map(|one| one.value.clone()).collect();
            if !shown.all && own != query.numbers.columns() {
                said.attributes = columns.iter().map(word).collect();
            }
            let mut numbers = query.numbers.draft(&query, &laid.named, page);
            numbers.sort = sort;
            let span = spans(&shown.columns).into_iter().reduce(across);
            said.aggregation = Some(Spanned::new(numbers, span.unwrap_or_default()));
            query.numbers.of_matches.map(|_| Output::Relations)
        }
        false => {
            let columns = columns.into_iter();
            let keys = columns.map(|one| one.map(|own| columns::key(context, &query, own)));
            let columns: Vec<Spanned<Column<'a>>> = keys.collect();
            said.attributes = columns.iter().map(word).collect();
            said.page = page;
            let of_rows = |DraftGroupSort { by, order }| DraftSort { by, order };
            said.sort = sort.into_iter().map(|key| key.map(of_rows)).collect();
            let places = columns.iter().flat_map(|one| one.value.places());
            let places: HashSet<usize> = places.chain(shown.tables.iter().copied()).collect();
            if shown.is_existence {
                Some(Output::Existence)
            } else if shown.are_texts {
                Some(Output::Texts)
            } else {
                let is_of_one = places.len() == 1 && joined && !shown.all;
                (is_of_one || query.retrieval.is_some()).then_some(Output::Instances)
            }
        }
    };
    said.entities = laid.entities;
    said.relations = laid.relations;
    Rows {
        said,
        retrieval: query.retrieval,
        walk: None,
        is_joined: joined,
        output,
    }
}
