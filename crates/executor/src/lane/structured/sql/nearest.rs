//! A vector query in PostgreSQL with pgvector: the query vector and the similarity of each row.

use crate::catalogue::VectorMetric;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::ports::embedder::Vector;

/// How a database scans rows for the nearest ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    /// As the planner chooses: an approximate vector index may leave rows out.
    Indexed,
    /// Every row that meets the conditions.
    Exact,
}

/// The query vector of a nearest-neighbour search.
#[derive(Debug, Clone, PartialEq)]
pub struct Nearest {
    /// The vector in the literal syntax of its column type.
    pub(crate) vector: String,
    metric: VectorMetric,
    pub(crate) scan: Scan,
}

impl Nearest {
    /// A query for the rows nearest to a vector.
    #[must_use]
    pub fn new(vector: &Vector, metric: VectorMetric, scan: Scan) -> Self {
        Self {
            vector: vector.written(),
            metric,
            scan,
        }
    }

    /// The operators of the distances that rows are sorted by; the last one is the cosine distance.
    pub(crate) const fn distances(&self) -> &'static [&'static str] {
        match self.metric {
            VectorMetric::Cosine => &["<=>"],
            VectorMetric::Euclidean => &["<->", "<=>"],
            VectorMetric::InnerProduct => &["<#>", "<=>"],
        }
    }

    /// The rows of a statement with their cosines, the nearest first; an approximate index returns them only roughly in
    /// order. A row without a vector is dropped.
    #[must_use]
    pub fn in_order(&self, rows: Vec<DatabaseRow>, columns: usize) -> Vec<(f32, DatabaseRow)> {
        // The columns are followed by the row's number in its page and by its sort values.
        let first = columns + 1;
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

fn distance(value: &DatabaseValue) -> Option<f64> {
    let distance = match value {
        DatabaseValue::Real(number) => *number,
        DatabaseValue::Text(digits) => digits.parse().ok()?,
        _ => return None,
    };
    Some(distance).filter(|own| own.is_finite())
}
