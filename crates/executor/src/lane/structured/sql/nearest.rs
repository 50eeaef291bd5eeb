//! What rows are near to, and how near each is, in PostgreSQL with pgvector.

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
    pub(crate) vector: String,
    metric: VectorMetric,
    pub(crate) scan: Scan,
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
    pub(crate) const fn distances(&self) -> &'static [&'static str] {
        match self.metric {
            VectorMetric::Cosine => &["<=>"],
            VectorMetric::Euclidean => &["<->", "<=>"],
            VectorMetric::InnerProduct => &["<#>", "<=>"],
        }
    }

    /// The rows of a statement with their cosines, the nearest first: an index gives them in a rough order. One without a
    /// vector is left out.
    #[must_use]
    pub fn in_order(&self, rows: Vec<DatabaseRow>, columns: usize) -> Vec<(f32, DatabaseRow)> {
        // Behind the columns stands the number of the row in its page, and then what it is sorted by.
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

/// A distance as the database gives it.
fn distance(value: &DatabaseValue) -> Option<f64> {
    let distance = match value {
        DatabaseValue::Real(number) => *number,
        DatabaseValue::Text(digits) => digits.parse().ok()?,
        _ => return None,
    };
    Some(distance).filter(|own| own.is_finite())
}
