//! How far the vectors of rows are from that of a question, as SQL of pgvector. The vector is a parameter.

use cmec_decoder::language::{Order, ValueType};
use cmec_decoder::places::TARGET;
use sea_query::{BinOper, Expr, ExprTrait};

use crate::lane::structured::sql::nearest::{Nearest, Scan};
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::sort::{KeyKind, SortKey};
use crate::lane::structured::sql::writer::WriteError;

/// What rows are sorted by where they are sorted by a distance in a column.
pub(crate) fn by_distance(nearest: &Nearest, distance: Expr) -> SortKey {
    let expr = match nearest.scan {
        Scan::Indexed => distance,
        // No index has the order of a sum.
        Scan::Exact => distance.add(Expr::cust("0")),
    };
    SortKey {
        expr,
        order: Order::Asc,
        kind: KeyKind::Value(ValueType::Decimal),
        shown: None,
    }
}

/// How far the vector of the target is from the one that is asked for.
pub(crate) fn distance(scope: &Scope<'_>, operator: &'static str) -> Result<Expr, WriteError> {
    let type_name = scope.type_of(TARGET);
    let unknown = || WriteError::Unknown(format!("embedding of {type_name}"));
    let embedding = scope.writer.table(type_name)?.embedding.as_ref();
    let column = embedding.ok_or_else(unknown)?.column.to_string();
    let nearest = scope.writer.nearest.as_ref().ok_or_else(unknown)?;
    let vector = Expr::val(nearest.vector.clone()).cast_as("vector");
    let own = Expr::col((scope.name_of(TARGET), column));
    Ok(own.binary(BinOper::Custom(operator), vector))
}
