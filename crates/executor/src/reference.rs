//! What a contract means, as a program: rows over tables in memory, without an index and without haste.
//!
//! The rules stand in `docs/src/reference/meaning.md`. Every lane that runs contracts is held against this: for the same
//! contract over the same data it gives the same rows. So nothing here is clever. The one lane that asks it is that of texts:
//! documents by what their front matter says are few, and need no second program.
//!
//! ```text
//! Contract + Tables + Data ── Walk: matches ──► rows or groups ── order, page ──► Answer
//! ```
//!
//! It has no texts to look in: text search and hybrid are [`EvaluationError`].

// Values, and the tables they stand in.
pub mod cell;

pub mod data;

// Which instances go together, and which of them pass.
mod condition;
mod derive;
mod subquery_values;

mod walk;

// What is answered over them.
mod graph;
mod groups;
mod rows;
mod sets;

// Groups, each like a contract of its own.
mod subqueries;

use std::collections::HashMap;

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Pagination};
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;
use thiserror::Error;

use crate::relative_days::{contract_on, with_values};
use cell::Cell;
use data::Data;
use subquery_values::SubqueryValues;

/// The least scale of a mean and of a quotient.
const SCALE: i64 = 6;

/// What a contract gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Paths of fields, or names of metrics.
    pub columns: Vec<String>,
    /// The page of rows, in order. Rows that the sort leaves equal stand in the order of the data.
    pub rows: Vec<Vec<Cell>>,
    /// Rows behind the page.
    pub more: usize,
}

/// Why a contract has no meaning over some data. A contract that the decoder passes should never get one but the first.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// A scenario that no table can answer.
    #[error("`{}` is not answered over tables", .0.name())]
    Scenario(Scenario),
    /// Nothing in the contract is of this type.
    #[error("nothing in the contract is of the type of `{0}`")]
    NotReached(String),
    /// Several hops reach the type, and none of them is the target.
    #[error("several hops lead to the type of `{0}`")]
    ReachedTwice(String),
    /// A row has several values where a column shows one.
    #[error("a row has several values of `{0}`")]
    Several(String),
    /// A name that is in no table, or no name of the contract.
    #[error("there is no `{0}`")]
    Unknown(String),
}

/// The rows that a contract means over some data, where it is this day today.
///
/// # Errors
/// What of the contract has no meaning there.
pub fn evaluate(
    contract: &Contract<'_>,
    tables: &Tables,
    data: &Data,
    today: NaiveDate,
) -> Result<Answer, EvaluationError> {
    let contract = &with_values(&contract_on(contract, today), |value| {
        data.by_own_clocks(value)
    });
    let given = subqueries::given(contract, tables, data, today)?;
    let over = Over {
        tables,
        data,
        given: &given,
        today,
    };
    match contract.intent.scenario {
        Scenario::InstanceSearch
        | Scenario::AttributesFetch
        | Scenario::RelationQuery
        | Scenario::RelationExistence => rows::answer(contract, over),
        Scenario::Aggregation => groups::answer(contract, over),
        Scenario::SetOps => sets::answer(contract, over),
        Scenario::PathQuery | Scenario::Subgraph => graph::answer(contract, over),
        other => Err(EvaluationError::Scenario(other)),
    }
}

/// What a contract is evaluated over.
#[derive(Clone, Copy)]
struct Over<'d> {
    tables: &'d Tables,
    data: &'d Data,
    given: &'d SubqueryValues,
    today: NaiveDate,
}

/// A row, and what its page is of: rows with the same values have one.
struct PagedRow {
    per: Vec<Cell>,
    cells: Vec<Cell>,
}

/// The page of rows, or of those with each value.
fn page(columns: Vec<String>, rows: Vec<PagedRow>, page: &Pagination<'_>) -> Answer {
    let whole = |number| usize::try_from(number).unwrap_or(usize::MAX);
    let (first, limit) = (whole(page.offset), whole(page.limit));
    let mut seen: HashMap<Vec<Cell>, usize> = HashMap::new();
    let (mut shown, mut more) = (Vec::new(), 0);
    for PagedRow { per, cells } in rows {
        let place = seen.entry(per).or_default();
        if *place >= first.saturating_add(limit) {
            more += 1;
        } else if *place >= first {
            shown.push(cells);
        }
        *place += 1;
    }
    Answer {
        columns,
        rows: shown,
        more,
    }
}
