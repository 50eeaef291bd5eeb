//! `Contract` → a document of MEC v0.1.x, for hosts without support for later versions.

use serde::Serialize;

use crate::contract::{
    Condition, Contract, GraphParams, Grounding, Intent, RagParams, Sort, Valid,
};
use crate::encode::EncodeError;
use crate::version::ContractVersion;

#[derive(Serialize)]
struct Document<'c, 'a> {
    contract_version: &'static str,
    intent: &'c Intent,
    grounding: &'c Grounding<'a>,
    constraints: Vec<Constraint<'c, 'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph_params: Option<&'c GraphParams<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rag_params: Option<&'c RagParams<'a>>,
}

/// An element of the flat list, recognized by its members.
#[derive(Serialize)]
#[serde(untagged)]
enum Constraint<'c, 'a> {
    Filter(&'c Condition<'a>),
    Sort(&'c Sort<'a>),
    Page { limit: u32, offset: u32 },
}

pub(super) fn write(contract: &Valid<Contract<'_>>) -> Result<String, EncodeError> {
    let constraints = &contract.constraints;
    let lacks = |what| EncodeError::NotInVersion {
        what,
        version: ContractVersion::V01,
    };
    if constraints.aggregation.is_some() {
        return Err(lacks("aggregation"));
    }
    if !constraints.groups.is_empty() || constraints.set_ops.is_some() {
        return Err(lacks("groups and set operations"));
    }
    if contract.version() > ContractVersion::V02Lite {
        return Err(lacks("forms of v0.3"));
    }
    let filters = constraints.filters.iter().map(Constraint::Filter);
    let sort = constraints.sort.iter().map(Constraint::Sort);
    let page = std::iter::once(Constraint::Page {
        limit: constraints.pagination.limit,
        offset: constraints.pagination.offset,
    });
    let document = Document {
        contract_version: ContractVersion::V01.name(),
        intent: &contract.intent,
        grounding: &contract.grounding,
        constraints: filters.chain(sort).chain(page).collect(),
        graph_params: contract.graph_params.as_ref(),
        rag_params: contract.rag_params.as_ref(),
    };
    Ok(serde_json::to_string(&document)?)
}
