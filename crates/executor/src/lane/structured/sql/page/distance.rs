//! The distance of row vectors to a query vector, as pgvector SQL. The vector is a parameter.

use cmec_decoder::language::{Order, ValueType};
use cmec_decoder::places::TARGET;
use sea_query::{BinOper, Expr, ExprTrait};

use crate::lane::structured::sql::context::WriteError;
use crate::lane::structured::sql::nearest::{Nearest, Scan};
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::sort::{KeyKind, SortKey};

pub(crate) fn by_distance(nearest: &Nearest, distance: Expr) -> SortKey {
    let expr = match nearest.scan {
        Scan::Indexed => distance,
        // The planner cannot use an index for the order of a sum, so the scan is exact.
        Scan::Exact => distance.add(Expr::cust("0")),
    };
    SortKey {
        expr,
        order: Order::Asc,
        kind: KeyKind::Value(ValueType::Decimal),
        shown: None,
    }
}

/// The distance of the target's vector to the query vector.
pub(crate) fn distance(scope: &Scope<'_>, operator: &'static str) -> Result<Expr, WriteError> {
    let type_name = scope.type_of(TARGET);
    let unknown = || WriteError::Unknown(format!("embedding of {type_name}"));
    let embedding = scope.context.table(type_name)?.embedding.as_ref();
    let column = &embedding.ok_or_else(unknown)?.column;
    let nearest = scope.context.nearest.as_ref().ok_or_else(unknown)?;
    let vector = Expr::val(nearest.vector.clone()).cast_as("vector");
    let own = scope.column(TARGET, column);
    Ok(own.binary(BinOper::Custom(operator), vector))
}
