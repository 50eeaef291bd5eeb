//! Subqueries: each named group evaluated as a contract of its own.

use chrono::NaiveDate;
use cmec_decoder::contract::{Constraints, Contract, Group, Intent, Pagination};
use cmec_decoder::language::{Output, Scenario};
use cmec_decoder::tables::Tables;

use super::cell::Cell;
use super::data::Data;
use super::subquery_values::SubqueryValues;
use super::{EvaluationError, Over, groups, rows};

/// The values of each subquery. A subquery may refer to earlier ones.
pub(super) fn given(
    contract: &Contract<'_>,
    tables: &Tables,
    data: &Data,
    today: NaiveDate,
) -> Result<SubqueryValues, EvaluationError> {
    let mut given = SubqueryValues::default();
    let constraints = &contract.constraints;
    let groups = constraints.groups.iter();
    for group in groups.filter(|group| !constraints.is_of_whole(group)) {
        let over = Over {
            tables,
            data,
            given: &given,
            today,
        };
        let query = query(group);
        let answer = match (&group.aggregation, group.has_columns()) {
            (Some(_), _) => groups::answer(&query, over),
            (None, true) => rows::answer(&query, over),
            (None, false) => rows::instances(&query, over),
        };
        let first = |row: Vec<Cell>| row.into_iter().next().unwrap_or(Cell::Missing);
        let values = answer?.rows.into_iter().map(first).collect();
        given.add(&group.name, values);
    }
    Ok(given)
}

fn query<'c>(group: &'c Group<'_>) -> Contract<'c> {
    let group: Group<'c> = group.clone();
    let scenario = match group.aggregation {
        Some(_) => Scenario::Aggregation,
        None => Scenario::InstanceSearch,
    };
    let all = Pagination::all();
    Contract {
        intent: Intent {
            scenario,
            output_type: Output::Instances,
        },
        grounding: group.grounding,
        constraints: Constraints {
            filters: group.filters,
            sort: group.sort,
            pagination: group.pagination.unwrap_or(all),
            aggregation: group.aggregation,
            ..Constraints::default()
        },
        graph_params: None,
        rag_params: None,
    }
}
