//! The values of subqueries, and comparisons with them.

use std::collections::HashMap;

use cmec_decoder::language::Operator;

use super::cell::{Cell, ComparableValue};
use super::condition::{holds_among, holds_between};

/// The first column of each subquery, by name; an instance is represented by its index.
#[derive(Default)]
pub(super) struct SubqueryValues(HashMap<String, Vec<Cell>>);

impl SubqueryValues {
    pub(super) fn add(&mut self, name: &str, values: Vec<Cell>) {
        self.0.insert(name.to_owned(), values);
    }

    /// Compares a value with a subquery: membership in its rows, or a comparison with its single row.
    pub(super) fn holds(
        &self,
        cell: &Cell,
        operator: Operator,
        name: &str,
        taken: ComparableValue,
    ) -> bool {
        let cell = &taken(cell);
        let values: Vec<Cell> = (self.0.get(name).into_iter().flatten())
            .map(taken)
            .collect();
        let values = values.as_slice();
        match operator {
            Operator::In | Operator::NotIn => holds_among(cell, operator, values),
            _ => match values {
                [only] => holds_between(cell, operator, only.clone()),
                _ => false,
            },
        }
    }
}
