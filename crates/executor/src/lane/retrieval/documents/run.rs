//! Running a plan about documents: read what is said of them, evaluate the contract, look in the texts of those that it leaves.

use std::borrow::Cow;
use std::time::Instant;

use cmec_decoder::contract::{Contract, Str};
use cmec_decoder::language::{Output, Scenario};

use crate::filters::said::filters_said;
use crate::lane::retrieval::compose;
use crate::lane::retrieval::documents::DocumentsPlan;
use crate::lane::retrieval::documents::rows::{cell, table};
use crate::lane::retrieval::run::answer;
use crate::ports::embedder::Embedder;
use crate::ports::raw_row::Cell;
use crate::ports::reranker::Reranker;
use crate::ports::text_index::{IndexError, MetadataField, Predicate, TextIndex, TextQuery, left};
use crate::ports::texts::Texts;
use crate::reference::{Answer, Undefined, evaluate};
use crate::response::row::Row;
use crate::response::{Audience, Response};
use crate::taxonomy::ResponseType;

/// Most pieces whose documents are evaluated.
const PIECES: usize = 50_000;

/// Why there is no answer.
enum Failed {
    Index(IndexError),
    Undefined(Undefined),
    TooMany,
}

impl From<IndexError> for Failed {
    fn from(error: IndexError) -> Self {
        Self::Index(error)
    }
}

impl From<Undefined> for Failed {
    fn from(error: Undefined) -> Self {
        Self::Undefined(error)
    }
}

/// Answers a plan within the deadline; `told` gets how it came about.
pub async fn run<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &DocumentsPlan<'_>,
    texts: Texts<'_, X, E, R>,
    deadline: Instant,
    audience: Audience<'_>,
    told: &mut Vec<String>,
) -> Response {
    let answered = match &plan.search {
        None => listed(plan, texts.index, deadline, audience, told).await,
        Some(_) => searched(plan, texts, deadline, audience, told).await,
    };
    let mut response = answered.unwrap_or_else(|failed| match failed {
        Failed::Index(error) => compose::failed(&error, audience),
        Failed::Undefined(error) => compose::undefined(&error.to_string(), audience),
        Failed::TooMany => compose::too_many(PIECES, audience),
    });
    response.filters_applied = filters_said(&plan.contract);
    response
}

/// What a contract means over the documents that may be seen.
async fn evaluated<X: TextIndex>(
    plan: &DocumentsPlan<'_>,
    contract: &Contract<'_>,
    index: &X,
    deadline: Instant,
    told: &mut Vec<String>,
) -> Result<Answer, Failed> {
    let all = TextQuery {
        words: Vec::new(),
        predicates: plan.fixed.clone(),
        seen: 0,
        preferred: Vec::new(),
        limit: PIECES + 1,
    };
    let found = index.search(&all, left(deadline)).await?;
    if found.hits.len() > PIECES {
        return Err(Failed::TooMany);
    }
    told.push(format!(
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
    audience: Audience<'_>,
    told: &mut Vec<String>,
) -> Result<Response, Failed> {
    let answer = evaluated(plan, &plan.contract, index, deadline, told).await?;
    let rows = answer.rows.iter().map(|row| {
        let cells = answer.columns.iter().zip(row);
        Row {
            values: cells
                .map(|(name, value)| (Cow::Owned(name.clone()), cell(value)))
                .collect(),
        }
    });
    let rows: Vec<Row> = rows.collect();
    let constraints = &plan.contract.constraints;
    let numbers = constraints.aggregation.as_deref();
    let page = numbers.map_or(&constraints.pagination, |numbers| &numbers.pagination);
    let mut response = compose::documents(rows, page.limit, answer.more, audience);
    if plan.contract.intent.output_type == Output::Existence {
        response.response_type = ResponseType::FactualSummary;
    }
    Ok(response)
}

/// The texts of the documents that the contract leaves, ranked.
async fn searched<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &DocumentsPlan<'_>,
    texts: Texts<'_, X, E, R>,
    deadline: Instant,
    audience: Audience<'_>,
    told: &mut Vec<String>,
) -> Result<Response, Failed> {
    let Some(search) = &plan.search else {
        return Ok(compose::without_words(audience));
    };
    let contract = every_path(&plan.contract, plan);
    let left_over = evaluated(plan, &contract, texts.index, deadline, told).await?;
    let paths = left_over
        .rows
        .iter()
        .filter_map(|row| match cell(row.first()?) {
            Cell::Text(path) => Some(path),
            _ => None,
        });
    let paths: Vec<String> = paths.collect();
    if paths.is_empty() {
        return Ok(compose::documents(Vec::new(), 0, 0, audience));
    }
    told.push(format!("documents that are left: {}", paths.len()));
    let mut search = search.clone();
    search.among = Some(Predicate::any_of(MetadataField::Path, &paths));
    Ok(answer(&search, texts, deadline, audience, told).await?)
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
