//! The reference evaluator: a contract → its rows over in-memory tables, without indexes or optimisations.
//!
//! `docs/src/reference/meaning.md` states the rules. Every lane that runs contracts is tested against this evaluator:
//! the same contract over the same data gives the same rows. The code is therefore simple rather than fast. The
//! retrieval lane also uses it for documents by their front matter, which are few.
//!
//! ```text
//! Contract + Tables + Data ── Walk: matches ──► rows or groups ── order, page ──► Answer
//! ```
//!
//! It has no texts: text search and hybrid search are an [`EvaluationError`].

pub mod cell;

pub mod data;

mod condition;
mod derive;
mod subquery_values;

mod walk;

mod graph;
mod groups;
mod rows;
mod sets;

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

/// Minimum number of decimal places of a mean and of a quotient.
const SCALE: i64 = 6;

/// The rows of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Field paths or metric names.
    pub columns: Vec<String>,
    /// The page of rows in order. Rows with equal sort keys keep the order of the data.
    pub rows: Vec<Vec<Cell>>,
    /// Number of rows after the page.
    pub more: usize,
}

/// Why a contract has no meaning over some data. A contract that the decoder accepts can only cause the first one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// Tables cannot answer the scenario.
    #[error("`{}` is not answered over tables", .0.name())]
    Scenario(Scenario),
    /// No variable of the contract has this type.
    #[error("nothing in the contract is of the type of `{0}`")]
    NotReached(String),
    /// Several variables have the type, and none of them is the target.
    #[error("several hops lead to the type of `{0}`")]
    ReachedTwice(String),
    /// A row has several values for a column of one value.
    #[error("a row has several values of `{0}`")]
    Several(String),
    /// A name that neither the tables nor the contract have.
    #[error("there is no `{0}`")]
    Unknown(String),
}

/// Evaluates a contract over some data on a given day.
///
/// # Errors
/// A part of the contract has no meaning there.
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

/// The data, the codebook and the day of an evaluation.
#[derive(Clone, Copy)]
struct Over<'d> {
    tables: &'d Tables,
    data: &'d Data,
    given: &'d SubqueryValues,
    today: NaiveDate,
}

/// A row with the key of its page; each key has a page of its own.
struct PagedRow {
    per: Vec<Cell>,
    cells: Vec<Cell>,
}

/// A page over all rows, or a page for each key.
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
