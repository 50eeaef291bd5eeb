//! Filter values that the result does not prove: the values to check, and how an answer names the ones that do not
//! exist.

use cmec_decoder::contract::{Contract, Filter, Operand, Value};
use cmec_decoder::language::{Operator, Output, Scenario, given_names};
use cmec_decoder::names;
use cmec_decoder::tables::FieldDef;

use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;
use crate::response::{Response, excerpt};

/// Maximum number of values that an answer names.
const TOLD: usize = 5;

/// A filter value that the rows do not prove.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Absent {
    pub(super) path: String,
    pub(super) value: String,
    pub(super) presence: Presence,
    /// The nearest existing values, the nearest first.
    pub(super) nearest: Vec<String>,
}

/// Where a value occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// In no visible row.
    Nowhere,
    /// Only in rows outside of the answer.
    InOtherRows,
    /// In rows of the answer, in another Unicode form.
    InAnotherForm,
    /// Not checked: the time ran out, or there were too many values.
    NotChecked,
}

impl Absent {
    /// Adds the value and the nearest existing ones to a response.
    pub(super) fn tell(&self, response: &mut Response, locale: Locale) {
        if self.presence == Presence::Nowhere {
            response.reasons.push("value_not_found".to_owned());
        }
        let (path, value) = (self.path.clone(), excerpt(&self.value));
        let nearest = self.nearest.iter();
        let nearest: Vec<String> = nearest.map(|own| format!("`{}`", excerpt(own))).collect();
        let nearest = nearest.join(", ");
        if !nearest.is_empty() {
            response.hints.push(match locale {
                Locale::Zh => format!("最接近 `{value}` 的有：{nearest}"),
                Locale::Ru => format!("Ближайшие к `{value}`: {nearest}"),
                Locale::En => format!("The nearest to `{value}`: {nearest}"),
            });
        }
        response.limitations.push(match self.presence {
            Presence::Nowhere => Limitation::ValueNotFound { path, value },
            Presence::InOtherRows => Limitation::ValueInOtherRows { path, value },
            Presence::InAnotherForm => Limitation::MatchedByForm { path, value },
            Presence::NotChecked => Limitation::ValueNotChecked { path, value },
        });
    }
}

/// The distinct texts of filters that the rows do not prove.
pub(super) fn values<'c>(
    contract: &'c Contract<'_>,
    has_rows: bool,
) -> Vec<(&'c Filter<'c>, &'c str)> {
    let constraints = &contract.constraints;
    // A row proves no filter of an anti-join, of one side of a set operation, or of a walk.
    let is_graph = matches!(
        contract.intent.scenario,
        Scenario::PathQuery | Scenario::Subgraph
    );
    let is_plain = constraints.set_ops.is_none()
        && !is_graph
        && (contract.grounding.relations.iter()).all(|relation| !relation.absent);
    let groups = constraints.groups.iter().flat_map(|group| &group.filters);
    let all = constraints.filters.iter().map(|own| (own, is_plain));
    let all = all.chain(groups.map(|own| (own, false)));
    let mut values: Vec<(&Filter<'_>, &str)> = Vec::new();
    for (condition, of_each_row) in all {
        let of_each_row = has_rows && of_each_row && condition.as_filter().is_some();
        for filter in condition.filters() {
            for value in texts(filter, of_each_row) {
                let is_known =
                    |(own, text): &(&Filter<'_>, &str)| own.field == filter.field && *text == value;
                if !values.iter().any(is_known) {
                    values.push((filter, value));
                }
            }
        }
    }
    values
}

/// The texts of a filter; for a filter that every row meets, only the texts that it does not prove.
fn texts<'f>(filter: &'f Filter<'f>, of_each_row: bool) -> Vec<&'f str> {
    let is_looked_up = match filter.operator {
        Operator::Eq | Operator::Contains | Operator::StartsWith | Operator::EndsWith => {
            !of_each_row
        }
        Operator::In | Operator::Ne | Operator::NotIn | Operator::NotContains => true,
        _ => false,
    };
    let values = filter.values().iter().filter(|_| is_looked_up);
    let text = |value: &'f Value<'f>| match value {
        Value::Text(text) => Some(text.as_ref()),
        _ => None,
    };
    values.filter_map(text).collect()
}

/// A filter that a row with the value meets, compared as the original filter compares it.
pub(super) fn alone<'c>(filter: &Filter<'_>, field: &FieldDef, value: &'c str) -> Filter<'c> {
    let (_, path) = given_names::at_place(&filter.field);
    let text = Value::Text(value.into());
    let (operator, value) = match filter.operator {
        own @ (Operator::StartsWith | Operator::EndsWith) => (own, text),
        Operator::Contains | Operator::NotContains => (Operator::Contains, text),
        // `CONTAINS` over a list ignores case, `IN` does not.
        Operator::In | Operator::NotIn if field.array => (Operator::In, Value::List(vec![text])),
        _ if field.array => (Operator::Contains, text),
        _ => (Operator::Eq, text),
    };
    Filter {
        field: path.to_owned().into(),
        operator,
        operand: Some(Operand::Value(value)),
    }
}

/// The texts nearest to a value, the nearest first.
pub(super) fn nearest_of(texts: Vec<String>, said: &str) -> Vec<String> {
    names::nearest(texts, said).take(TOLD).collect()
}

/// True where rows report nothing: there are no rows, or the single row of metrics or of an existence answer has only
/// zero, false and missing values.
pub(super) fn is_nothing(contract: &Contract<'_>, rows: &[Row]) -> bool {
    let is_one = contract.intent.output_type == Output::Existence
        || (contract.constraints.aggregation.as_ref()).is_some_and(|own| own.group_by.is_empty());
    let is_empty = |cell: &Cell| match cell {
        Cell::Null | Cell::Boolean(false) => true,
        Cell::Number(digits) => digits.parse() == Ok(0.0),
        other => other.is_empty(),
    };
    let mut cells = rows.iter().flat_map(|row| &row.values);
    rows.is_empty() || (is_one && cells.all(|(_, cell)| is_empty(cell)))
}
