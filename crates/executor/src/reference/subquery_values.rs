//! What groups give that are matched by themselves, and whether a value or an instance compares with it.

use std::collections::HashMap;

use cmec_decoder::language::Operator;

use super::cell::{Cell, ComparableValue};
use super::condition::{holds_among, holds_between};

/// The first column of each group, by its name: a value of each row, or of an instance its index.
#[derive(Default)]
pub(super) struct SubqueryValues(HashMap<String, Vec<Cell>>);

impl SubqueryValues {
    /// Adds what a group gives.
    pub(super) fn add(&mut self, name: &str, values: Vec<Cell>) {
        self.0.insert(name.to_owned(), values);
    }

    /// Whether a value passes a comparison with a group: it is among its rows, or compares so with its only one.
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
