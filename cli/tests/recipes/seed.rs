//! What Query Recipes V1 and Address Runtime Contracts V1 list, written out by hand, against the catalogue, the schemas
//! and what is planned.

use std::collections::BTreeSet;

use cmec_executor::catalogue::{AddressCatalogue, DefaultValue, Recipe};
use serde_json::{Value, json};

use crate::common::{answer, pipe, repository};

/// Recipe, intent, required filters, optional ones, template, account scope, maximum, result. `|` is either of two.
const RECIPES: [[&str; 8]; 13] = [
    [
        "address_period_coverage_profile_v1",
        "period_coverage_profile",
        "",
        "period_from period_to organization limit",
        "period_profile",
        "preferred",
        "1000",
        "FACTUAL_SUMMARY",
    ],
    [
        "address_document_type_and_account_section_profile_v1",
        "document_type_and_account_section_profile",
        "",
        "period_from period_to organization limit",
        "document_section_profile",
        "preferred",
        "1000",
        "FACTUAL_SUMMARY",
    ],
    // The seed has `movements` here, whose rows pass offsets of advances for debts; `debts` has its columns, and the kind of
    // an account decides which of its rows.
    [
        "address_movements_payables_v1",
        "list_payables_counterparties",
        "",
        "as_of_date counterparty contract limit",
        "debts",
        "preferred",
        "200",
        "FACTUAL_LIST",
    ],
    [
        "address_movements_receivables_v1",
        "list_receivables_counterparties",
        "",
        "as_of_date counterparty contract limit",
        "debts",
        "preferred",
        "200",
        "FACTUAL_LIST",
    ],
    [
        "address_open_contracts_confirmed_as_of_date_v1",
        "open_contracts_confirmed_as_of_date",
        "as_of_date",
        "period_from period_to organization counterparty contract limit sort",
        "open_contracts_confirmed_as_of_balance_profile",
        "strict",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_open_contracts_candidates_v1",
        "list_open_contracts",
        "",
        "as_of_date organization limit",
        "movements",
        "preferred",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_open_items_by_party_or_contract_v1",
        "open_items_by_counterparty_or_contract",
        "counterparty|contract",
        "as_of_date counterparty contract limit",
        "movements",
        "preferred",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_documents_by_counterparty_v1",
        "list_documents_by_counterparty",
        "counterparty",
        "period_from period_to as_of_date organization limit sort",
        "bank_docs",
        "preferred",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_bank_operations_by_counterparty_v1",
        "bank_operations_by_counterparty",
        "counterparty",
        "period_from period_to as_of_date organization limit sort",
        "bank_docs",
        "preferred",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_documents_by_contract_v1",
        "list_documents_by_contract",
        "contract",
        "period_from period_to as_of_date organization counterparty limit sort",
        "movements",
        "preferred",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_bank_operations_by_contract_v1",
        "bank_operations_by_contract",
        "contract",
        "period_from period_to as_of_date organization counterparty limit sort",
        "movements",
        "preferred",
        "1000",
        "FACTUAL_LIST",
    ],
    [
        "address_documents_forming_balance_v1",
        "documents_forming_balance",
        "account as_of_date",
        "organization counterparty contract period_from period_to limit sort",
        "movements",
        "strict",
        "200",
        "FACTUAL_LIST",
    ],
    [
        "address_movements_account_snapshot_v1",
        "account_balance_snapshot",
        "account",
        "as_of_date period_from period_to limit",
        "movements",
        "strict",
        "200",
        "FACTUAL_SUMMARY",
    ],
];

/// Filters and their types.
const FILTERS: [(&str, &str); 12] = [
    ("period_from", "date"),
    ("period_to", "date"),
    ("as_of_date", "date"),
    ("organization", "string"),
    ("counterparty", "string"),
    ("contract", "string"),
    ("account", "string"),
    ("document_type", "string"),
    ("document_ref", "string"),
    ("status", "string"),
    ("limit", "integer"),
    ("sort", "enum"),
];

/// Keys of the debug contract.
const DEBUG: &str = "detected_mode detected_mode_confidence query_shape query_shape_confidence detected_intent
    detected_intent_confidence extracted_filters missing_required_filters selected_recipe anchor_type anchor_value_raw
    anchor_value_resolved resolver_confidence ambiguity_count mcp_call_status mcp_call_status_legacy
    match_failure_stage match_failure_reason rows_fetched raw_rows_received rows_after_account_scope rows_materialized
    rows_after_recipe_filter rows_matched raw_row_keys_sample materialization_drop_reason account_scope_mode
    account_scope_fallback_applied account_token_raw account_token_normalized account_scope_fields_checked
    account_scope_match_strategy account_scope_drop_reason runtime_readiness limited_reason_category response_type
    limitations reasons";

/// Keys of what the assistant adds.
const ASSISTANT: &str = "llm_decomposition_attempted llm_decomposition_applied llm_provider_used
    llm_decomposition_trace_id llm_decomposition_effective_message llm_decomposition_reason fallback_rule_hit
    sanitized_user_message tool_gate_decision tool_gate_reason execution_lane";

fn catalogue() -> &'static AddressCatalogue {
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    catalogue.address.as_ref().unwrap()
}

/// A member of the catalogue as it is written in a compiled file.
fn word(member: impl serde::Serialize) -> String {
    let value = serde_json::to_value(member).unwrap();
    value.as_str().unwrap().to_owned()
}

/// The recipes of the seed, which stand first.
fn of_the_seed() -> impl Iterator<Item = &'static Recipe> {
    catalogue().recipes.iter().take(RECIPES.len())
}

#[test]
fn recipes_are_those_that_are_listed() {
    let row = |recipe: &Recipe| {
        let either = (!recipe.required_any.is_empty()).then(|| recipe.required_any.join("|"));
        let required = recipe.required.iter().map(ToString::to_string);
        let max = match word(recipe.limit).as_str() {
            "base" => catalogue().limits.max,
            _ => catalogue().limits.extended_max,
        };
        [
            recipe.id.to_string(),
            recipe.intent.to_string(),
            required.chain(either).collect::<Vec<_>>().join(" "),
            recipe.optional.join(" "),
            recipe.template.to_string(),
            word(recipe.scope.mode),
            max.to_string(),
            word(recipe.result),
        ]
    };
    let recipes: Vec<[String; 8]> = of_the_seed().map(row).collect();
    assert_eq!(recipes, RECIPES);
    assert_eq!(
        (catalogue().limits.default, catalogue().limits.account),
        (20, 200)
    );
}

#[test]
fn raised_limits_defaults_and_fallbacks_are_of_the_recipes_named() {
    let of = |has: &dyn Fn(&Recipe) -> bool| -> Vec<&str> {
        let recipes = of_the_seed().filter(|recipe| has(recipe));
        recipes.map(|recipe| recipe.intent.as_ref()).collect()
    };
    let by_anchor = [
        "list_documents_by_counterparty",
        "bank_operations_by_counterparty",
        "list_documents_by_contract",
        "bank_operations_by_contract",
    ];
    let of_account = ["documents_forming_balance", "account_balance_snapshot"];
    assert_eq!(of(&|recipe| recipe.all_time_max), by_anchor);
    assert_eq!(of(&|recipe| recipe.account_intent), of_account);
    // The seed defaults the date of account intents; a debt without a date is one of today, too.
    let of_today = [
        "list_payables_counterparties",
        "list_receivables_counterparties",
        "list_open_contracts",
        "open_items_by_counterparty_or_contract",
        "documents_forming_balance",
        "account_balance_snapshot",
    ];
    let today = |recipe: &Recipe| {
        let defaults: Vec<_> = (recipe.defaults.iter())
            .map(|default| (default.filter.as_ref(), default.value))
            .collect();
        defaults == [("as_of_date", DefaultValue::Today)]
    };
    assert_eq!(of(&today), of_today);
    assert_eq!(of(&|recipe| !recipe.defaults.is_empty()), of_today);
    let falls = |name: &'static str| {
        move |recipe: &Recipe| (recipe.fallbacks.iter()).any(|fallback| word(fallback) == name)
    };
    assert_eq!(of(&falls("available_period")), by_anchor);
    assert_eq!(of(&falls("nearest_rows")), by_anchor);
    let by_contract = ["list_documents_by_contract", "bank_operations_by_contract"];
    assert_eq!(of(&falls("bank_rows")), by_contract);
}

#[test]
fn filters_are_those_that_are_listed() {
    let filters = catalogue().filters.iter();
    let filters = filters.map(|filter| (filter.name.as_ref(), filter.value_type.as_ref()));
    let is_listed = |filter: &(&str, &str)| FILTERS.iter().any(|own| own.0 == filter.0);
    let filters: Vec<(&str, &str)> = filters.filter(is_listed).collect();
    assert_eq!(filters, FILTERS);
    let sort = catalogue().filters.last().unwrap();
    assert_eq!(sort.values.join(" "), "period_desc period_asc");
}

#[test]
fn the_debug_contract_has_every_key() {
    let text = std::fs::read_to_string(repository("schemas/debug-envelope.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    for (pointer, keys) in [
        ("/$defs/AddressBlock/required", DEBUG),
        ("/$defs/AssistantBlock/required", ASSISTANT),
    ] {
        let required = schema.pointer(pointer).unwrap().as_array().unwrap();
        let required: BTreeSet<&str> = required.iter().map(|key| key.as_str().unwrap()).collect();
        for key in keys.split_whitespace() {
            assert!(required.contains(key), "{key}");
        }
    }
}

#[test]
fn the_input_contract_is_that_of_the_runtime() {
    let detection = |text: &str| {
        let arguments = ["plan", "--domain", "address", "--today", "2026-07-01"];
        answer(&pipe(&arguments, text)).1["detection"].take()
    };
    for (text, mode, intent, filters, missing) in [
        (
            r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"}]}}"#,
            "address_query",
            "account_balance_snapshot",
            json!({"account": "62", "as_of_date": "2026-07-01", "limit": 20}),
            json!([]),
        ),
        // An account intent ends where its period does.
        (
            r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"},{"f":"F413","op":"LE","v":"2026-03-31"}],"pg":{"lim":7}}}"#,
            "address_query",
            "account_balance_snapshot",
            json!({"account": "62", "period_to": "2026-03-31", "as_of_date": "2026-03-31", "limit": 7}),
            json!([]),
        ),
        (
            r#"{"s":"IS","tg":["document"],"C":{"flt":[{"f":"F303","op":"BT","v":["2026-01-01","2026-01-31"]}],"srt":[{"f":"F303","ord":"A"}]}}"#,
            "address_query",
            "list_documents_by_counterparty",
            json!({"period_from": "2026-01-01", "period_to": "2026-01-31", "sort": "period_asc", "limit": 20}),
            json!(["counterparty"]),
        ),
        // Confirmed contracts have no default date.
        (
            r#"{"s":"IS","tg":["open_contract"]}"#,
            "address_query",
            "open_contracts_confirmed_as_of_date",
            json!({"limit": 20}),
            json!(["as_of_date"]),
        ),
        (
            r#"{"s":"IS","tg":["open_item"]}"#,
            "address_query",
            "open_items_by_counterparty_or_contract",
            json!({"as_of_date": "2026-07-01", "limit": 20}),
            json!(["counterparty|contract"]),
        ),
        (
            r#"{"s":"IS","tg":["payable","receivable"],"C":{"pg":{"lim":5}}}"#,
            "deep_analysis",
            "unknown",
            json!({"limit": 5}),
            json!([]),
        ),
        (
            r#"{"s":"IS","tg":["counterparty"]}"#,
            "unsupported",
            "unknown",
            json!({"limit": 20}),
            json!([]),
        ),
    ] {
        let found = detection(text);
        assert_eq!(found["question_mode"], mode, "{text}");
        assert_eq!(found["address_intent"], intent, "{text}");
        assert_eq!(found["extracted_filters"], filters, "{text}");
        assert_eq!(found["missing_required_filters"], missing, "{text}");
    }
}
