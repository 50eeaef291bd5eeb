//! Runs a plan about documents: reads their metadata, evaluates the contract, and searches the texts of the matching
//! documents.

use std::borrow::Cow;
use std::time::Instant;

use cmec_decoder::contract::{Condition, Contract, Operand, Str, Value};
use cmec_decoder::language::{Output, Scenario, given_names};
use cmec_decoder::tables::Tables;

use crate::lane::absent_values::{Absent, Presence, alone, is_nothing, nearest_of, values};
use crate::lane::retrieval::documents::DocumentsPlan;
use crate::lane::retrieval::documents::rows::{cell, table};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::run as texts;
use crate::plain_name::composed;
use crate::ports::raw_row::Cell;
use crate::ports::text_index::{IndexError, MetadataField, Predicate, TextIndex, TextQuery, left};
use crate::ports::texts::Texts;
use crate::reference::data::Data;
use crate::reference::{Answer, EvaluationError, evaluate};
use crate::response::row::Row;

/// Maximum number of pieces whose documents are evaluated.
const PIECES: usize = 50_000;

pub(in crate::lane::retrieval) enum DocumentsResult {
    /// The rows of the contract, the limit of their page, the number of further rows, and the values that no document
    /// has.
    Rows(Vec<Row>, u32, usize, Vec<Absent>),
    /// The result of the text search among the matching documents, and the values that no document has.
    Searched(texts::SearchResult, Vec<Absent>),
    Failed(IndexError),
    Undefined(EvaluationError),
    /// There are more pieces than this maximum.
    TooMany(usize),
}

impl From<IndexError> for DocumentsResult {
    fn from(error: IndexError) -> Self {
        Self::Failed(error)
    }
}

impl From<EvaluationError> for DocumentsResult {
    fn from(error: EvaluationError) -> Self {
        Self::Undefined(error)
    }
}

/// Runs a plan within the deadline; `explain` records the run.
pub(in crate::lane::retrieval) async fn run(
    plan: &DocumentsPlan<'_>,
    ports: Texts<'_>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> DocumentsResult {
    let found = match &plan.search {
        None => listed(plan, ports.index, deadline, explain).await,
        Some(search) => searched(plan, search, ports, deadline, explain).await,
    };
    found.unwrap_or_else(|failure| failure)
}

/// The rows of a contract over the visible documents, and its filter values that none of them has.
async fn evaluated(
    plan: &DocumentsPlan<'_>,
    contract: &Contract<'_>,
    index: &dyn TextIndex,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<(Answer, Vec<Row>, Vec<Absent>), DocumentsResult> {
    let all = TextQuery {
        predicates: plan.fixed.clone(),
        limit: PIECES + 1,
        ..TextQuery::default()
    };
    let found = index.search(&all, left(deadline)).await?;
    if found.hits.len() > PIECES {
        return Err(DocumentsResult::TooMany(PIECES));
    }
    let (engine, pieces) = (index.engine(), found.hits.len());
    explain.push(format!("{engine}: pieces of documents: {pieces}"));
    let data = table(plan.tables, &found.hits)?;
    let (answer, rows) = answered(plan, contract, &data)?;
    let mut nowhere = absent(contract, plan.tables, &data, !is_nothing(contract, &rows));
    let mut stored = contract.clone();
    for own in &mut nowhere {
        if let Some(text) = in_another_form(&data, own) {
            replace(&mut stored, (&own.path, &own.value), &text);
            own.presence = Presence::InAnotherForm;
            own.nearest.clear();
        }
    }
    if stored == *contract {
        return Ok((answer, rows, nowhere));
    }
    let (answer, rows) = answered(plan, &stored, &data)?;
    Ok((answer, rows, nowhere))
}

fn answered(
    plan: &DocumentsPlan<'_>,
    contract: &Contract<'_>,
    data: &Data,
) -> Result<(Answer, Vec<Row>), EvaluationError> {
    let answer = evaluate(contract, plan.tables, data, plan.today)?;
    let rows = answer.rows.iter().map(|row| {
        let cells = answer.columns.iter().zip(row);
        let cells = cells.map(|(name, value)| (Cow::Owned(name.clone()), cell(value)));
        Row {
            values: cells.collect(),
        }
    });
    let rows: Vec<Row> = rows.collect();
    Ok((answer, rows))
}

/// The form of a value in some document that differs in Unicode form only.
fn in_another_form(data: &Data, absent: &Absent) -> Option<String> {
    let (_, path) = given_names::at_place(&absent.path);
    let said = composed(&absent.value);
    let mut texts = data.texts(path).into_iter();
    texts.find(|text| composed(text) == said)
}

/// Replaces a compared text of a field by another.
fn replace(contract: &mut Contract<'_>, (path, value): (&str, &str), by: &str) {
    let constraints = &mut contract.constraints;
    let groups = constraints.groups.iter_mut();
    let groups = groups.flat_map(|group| &mut group.filters);
    let conditions = groups.chain(&mut constraints.filters);
    let filters = conditions.flat_map(|own| match own {
        Condition::Filter(filter) => vec![filter],
        Condition::Any(any) => any.any_of.iter_mut().flatten().collect(),
    });
    for filter in filters.filter(|own| own.field == path) {
        let values = match &mut filter.operand {
            Some(Operand::Value(Value::List(values))) => values.as_mut_slice(),
            Some(Operand::Value(one)) => std::slice::from_mut(one),
            _ => &mut [],
        };
        for own in values.iter_mut().filter(|own| own.as_text() == Some(value)) {
            *own = Value::Text(Str::Owned(by.to_owned()));
        }
    }
}

/// The filter values that no document has.
fn absent(contract: &Contract<'_>, tables: &Tables, data: &Data, has_rows: bool) -> Vec<Absent> {
    let values = values(contract, has_rows).into_iter();
    let nowhere = values.filter_map(|(filter, value)| {
        let (_, path) = given_names::at_place(&filter.field);
        let field = tables.field_by_path(path)?;
        (!data.passes(field, &alone(filter, field, value))).then(|| Absent {
            path: filter.field.to_string(),
            value: value.to_owned(),
            presence: Presence::Nowhere,
            nearest: nearest_of(data.texts(path), value),
        })
    });
    nowhere.collect()
}

async fn listed(
    plan: &DocumentsPlan<'_>,
    index: &dyn TextIndex,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<DocumentsResult, DocumentsResult> {
    let (answer, rows, absent) = evaluated(plan, &plan.contract, index, deadline, explain).await?;
    let page = plan.contract.constraints.page();
    Ok(DocumentsResult::Rows(rows, page.limit, answer.more, absent))
}

async fn searched(
    plan: &DocumentsPlan<'_>,
    search: &RetrievalPlan,
    ports: Texts<'_>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<DocumentsResult, DocumentsResult> {
    let contract = every_path(&plan.contract, plan);
    let (_, rows, absent) = evaluated(plan, &contract, ports.index, deadline, explain).await?;
    let paths = rows.into_iter();
    let paths = paths.filter_map(|row| match row.values.into_iter().next()? {
        (_, Cell::Text(path)) => Some(path),
        _ => None,
    });
    let paths: Vec<String> = paths.collect();
    if paths.is_empty() {
        return Ok(DocumentsResult::Rows(Vec::new(), 0, 0, absent));
    }
    explain.push(format!("documents that are left: {}", paths.len()));
    let mut search = search.clone();
    search.among = Some(Predicate::exactly_any_of(MetadataField::Path, paths));
    let found = texts::run(&search, ports, deadline, explain).await;
    Ok(DocumentsResult::Searched(found, absent))
}

/// The contract changed to return the paths of all matching documents.
fn every_path<'c>(contract: &Contract<'c>, plan: &DocumentsPlan<'c>) -> Contract<'c> {
    let mut contract = contract.clone();
    contract.intent.scenario = Scenario::InstanceSearch;
    contract.intent.output_type = Output::Instances;
    let type_name = plan.tables.types.first().map(|own| own.name.as_ref());
    let (type_name, field) = (type_name.unwrap_or_default(), MetadataField::Path.name());
    let path = format!("{type_name}.{field}");
    contract.grounding.target_attributes = vec![Str::Owned(path)];
    contract.constraints.sort.clear();
    contract.constraints.pagination.limit = u32::MAX;
    contract.constraints.pagination.offset = 0;
    contract.constraints.pagination.per.clear();
    contract
}
