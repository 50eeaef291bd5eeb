//! Rows by how near their vectors are to that of a question, in PostgreSQL with pgvector. The vector is a parameter.

use cmec_decoder::language::{Order, ValueType};
use cmec_decoder::places::TARGET;
use sea_query::{BinOper, Expr, ExprTrait};

use super::scope::Scope;
use super::sort::{KeyKind, SortKey};
use super::writer::{Unwritten, Writer, Written};
use crate::catalogue::VectorMetric;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::ports::embedder::Vector;

/// How rows are looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    /// As the database likes best: an index of vectors may leave rows out.
    Indexed,
    /// Every row that the conditions leave.
    Exact,
}

/// What rows are near to.
#[derive(Debug, Clone, PartialEq)]
pub struct Nearest {
    /// The vector, as its type is written.
    vector: String,
    metric: VectorMetric,
    scan: Scan,
}

impl Nearest {
    /// Rows near to a vector.
    #[must_use]
    pub fn new(vector: &Vector, metric: VectorMetric, scan: Scan) -> Self {
        Self {
            vector: vector.written(),
            metric,
            scan,
        }
    }

    /// The distances that rows are sorted by; the last one is that of the angle.
    pub(super) const fn distances(&self) -> &'static [&'static str] {
        match self.metric {
            VectorMetric::Cosine => &["<=>"],
            VectorMetric::Euclidean => &["<->", "<=>"],
            VectorMetric::InnerProduct => &["<#>", "<=>"],
        }
    }

    /// The rows of a statement with their cosines, the nearest first: an index gives them in a rough order. One without a
    /// vector is left out.
    #[must_use]
    pub fn in_order(&self, rows: Vec<DatabaseRow>, written: &Written) -> Vec<(f32, DatabaseRow)> {
        // Behind the columns stands the number of the row in its page, and then what it is sorted by.
        let first = written.columns.len() + 1;
        let last = first + self.distances().len() - 1;
        let with_distances = rows.into_iter().filter_map(|row| {
            let distances = (distance(row.get(first)?)?, distance(row.get(last)?)?);
            Some((distances, row))
        });
        let mut rows: Vec<((f64, f64), DatabaseRow)> = with_distances.collect();
        rows.sort_by(|(one, _), (other, _)| one.0.total_cmp(&other.0));
        let cosine = |angle: f64| (1.0 - angle).clamp(-1.0, 1.0) as f32;
        rows.into_iter()
            .map(|((_, angle), row)| (cosine(angle), row))
            .collect()
    }
}

impl Writer<'_> {
    /// The same with the rows nearest to a vector first. The rows are of one type, which has a column of vectors.
    #[must_use]
    pub fn nearest(mut self, nearest: Nearest) -> Self {
        self.nearest = Some(nearest);
        self
    }

    /// What rows are sorted by where they are sorted by a distance in a column.
    pub(super) fn by_distance(&self, nearest: &Nearest, distance: Expr) -> SortKey {
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
}

impl Scope<'_> {
    /// How far the vector of the target is from the one that is asked for.
    pub(super) fn distance(&self, operator: &'static str) -> Result<Expr, Unwritten> {
        let type_name = self.type_of(TARGET);
        let unknown = || Unwritten::Unknown(format!("embedding of {type_name}"));
        let embedding = self.writer.table(type_name)?.embedding.as_ref();
        let column = embedding.ok_or_else(unknown)?.column.to_string();
        let nearest = self.writer.nearest.as_ref().ok_or_else(unknown)?;
        let vector = Expr::val(nearest.vector.clone()).cast_as("vector");
        let own = Expr::col((self.name_of(TARGET), column));
        Ok(own.binary(BinOper::Custom(operator), vector))
    }
}

/// A distance as the database gives it.
fn distance(value: &DatabaseValue) -> Option<f64> {
    let distance = match value {
        DatabaseValue::Real(number) => *number,
        DatabaseValue::Text(digits) => digits.parse().ok()?,
        _ => return None,
    };
    Some(distance).filter(|own| own.is_finite())
}
