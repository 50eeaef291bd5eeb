//! Order and pages: one page over all rows, or one page for each value of some columns.

use cmec_decoder::contract::Pagination;
use cmec_decoder::language::{Order, ValueType};
use sea_query::{
    Expr, ExprTrait, Func, NullOrdering, OverStatement, SelectStatement, WindowStatement,
};

use crate::lane::structured::sql::context::{
    AnswerColumn, NUMBER, SqlContext, Subselect, column_name,
};
use crate::lane::structured::sql::sort::{KeyKind, SortColumn, SortKey};
use crate::lane::structured::sql::values::connectives::{any_of, every};
use crate::lane::structured::sql::values::keys;
use crate::lane::structured::sql::values::value_expr::parameter_value;
use crate::ports::database::{DatabaseValue, Engine};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Maximum number of rows; `None`: no limit.
    limit: Option<u64>,
    offset: u64,
    /// True for the page of the answer, which may start after a row.
    is_answer: bool,
}

impl Page {
    pub(crate) const ALL: Self = Self {
        limit: None,
        offset: 0,
        is_answer: false,
    };

    /// A page with one additional row, which shows whether more follow.
    pub(crate) fn of(page: &Pagination<'_>) -> Self {
        Self {
            limit: Some(u64::from(page.limit) + 1),
            offset: u64::from(page.offset),
            is_answer: true,
        }
    }

    pub(crate) const fn is_answer(self) -> bool {
        self.is_answer
    }

    /// The page without the additional row.
    pub(crate) fn exactly(self) -> Self {
        Self {
            limit: self.limit.map(|limit| limit.saturating_sub(1)),
            is_answer: false,
            ..self
        }
    }
}

/// The page of rows in order, without its shown columns. The last sort key is unique, so that the order is total. The
/// row's number in its page and its sort keys follow the columns.
pub(crate) fn paged(
    writer: &SqlContext<'_>,
    mut select: SelectStatement,
    sort: Vec<SortKey>,
    per: Vec<Expr>,
    page: Page,
) -> Subselect {
    if per.is_empty() {
        let sorted = sort.iter().enumerate().map(|(index, key)| SortColumn {
            kind: key.kind,
            column: key.shown.clone().unwrap_or_else(|| sorted_by(index)),
        });
        let sorted = sorted.collect();
        select.expr_as(Expr::cust("1"), NUMBER);
        if page.is_answer {
            for (index, key) in sort.iter().enumerate() {
                // A value that PostgreSQL sorts by and shows is selected once; the sort columns reuse the shown column.
                if key.shown.is_none() || writer.engine == Engine::Sqlite {
                    select.expr_as(key.expr.clone(), sorted_by(index));
                }
            }
            if let Some(after) = &writer.after {
                select.and_where(behind(writer, &sort, after));
            }
            // The last sort key is the key of the row.
            if let (Some(keys), Some(key)) = (&writer.only, sort.last()) {
                let keys = keys.iter();
                let keys = keys.filter_map(|own| sorted_value(writer, key.kind, own));
                select.and_where(key.expr.clone().is_in(keys.collect::<Vec<_>>()));
            }
        }
        // A select of all rows needs no order.
        let sort = sort.into_iter().filter(|_| page != Page::ALL);
        for key in sort {
            let (order, nulls) = (direction(key.order), NullOrdering::Last);
            select.order_by_expr_with_nulls(key.expr, order, nulls);
        }
        if let Some(limit) = page.limit {
            select.limit(limit);
        }
        if page.offset > 0 && (!page.is_answer || writer.after.is_none()) {
            select.offset(page.offset);
        }
        let columns = Vec::new();
        return Subselect {
            select,
            columns,
            sorted,
        };
    }
    let mut window = WindowStatement::new();
    for expr in per {
        // The values that pages are made for are columns, of a field or of a group.
        if let Expr::Column(column) = expr {
            window.partition_by(column);
        }
    }
    for key in &sort {
        let order = direction(key.order);
        window.order_by_expr_with_nulls(key.expr.clone(), order, NullOrdering::Last);
    }
    select.expr_window_as(Func::cust("row_number"), window, NUMBER);
    for (index, key) in sort.iter().enumerate() {
        select.expr_as(key.expr.clone(), sorted_by(index));
    }
    let alias = writer.alias('w');
    let column = |name: String| Expr::col((alias.clone(), name));
    let mut outer = SelectStatement::new();
    outer.column((alias.clone(), sea_query::Asterisk));
    outer.from_subquery(select, alias.clone());
    let number = || column(NUMBER.to_owned());
    if page.offset > 0 {
        outer.and_where(number().gt(Expr::cust(page.offset.to_string())));
    }
    if let Some(limit) = page.limit {
        let last = page.offset.saturating_add(limit);
        outer.and_where(number().lte(Expr::cust(last.to_string())));
    }
    for (index, key) in sort.iter().enumerate() {
        let order = direction(key.order);
        outer.order_by_expr_with_nulls(column(sorted_by(index)), order, NullOrdering::Last);
    }
    Subselect {
        columns: Vec::new(),
        select: outer,
        sorted: Vec::new(),
    }
}

/// True where a row sorts after the row with these sort values; missing values sort last.
fn behind(writer: &SqlContext<'_>, sort: &[SortKey], after: &[DatabaseValue]) -> Expr {
    let (mut any, mut same) = (Vec::new(), Vec::new());
    for (key, value) in sort.iter().zip(after) {
        let value = sorted_value(writer, key.kind, value);
        let own = key.expr.clone();
        let (behind, is_same) = match (value, key.order) {
            (None, _) => (Expr::cust("1 = 0"), own.is_null()),
            (Some(value), order) => {
                let behind = match order {
                    Order::Asc => own.clone().gt(value.clone()),
                    Order::Desc => own.clone().lt(value.clone()),
                };
                let behind = match key.kind {
                    KeyKind::RowKey(_) => behind,
                    KeyKind::Value(_) => behind.or(own.clone().is_null()),
                };
                (behind, own.eq(value))
            }
        };
        let so_far: Vec<Expr> = same.iter().cloned().chain([behind]).collect();
        any.push(every(so_far));
        same.push(is_same);
    }
    any_of(any)
}

fn sorted_value(writer: &SqlContext<'_>, kind: KeyKind, value: &DatabaseValue) -> Option<Expr> {
    let value_type = match kind {
        KeyKind::RowKey(key_type) => {
            let key = keys::key_of_row(writer.engine, value)?;
            return Some(keys::key_value(writer.engine, key_type, &key));
        }
        KeyKind::Value(value_type) => value_type,
    };
    let bound = parameter_value(&value.parameter()?);
    Some(match writer.engine {
        Engine::Sqlite => bound,
        Engine::Postgres => match value_type {
            ValueType::Integer | ValueType::Decimal => bound.cast_as("numeric"),
            ValueType::Boolean => bound.cast_as("boolean"),
            ValueType::Date => bound.cast_as("date"),
            ValueType::Datetime => bound.cast_as("timestamp"),
            _ => bound,
        },
    })
}

/// The shown columns in the form that the port reads. They are computed for the rows of the page only; otherwise a
/// database may compute them for every row that it sorts.
pub(crate) fn shown(
    writer: &SqlContext<'_>,
    rows: SelectStatement,
    columns: &[AnswerColumn],
    sorted: &[SortColumn],
) -> SelectStatement {
    if writer.engine == Engine::Sqlite {
        return rows;
    }
    let alias = writer.alias('z');
    let mut select = SelectStatement::new();
    for index in 0..columns.len() {
        let value = Expr::col((alias.clone(), column_name(index)));
        select.expr_as(value.cast_as("text"), column_name(index));
    }
    let number = Expr::col((alias.clone(), NUMBER));
    select.expr_as(number.cast_as("text"), NUMBER);
    for (index, key) in sorted.iter().enumerate() {
        let own = Expr::col((alias.clone(), key.column.clone()));
        let told = match key.kind {
            KeyKind::RowKey(_) => keys::key_told(writer.engine, own),
            KeyKind::Value(_) => own.cast_as("text"),
        };
        select.expr_as(told, sorted_by(index));
    }
    select.from_subquery(rows, alias);
    select
}

fn sorted_by(index: usize) -> String {
    format!("o{index}")
}

const fn direction(order: Order) -> sea_query::Order {
    match order {
        Order::Asc => sea_query::Order::Asc,
        Order::Desc => sea_query::Order::Desc,
    }
}
