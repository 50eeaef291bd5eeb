//! Order and pages: one page for all rows, or one for each value of some columns.

use cmec_decoder::contract::Pagination;
use cmec_decoder::language::Order;
use sea_query::{
    Expr, ExprTrait, Func, NullOrdering, OverStatement, SelectStatement, WindowStatement,
};

use super::writer::{AnswerColumn, NUMBER, Writer, column_name};
use crate::ports::database::Engine;

/// Which rows are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Page {
    /// Most rows; `None`: all.
    limit: Option<u64>,
    offset: u64,
}

impl Page {
    /// Every row.
    pub(super) const ALL: Self = Self {
        limit: None,
        offset: 0,
    };

    /// A page and one row more, which tells whether there is one.
    pub(super) fn of(page: &Pagination<'_>) -> Self {
        Self {
            limit: Some(u64::from(page.limit) + 1),
            offset: u64::from(page.offset),
        }
    }

    /// The page without the row behind it.
    pub(super) fn exactly(self) -> Self {
        Self {
            limit: self.limit.map(|limit| limit.saturating_sub(1)),
            ..self
        }
    }
}

/// What rows are sorted by.
#[derive(Debug, Clone)]
pub(super) struct SortKey {
    pub(super) expr: Expr,
    pub(super) order: Order,
}

impl Writer<'_> {
    /// The page of rows, in order: those that are equal by `sort` by `keys`, so that they always stand in one order.
    /// The last column tells the number of a row in its page.
    pub(super) fn paged(
        &self,
        mut select: SelectStatement,
        (sort, keys): (Vec<SortKey>, Vec<Expr>),
        per: Vec<Expr>,
        page: Page,
    ) -> SelectStatement {
        let ascending = keys.into_iter().map(|expr| SortKey {
            expr,
            order: Order::Asc,
        });
        let sort: Vec<SortKey> = sort.into_iter().chain(ascending).collect();
        if per.is_empty() {
            select.expr_as(Expr::cust("1"), NUMBER);
            for key in sort {
                let (order, nulls) = (direction(key.order), NullOrdering::Last);
                select.order_by_expr_with_nulls(key.expr, order, nulls);
            }
            if let Some(limit) = page.limit {
                select.limit(limit);
            }
            if page.offset > 0 {
                select.offset(page.offset);
            }
            return select;
        }
        let mut window = WindowStatement::new();
        for expr in per {
            // What makes pages is a column, of a field or of a group.
            if let Expr::Column(column) = expr {
                window.partition_by(column);
            }
        }
        for key in &sort {
            let order = direction(key.order);
            window.order_by_expr_with_nulls(key.expr.clone(), order, NullOrdering::Last);
        }
        for (index, key) in sort.iter().enumerate() {
            select.expr_as(key.expr.clone(), format!("o{index}"));
        }
        select.expr_window_as(Func::cust("row_number"), window, NUMBER);
        let alias = self.alias('w');
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
            outer.order_by_expr_with_nulls(column(format!("o{index}")), order, NullOrdering::Last);
        }
        outer
    }

    /// The shown columns of rows, as the port reads them.
    pub(super) fn shown(&self, rows: SelectStatement, columns: &[AnswerColumn]) -> SelectStatement {
        if self.engine == Engine::Sqlite {
            return rows;
        }
        let alias = self.alias('z');
        let mut select = SelectStatement::new();
        for index in 0..columns.len() {
            let value = Expr::col((alias.clone(), column_name(index)));
            select.expr_as(value.cast_as("text"), column_name(index));
        }
        let number = Expr::col((alias.clone(), NUMBER));
        select.expr_as(number.cast_as("text"), NUMBER);
        select.from_subquery(rows, alias);
        select
    }
}

const fn direction(order: Order) -> sea_query::Order {
    match order {
        Order::Asc => sea_query::Order::Asc,
        Order::Desc => sea_query::Order::Desc,
    }
}
