//! Decompose: a contract → a plan for the database. Pure.

use cmec_decoder::contract::{Contract, Entity};
use cmec_decoder::language::{Scenario, ValueType};
use cmec_decoder::tables::Tables;

use crate::catalogue::StructuredCatalogue;
use crate::fingerprint::Fingerprint;
use crate::lane::Request;
use crate::lane::part::{self, Part, Use};
use crate::lane::structured::cursor::Cursor;
use crate::lane::structured::plan::{Search, StructuredPlan};
use crate::principals::Principals;
use crate::relative_days::contract_on;
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;

/// Plans a contract of the structured lane; `None` where the lane does not support its scenario.
///
/// # Errors
/// The cursor belongs to another question.
#[must_use]
pub fn decompose<'c>(
    request: &Request<'_, 'c>,
    rows: RowPolicy<'c>,
    cursor: Option<&Cursor>,
) -> Option<Result<StructuredPlan<'c>, LimitedAnswer>> {
    let Request {
        contract,
        tables,
        principals,
        today,
        limit,
        ..
    } = *request;
    let catalogue = request.catalogue.structured.as_ref()?;
    let search = match contract.intent.scenario {
        Scenario::InstanceSearch
        | Scenario::AttributesFetch
        | Scenario::RelationQuery
        | Scenario::RelationExistence
        | Scenario::PathQuery
        | Scenario::Subgraph
        | Scenario::Aggregation
        | Scenario::SetOps => None,
        Scenario::TextRag | Scenario::Hybrid => Some(search(contract, (tables, catalogue), limit)?),
        // The lane does not support these scenarios, or a person does not ask them.
        _ => return None,
    };
    let mut contract = contract_on(contract, today);
    let question = question(&contract, tables, principals);
    if cursor.is_some_and(|cursor| cursor.question != question) {
        return Some(Err(LimitedAnswer::cursor_of_another_question()));
    }
    let counted = cursor.filter(|cursor| cursor.values.is_empty());
    if let Some(cursor) = counted {
        contract.constraints.page_mut().offset = cursor.before;
    }
    if let Some(limit) = limit {
        contract.constraints.page_mut().limit = limit;
    }
    let graph = contract.graph_params.as_ref();
    let path = graph.and_then(|graph| graph.path.as_ref());
    let sources = path.into_iter().flat_map(|path| &path.source_ids);
    let sources = sources.map(|id| Entity {
        text: id.clone(),
        type_name: None,
        id: Some(id.clone()),
    });
    Some(Ok(StructuredPlan {
        sources: sources.collect(),
        contract,
        tables,
        catalogue,
        rows,
        today,
        question,
        cursor: cursor.cloned(),
        search,
    }))
}

/// How the lane uses a part of a contract.
#[must_use]
pub fn use_of(contract: &Contract<'_>, part: Part) -> Use {
    match contract.intent.scenario {
        Scenario::PathQuery | Scenario::Subgraph => of_walk(contract, part),
        Scenario::TextRag | Scenario::Hybrid => of_search(contract, part),
        _ => part::of_rows(contract, part),
    }
}

/// How a path query or a neighbourhood uses a part.
fn of_walk(contract: &Contract<'_>, part: Part) -> Use {
    let mut conditions = contract.constraints.filters.iter();
    let mut hops = contract.grounding.relations.iter();
    match part {
        // A path between named instances ends there, whatever their types.
        Part::Types if ends_are_named(contract) => Use::WithoutEffect,
        // A filter on one type limits the instances that a walk may visit.
        Part::Filters if conditions.any(|own| own.type_name().is_none()) => Use::Unknown,
        // A walk follows any of the relations, in any order.
        Part::Relations if hops.any(|hop| hop.absent || hop.from.is_some() || hop.to.is_some()) => {
            Use::Unknown
        }
        Part::Attributes | Part::Sort | Part::Per | Part::Groups => Use::Unknown,
        part => part::of_rows(contract, part),
    }
}

fn ends_are_named(contract: &Contract<'_>) -> bool {
    let graph = contract.graph_params.as_ref();
    let path = graph.and_then(|graph| graph.path.as_ref());
    let starts = path.is_some_and(|path| !path.source_ids.is_empty());
    let named = contract.grounding.entity_list.len() + usize::from(starts);
    contract.intent.scenario == Scenario::PathQuery && named > 1
}

fn of_search(contract: &Contract<'_>, part: Part) -> Use {
    let top_k = contract.rag_params.as_ref().and_then(|said| said.top_k);
    match part {
        // The search returns as many rows as texts.
        Part::Limit if top_k.is_some_and(|own| own != contract.constraints.pagination.limit) => {
            Use::Unknown
        }
        Part::Corpora | Part::Rerank | Part::Kind | Part::Mode | Part::Tags | Part::Project => {
            Use::Unknown
        }
        part => part::of_search(contract, part),
    }
}

/// The search of a contract, in the long texts of its targets.
fn search<'c>(
    contract: &Contract<'c>,
    (tables, catalogue): (&'c Tables, &'c StructuredCatalogue),
    limit: Option<u32>,
) -> Option<Search<'c>> {
    let said = contract.rag_params.as_ref()?;
    let targets = &contract.grounding.target_types;
    let is_of_target = |name: &str| targets.is_empty() || targets.iter().any(|own| own == name);
    let fields = tables.fields.iter();
    let long =
        fields.filter(|own| own.value_type == ValueType::Text && is_of_target(&own.type_name));
    // Vectors of several types may come from different models.
    let bound = match targets.as_slice() {
        [only] => catalogue.types.iter().find(|own| own.type_name == *only),
        _ => None,
    };
    Some(Search {
        query_text: said.query_text.clone()?,
        top_k: limit
            .or(said.top_k)
            .unwrap_or(contract.constraints.pagination.limit),
        fields: long.map(|own| own.path.as_ref()).collect(),
        embedding: bound.and_then(|own| own.embedding.as_ref()),
    })
}

/// The fingerprint of a question: its contract without the page size, its codebook and the principals.
fn question(contract: &Contract<'_>, tables: &Tables, principals: &Principals) -> Fingerprint {
    let mut asked = contract.clone();
    asked.constraints.page_mut().limit = 0;
    // A contract always serialises to JSON.
    let written = serde_json::to_string(&asked).unwrap_or_default();
    let asked = [written.as_str(), tables.source_hash.as_ref()];
    Fingerprint::of(asked.into_iter().chain(principals.texts()))
}
