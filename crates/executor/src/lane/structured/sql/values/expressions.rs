//! Expressions of any statement: columns, calls of functions, joined texts and comparisons of what may be missing.

use sea_query::{BinOper, Expr, ExprTrait, Func};

/// A column of a table, a subquery or a function with this alias.
pub(crate) fn column(alias: &str, name: &str) -> Expr {
    Expr::col((alias.to_owned(), name.to_owned()))
}

/// A call of a function that sea-query does not know.
pub(crate) fn call<const N: usize>(function: &'static str, of: [Expr; N]) -> Expr {
    Func::cust(function).args(of).into()
}

/// Two texts, one behind the other.
pub(crate) fn concat(text: Expr, end: impl Into<Expr>) -> Expr {
    text.binary(BinOper::Custom("||"), end)
}

/// True where two values are the same or both missing.
pub(crate) fn is_same(one: Expr, other: Expr) -> Expr {
    one.binary(BinOper::Custom("IS NOT DISTINCT FROM"), other)
}
