//! No part of a contract is lost over recipes: it changes what a recipe is called with, or the answer names it.

use cmec_executor::plan::LanePlan;
use serde_json::{Value, json};

use crate::parts::{Saying, Told, check, plain};
use crate::walk::{context, intent};

fn questions() -> Vec<Value> {
    let party = |field: &'static str| [(field, "EQ", json!("Гранит"))];
    vec![
        intent("account_balance", &[("F411", "EQ", json!("62"))]),
        intent("balance_document", &[("F401", "EQ", json!("62"))]),
        intent("document", &party("F301")),
        intent("bank_operation", &party("F311")),
        intent("payable", &[]),
        intent("receivable", &[]),
        intent("open_contract", &[]),
        intent("open_item", &[]),
        intent("period_coverage", &[]),
    ]
}

fn sayings() -> Vec<Saying> {
    let mut all = plain();
    let filters = ["F303", "F313", "F413", "F406", "F242"]
        .map(|field| json!({"C": {"flt": [{"f": field, "op": "GE", "v": "2025-01-01"}]}}));
    all.extend(filters.map(|filter| ("filters", filter)));
    all.extend([
        ("target_types", json!({"tg": ["payable"]})),
        ("target_types", json!({"tg": ["document"]})),
        (
            "entities",
            json!({"E": [{"txt": "Вектор", "ty": "counterparty"}]}),
        ),
        ("entities", json!({"E": [{"txt": "Вектор"}]})),
        ("attributes", json!({"A": ["F301"]})),
        ("sort", json!({"C": {"srt": [{"f": "F303", "ord": "A"}]}})),
        ("sort", json!({"C": {"srt": [{"f": "F313", "ord": "A"}]}})),
        ("per", json!({"C": {"pg": {"lim": 1, "per": ["F303"]}}})),
        (
            "groups",
            json!({"C": {"grp": [{"n": "g", "tg": ["document"]}]}}),
        ),
        (
            "aggregation",
            json!({"s": "AGG", "C": {"agg": {"m": [{"fn": "CNT"}]}}}),
        ),
    ]);
    all
}

#[test]
fn every_part_of_a_contract_counts_over_recipes() {
    let tables = cmec_decoder::generated::builtin("address").unwrap();
    let context = context(None);
    let said = check(tables, &questions(), &sayings(), |contract| {
        let plan = cmec_executor::plan(contract, &context);
        let limitations = match plan.lane() {
            LanePlan::Unsupported(limited) => limited.limitations.as_slice(),
            _ => &[],
        };
        Told {
            rows: serde_json::to_string(&plan).unwrap(),
            limitations: limitations.iter().map(ToString::to_string).collect(),
        }
    });
    assert!(said >= 300, "{said}");
}
