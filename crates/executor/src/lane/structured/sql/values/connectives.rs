//! Conjunctions, disjunctions, and unions of selects.

use sea_query::{Expr, ExprTrait, SelectStatement, UnionType};

/// The conjunction; true for no expression.
pub(crate) fn every(all: Vec<Expr>) -> Expr {
    let all = all.into_iter().reduce(ExprTrait::and);
    all.unwrap_or_else(|| Expr::cust("1 = 1"))
}

/// The disjunction; false for no expression.
pub(crate) fn any_of(all: Vec<Expr>) -> Expr {
    let any = all.into_iter().reduce(ExprTrait::or);
    any.unwrap_or_else(|| Expr::cust("1 = 0"))
}

pub(crate) fn union(all: &mut Option<SelectStatement>, kind: UnionType, select: SelectStatement) {
    *all = Some(match all.take() {
        None => select,
        Some(mut all) => all.union(kind, select).take(),
    });
}
