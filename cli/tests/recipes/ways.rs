//! The ways to rows of each question, planned and not run.

use cmec_decoder::{Decoder, Verdict};
use cmec_executor::lane::address::execute::recipe_strategies::{ConfirmedAnchors, strategies};
use cmec_executor::lane::address::plan::Step;
use cmec_executor::plan::LanePlan;
use cmec_executor::{PlanContext, Principals};
use serde_json::{Value, json};

use crate::walk::intent;

const OWN: &str = "own held said";
const OPEN: &str = "own raw_rows_stay said";
const BANK: &str = "bank_rows held said";
const OWNERS: &str = "owners_rows held said";

/// The ways of an intent, each as its three words.
fn ways_of(intent: &Value, anchors: ConfirmedAnchors) -> Vec<String> {
    let tables = cmec_decoder::generated::builtin("address").unwrap();
    let text = intent.to_string();
    let decoded = Decoder::new(tables).decode(&text, "4bf92f3577b34da6a3ce929d0e0e4736");
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{:?}", decoded.verdict);
    };
    let context = PlanContext {
        tables,
        catalogue: cmec_executor::generated::builtin("address").unwrap(),
        principals: Principals::NONE,
        today: chrono::NaiveDate::from_ymd_opt(2026, 7, 1).unwrap(),
        limit: None,
        cursor: None,
    };
    let plan = cmec_executor::plan(contract, &context);
    let LanePlan::Address(plan) = plan.lane() else {
        panic!("{plan:?}");
    };
    let (Step::Call(call), Some(recipe)) = (&plan.step, plan.recipe) else {
        panic!("{plan:?}");
    };
    strategies(recipe, call, &plan.detection.filters, anchors)
        .iter()
        .map(|way| {
            let way = serde_json::to_value(way).unwrap();
            ["source", "scope", "window"]
                .map(|key| way[key].as_str().unwrap())
                .join(" ")
        })
        .collect()
}

#[test]
fn what_is_asked_for_comes_first_and_fallbacks_in_their_order() {
    let none = ConfirmedAnchors {
        party: false,
        owner: false,
    };
    let party = ConfirmedAnchors {
        party: true,
        owner: false,
    };
    let contract = ConfirmedAnchors {
        party: true,
        owner: true,
    };
    let eq = |field: &'static str, value: &str| (field, "EQ", json!(value));
    let window = |field: &'static str| (field, "GE", json!("2025-01-01"));
    let all_time = |way: &str| way.replace("said", "available");
    for (intent, anchored, expected) in [
        (
            intent("period_coverage", &[window("F201")]),
            none,
            vec![OWN.to_owned()],
        ),
        (intent("payable", &[]), none, vec![OWN.to_owned()]),
        (
            intent("payable", &[eq("F222", "я")]),
            party,
            vec![OWN.to_owned()],
        ),
        // Confirmed open contracts and accounts fall back to nothing.
        (
            intent(
                "open_contract",
                &[eq("F241", "2026-03-31"), window("F242"), eq("F245", "я")],
            ),
            contract,
            vec![OWN.to_owned()],
        ),
        (
            intent(
                "balance_document",
                &[eq("F401", "62"), window("F406"), eq("F405", "я")],
            ),
            contract,
            vec![OWN.to_owned()],
        ),
        (
            intent("document", &[eq("F301", "я")]),
            party,
            vec![OWN.to_owned()],
        ),
        (
            intent("open_item", &[eq("F262", "я")]),
            party,
            vec![OWN.to_owned(), OPEN.to_owned()],
        ),
        (
            intent("bank_operation", &[eq("F311", "я"), window("F313")]),
            party,
            vec![OWN.to_owned(), all_time(OWN)],
        ),
        (
            intent("bank_operation", &[eq("F312", "я")]),
            contract,
            vec![
                OWN.to_owned(),
                BANK.to_owned(),
                OPEN.to_owned(),
                OWNERS.to_owned(),
            ],
        ),
        (
            intent("document", &[eq("F302", "я"), window("F303")]),
            contract,
            vec![
                OWN.to_owned(),
                BANK.to_owned(),
                OPEN.to_owned(),
                all_time(OWN),
                all_time(BANK),
                all_time(OPEN),
                OWNERS.to_owned(),
            ],
        ),
    ] {
        assert_eq!(ways_of(&intent, anchored), expected, "{intent}");
    }
}
