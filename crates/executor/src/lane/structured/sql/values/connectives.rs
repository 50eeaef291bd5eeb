//! Conditions put together: all of them, or one of them.

use sea_query::{Expr, ExprTrait};

/// Whether all hold.
pub(crate) fn every(all: Vec<Expr>) -> Expr {
    let all = all.into_iter().reduce(ExprTrait::and);
    all.unwrap_or_else(|| Expr::cust("1 = 1"))
}

/// Whether one holds.
pub(crate) fn any_of(all: Vec<Expr>) -> Expr {
    let any = all.into_iter().reduce(ExprTrait::or);
    any.unwrap_or_else(|| Expr::cust("1 = 0"))
}
