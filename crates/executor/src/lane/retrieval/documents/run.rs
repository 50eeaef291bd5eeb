//! Running a plan about documents: read what is said of them, evaluate the contract, look in the texts of those that it leaves.

use std::borrow::Cow;
use std::time::Instant;

use cmec_decoder::contract::{Contract, Str};
use cmec_decoder::language::{Output, Scenario};

use crate::lane::retrieval::documents::DocumentsPlan;
use crate::lane::retrieval::documents::rows::{cell, table};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::run as texts;
use crate::ports::embedder::Embedder;
use crate::ports::raw_row::Cell;
use crate::ports::reranker::Reranker;
use crate::ports::text_index::{IndexError, MetadataField, Predicate, TextIndex, TextQuery, left};
use crate::ports::texts::Texts;
use crate::reference::{Answer, Undefined, evaluate};
use crate::response::row::Row;

/// Most pieces whose documents are evaluated.
const PIECES: usize = 50_000;

/// What a run found.
pub(in crate::lane::retrieval) enum Found {
    /// The rows of the contract, the limit of their page, and how many more there are.
    Rows(Vec<Row>, u32, usize),
    /// What was found in the texts of the documents that the contract leaves.
    Searched(texts::Found),
    /// The index gave no answer.
    Failed(IndexError),
    /// The contract has no meaning over documents.
    Undefined(Undefined),
    /// There are more pieces than are evaluated: so many at most.
    TooMany(usize),
}

impl From<IndexError> for Found {
    fn from(error: IndexError) -> Self {
        Self::Failed(error)
    }
}

impl From<Undefined> for Found {
    fn from(error: Undefined) -> Self {
        Self::Undefined(error)
    }
}

/// Runs a plan, within the deadline; `explain` gets how it went.
pub(in crate::lane::retrieval) async fn run<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &DocumentsPlan<'_>,
    ports: Texts<'_, X, E, R>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Found {
    let found = match &plan.search {
        None => listed(plan, ports.index, deadline, explain).await,
        Some(search) => searched(plan, search, ports, deadline, explain).await,
    };
    found.unwrap_or_else(|failure| failure)
}

/// What a contract means over the documents that may be seen.
async fn evaluated<X: TextIndex>(
    plan: &DocumentsPlan<'_>,
    contract: &Contract<'_>,
    index: &X,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<Answer, Found> {
    let all = TextQuery {
        words: Vec::new(),
        predicates: plan.fixed.clone(),
        seen: 0,
        preferred: Vec::new(),
        limit: PIECES + 1,
    };
    let found = index.search(&all, left(deadline)).await?;
    if found.hits.len() > PIECES {
        return Err(Found::TooMany(PIECES));
    }
    explain.push(format!(
        "{}: pieces of documents: {}",
        index.engine(),
        found.hits.len()
    ));
    let data = table(plan.tables, &found.hits)?;
    Ok(evaluate(contract, plan.tables, &data, plan.today)?)
}

async fn listed<X: TextIndex>(
    plan: &DocumentsPlan<'_>,
    index: &X,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<Found, Found> {
    let answer = evaluated(plan, &plan.contract, index, deadline, explain).await?;
    let rows = answer.rows.iter().map(|row| {
        let cells = answer.columns.iter().zip(row);
        Row {
            values: cells
                .map(|(name, value)| (Cow::Owned(name.clone()), cell(value)))
                .collect(),
        }
    });
    let constraints = &plan.contract.constraints;
    let numbers = constraints.aggregation.as_deref();
    let page = numbers.map_or(&constraints.pagination, |numbers| &numbers.pagination);
    Ok(Found::Rows(rows.collect(), page.limit, answer.more))
}

/// The texts of the documents that the contract leaves, ranked.
async fn searched<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &DocumentsPlan<'_>,
    search: &RetrievalPlan,
    ports: Texts<'_, X, E, R>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<Found, Found> {
    let contract = every_path(&plan.contract, plan);
    let left_over = evaluated(plan, &contract, ports.index, deadline, explain).await?;
    let paths = left_over
        .rows
        .iter()
        .filter_map(|row| match cell(row.first()?) {
            Cell::Text(path) => Some(path),
            _ => None,
        });
    let paths: Vec<String> = paths.collect();
    if paths.is_empty() {
        return Ok(Found::Rows(Vec::new(), 0, 0));
    }
    explain.push(format!("documents that are left: {}", paths.len()));
    let mut search = search.clone();
    search.among = Some(Predicate::any_of(MetadataField::Path, &paths));
    Ok(Found::Searched(
        texts::run(&search, ports, deadline, explain).await,
    ))
}

/// The same contract for the paths of all documents that it leaves.
fn every_path<'c>(contract: &Contract<'c>, plan: &DocumentsPlan<'c>) -> Contract<'c> {
    let mut contract = contract.clone();
    contract.intent.scenario = Scenario::InstanceSearch;
    contract.intent.output_type = Output::Instances;
    let type_name = plan.tables.types.first().map(|own| own.name.as_ref());
    let path = format!(
        "{}.{}",
        type_name.unwrap_or_default(),
        MetadataField::Path.name()
    );
    contract.grounding.target_attributes = vec![Str::Owned(path)];
    contract.constraints.sort.clear();
    contract.constraints.pagination.limit = u32::MAX;
    contract.constraints.pagination.offset = 0;
    contract.constraints.pagination.per.clear();
    contract
}
