//! Values of filters that no row has, and the nearest ones that some row has.
//!
//! ```text
//! contract ── filters ──► values that the rows do not prove ── looked up one by one ──► Absent
//! ```
//!
//! They are looked up for every kind of answer: a number over a value that is nowhere is no fact. Rows prove the values that
//! each of their instances has. Of a field whose values are also looked for as parts, a value that other rows have is named,
//! too: since it exists, nothing was looked for as its part.

use std::time::Instant;

use cmec_decoder::contract::{Condition, Contract, Filter, Operand, Value};
use cmec_decoder::language::{Operator, given};
use cmec_decoder::names;
use cmec_decoder::tables::FieldDef;

use crate::catalogue::Matching;
use crate::lane::structured::graph::is_graph;
use crate::lane::structured::matching::{is_there, texts_of};
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::{Anchors, Writer};
use crate::ports::database::Database;

/// Most values that are told.
const TOLD: usize = 5;
/// Most values of a contract that are looked up.
const LOOKED_UP: usize = 32;

/// A value of a filter that the rows do not prove.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Absent {
    /// Path of the field.
    pub(super) path: String,
    pub(super) value: String,
    pub(super) presence: Presence,
    /// The nearest values that exist, the nearest first.
    pub(super) nearest: Vec<String>,
}

/// Where a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// In no row that may be seen.
    Nowhere,
    /// In other rows alone.
    InOtherRows,
    /// It was not looked up: the time was over, or there were too many values.
    NotChecked,
}

/// The values of a contract's filters that are nowhere. `has_rows`: whether the answer has rows, each with all that the
/// contract asks for.
pub(super) async fn absent<D: Database>(
    plan: &StructuredPlan<'_>,
    database: &D,
    deadline: Instant,
    anchors: &Anchors,
    has_rows: bool,
) -> Vec<Absent> {
    let writer = Writer::of_plan(plan, database.engine(), anchors);
    let mut found: Vec<Absent> = Vec::new();
    for (place, (filter, value)) in values(&plan.contract, has_rows).into_iter().enumerate() {
        let (_, path) = given::at_place(&filter.field);
        let Some(field) = plan.tables.field_by_path(path) else {
            continue;
        };
        let one = |presence, nearest| Absent {
            path: filter.field.to_string(),
            value: value.to_owned(),
            presence,
            nearest,
        };
        let by_part = plan.catalogue.field(path).map(|own| own.matching);
        let is_named = !has_rows && by_part == Some(Matching::ExactThenPart);
        let asked = async {
            let there = alone(filter, field, value);
            let in_others =
                is_there(&writer, (&field.type_name, &there), database, deadline).await?;
            if in_others && !is_named {
                return Ok::<_, Unresolved>(None);
            }
            let nearest = nearest(&writer, field, value, database, deadline).await?;
            Ok(match (in_others, nearest.is_empty()) {
                (true, true) => None,
                (true, false) => Some(one(Presence::InOtherRows, nearest)),
                (false, _) => Some(one(Presence::Nowhere, nearest)),
            })
        };
        let absent = match place < LOOKED_UP {
            true => asked.await,
            false => Ok(Some(one(Presence::NotChecked, Vec::new()))),
        };
        // What was found stays an answer where a look beside it fails.
        found.extend(absent.unwrap_or_else(|_| Some(one(Presence::NotChecked, Vec::new()))));
    }
    found
}

/// The texts that filters compare with and rows do not prove, each once.
fn values<'c>(contract: &'c Contract<'_>, has_rows: bool) -> Vec<(&'c Filter<'c>, &'c str)> {
    let constraints = &contract.constraints;
    // A row proves no filter of an absent hop, of one side of a set, or of a walk.
    let is_plain = constraints.set_ops.is_none()
        && !is_graph(contract.intent.scenario)
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

/// The texts that a filter compares with; of one that holds of each row, those that it does not prove.
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

/// The condition that a row has one value of a filter.
fn alone<'c>(filter: &Filter<'c>, field: &FieldDef, value: &'c str) -> Condition<'c> {
    let (_, path) = given::at_place(&filter.field);
    let operator = match filter.operator {
        own @ (Operator::StartsWith | Operator::EndsWith) => own,
        Operator::Contains | Operator::NotContains => Operator::Contains,
        // A member of a list is asked for as one.
        _ if field.array => Operator::Contains,
        _ => Operator::Eq,
    };
    Condition::Filter(Filter {
        field: path.to_owned().into(),
        operator,
        operand: Some(Operand::Value(Value::Text(value.into()))),
    })
}

async fn nearest<D: Database>(
    writer: &Writer<'_>,
    field: &FieldDef,
    said: &str,
    database: &D,
    deadline: Instant,
) -> Result<Vec<String>, Unresolved> {
    let mut texts = texts_of(writer, field, database, deadline).await?;
    texts.retain(|text| text != said);
    Ok(names::nearest(texts, said).take(TOLD).collect())
}
