//! Decompose: a contract → what is asked of the database. Pure.

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Entity};
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use crate::catalogue::StructuredCatalogue;
use crate::lane::structured::plan::StructuredPlan;
use crate::relative_days::contract_on;

/// Plans a contract of the structured lane; `None`: the lane does not answer its scenario yet. `limit`: the number of rows the
/// host says; it goes before the contract's.
#[must_use]
pub fn decompose<'c>(
    contract: &Contract<'c>,
    (tables, catalogue): (&'c Tables, &'c StructuredCatalogue),
    today: NaiveDate,
    limit: Option<u32>,
) -> Option<StructuredPlan<'c>> {
    match contract.intent.scenario {
        Scenario::InstanceSearch
        | Scenario::AttributesFetch
        | Scenario::RelationQuery
        | Scenario::RelationExistence
        | Scenario::PathQuery
        | Scenario::Subgraph
        | Scenario::Aggregation
        | Scenario::SetOps => {}
        Scenario::TextRag | Scenario::Hybrid | Scenario::Clarify => return None,
    }
    let mut contract = contract_on(contract, today);
    if let Some(limit) = limit {
        let constraints = &mut contract.constraints;
        constraints.pagination.limit = limit;
        if let Some(numbers) = &mut constraints.aggregation {
            numbers.pagination.limit = limit;
        }
    }
    let path = contract
        .graph_params
        .as_ref()
        .and_then(|graph| graph.path.as_ref());
    let sources = path.into_iter().flat_map(|path| &path.source_ids);
    let sources = sources.map(|id| Entity {
        text: id.clone(),
        type_name: None,
        id: Some(id.clone()),
    });
    Some(StructuredPlan {
        sources: sources.collect(),
        contract,
        tables,
        catalogue,
        today,
    })
}
