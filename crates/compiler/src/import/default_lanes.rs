//! The lanes of a codebook whose author chose none.

use cmec_decoder::language::Scenario;

/// The lanes of a codebook without and with relations.
pub(super) fn default_lanes() -> [String; 2] {
    use Scenario::{
        Aggregation, AttributesFetch, InstanceSearch, PathQuery, RelationExistence, RelationQuery,
        SetOps, Subgraph,
    };
    let lanes = |scenarios: &[Scenario]| {
        let names: Vec<&str> = scenarios.iter().map(|scenario| scenario.name()).collect();
        format!("lanes:\n  structured: [{}]\n", names.join(", "))
    };
    [
        lanes(&[InstanceSearch, AttributesFetch, Aggregation, SetOps]),
        lanes(&[
            InstanceSearch,
            AttributesFetch,
            RelationQuery,
            RelationExistence,
            PathQuery,
            Subgraph,
            Aggregation,
            SetOps,
        ]),
    ]
}
