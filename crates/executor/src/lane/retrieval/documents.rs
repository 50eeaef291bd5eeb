//! Contracts over documents: any contract evaluated on their front matter, and text searches among the documents that
//! match.
//!
//! The [`reference`](crate::reference) evaluator answers these contracts, since documents are few enough for it.

#[cfg(feature = "run")]
mod rows;
#[cfg(feature = "run")]
pub(super) mod run;

use chrono::NaiveDate;
use cmec_decoder::contract::Contract;
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;
use serde::Serialize;

use crate::catalogue::RetrievalCatalogue;
use crate::debug_envelope::DebugEnvelope;
use crate::lane::Request;
use crate::lane::retrieval::decompose::{no_request, not_left_out, of_question};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::limitation::Limitation;
use crate::ports::text_index::{MetadataField, Predicate};
use crate::response::limited_answer::LimitedAnswer;

/// A contract about documents. It serialises to the contract and the search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "lane", rename = "retrieval")]
pub struct DocumentsPlan<'c> {
    /// The contract.
    pub contract: Contract<'c>,
    /// The codebook, whose single type is the type of documents.
    #[serde(skip)]
    pub tables: &'c Tables,
    /// The current day.
    #[serde(skip)]
    pub today: NaiveDate,
    /// The row-level security policy. No answer names it.
    #[serde(skip)]
    pub(crate) fixed: Vec<Predicate>,
    /// The search in the texts of the matching documents, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<RetrievalPlan>,
}

/// Front matter fields that an index does not compare, by their keys.
pub(super) const TITLE: &str = "title";
pub(super) const LASTMOD: &str = "lastmod";

/// Limitations for the codebook fields of a contract that no front matter has.
fn unplaced_fields(contract: &Contract<'_>, tables: &Tables) -> Vec<Limitation> {
    // A field may occur in any part, also within a derivation.
    let said = serde_json::to_string(contract).unwrap_or_default();
    let has_place = |key: &str| {
        let mut compared = MetadataField::ALL.iter();
        compared.any(|own| own.name() == key) || [TITLE, LASTMOD].contains(&key)
    };
    let fields = tables.fields.iter().filter(|field| {
        let key = field.path.rsplit_once('.').map_or("", |(_, key)| key);
        !has_place(key) && said.contains(field.path.as_ref())
    });
    fields
        .map(|field| Limitation::FieldUnknownToTexts {
            path: field.path.to_string(),
        })
        .collect()
}

/// Plans a contract about documents. `policy` limits the visible documents.
///
/// # Errors
/// Documents do not support a part of the contract, or a search has no request.
pub fn decompose<'c>(
    request: &Request<'_, 'c>,
    catalogue: &RetrievalCatalogue,
    policy: Vec<Predicate>,
) -> Result<DocumentsPlan<'c>, LimitedAnswer> {
    let Request {
        contract, tables, ..
    } = *request;
    let unplaced = unplaced_fields(contract, tables);
    if !unplaced.is_empty() {
        return Err(no_request(unplaced));
    }
    let searched = contract.rag_params.as_ref();
    let searched = searched.filter(|_| contract.intent.scenario == Scenario::Hybrid);
    let search = searched.map(|rag| of_question(rag, catalogue, policy.clone(), request.limit));
    let mut contract = contract.get().clone();
    if let Some(limit) = request.limit {
        contract.constraints.page_mut().limit = limit;
    }
    let mut fixed = policy;
    fixed.push(not_left_out(catalogue));
    Ok(DocumentsPlan {
        search: search.transpose()?,
        contract,
        tables,
        today: request.today,
        fixed,
    })
}

/// Adds the operations of a plan to an envelope.
pub fn explain(plan: &DocumentsPlan<'_>, debug: &mut DebugEnvelope) {
    debug.assistant.execution_lane = Some("retrieval".to_owned());
    let told = &mut debug.explain;
    let scenario = plan.contract.intent.scenario.name();
    told.push(format!("{scenario} over the front matter of documents"));
    if let Some(search) = &plan.search {
        let question = &search.request.query_text;
        told.push(format!("`{question}` is looked for in those that are left"));
    }
}
