//! The address lane as a person uses it: the command, the demonstration server, real MCP between them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its files"
)]

mod common;

use common::{BALANCE, answer, names, pipe, repository, run, schema, validate};
use serde_json::{Value, json};

/// An intent of the address domain.
fn intent(target: &str, filters: &[(&str, &str, Value)]) -> String {
    let filters: Vec<Value> = filters
        .iter()
        .map(|(field, operator, value)| json!({"f": field, "op": operator, "v": value}))
        .collect();
    json!({"s": "IS", "tg": [target], "C": {"flt": filters}}).to_string()
}

#[test]
fn recipes_answer_with_rows() {
    let response = schema("schemas/response.schema.json");
    for (text, kind, column) in [
        (BALANCE.to_owned(), "FACTUAL_SUMMARY", "account_debit"),
        (
            intent("account_balance", &[("F411", "EQ", json!("51"))]),
            "FACTUAL_SUMMARY",
            "amount",
        ),
        (
            intent("document", &[("F301", "EQ", json!(names::USUAL))]),
            "FACTUAL_LIST",
            "document",
        ),
        (
            intent(
                "document",
                &[
                    ("F301", "EQ", json!(names::USUAL)),
                    ("F303", "BT", json!(["2025-01-01", "2025-12-31"])),
                ],
            ),
            "FACTUAL_LIST",
            "purpose",
        ),
        (
            intent("open_contract", &[("F241", "EQ", json!("2026-03-31"))]),
            "FACTUAL_LIST",
            "contract",
        ),
        (
            intent(
                "open_contract",
                &[
                    ("F241", "EQ", json!("2026-07-01")),
                    ("F244", "EQ", json!(names::AMBIGUOUS_ONES[2])),
                ],
            ),
            "FACTUAL_LIST",
            "counterparty",
        ),
    ] {
        let (exit, value, stderr) = run(&[], &text);
        assert_eq!((exit, stderr.as_str()), (0, ""), "{text} {value}");
        assert_eq!(value["response_type"], kind, "{text}");
        validate(&response, &value);
        let rows = value["rows"].as_array().unwrap();
        assert_eq!(value["returned"], rows.len());
        assert!(!rows.is_empty());
        for row in rows {
            assert_eq!(row["trust"], "untrusted");
            assert!(row["values"].get(column).is_some(), "{row}");
        }
    }
}

#[test]
fn limits_are_the_recipes() {
    let all = intent("document", &[("F301", "EQ", json!(names::BUSY))]);
    let within = intent(
        "document",
        &[
            ("F301", "EQ", json!(names::BUSY)),
            ("F303", "GE", json!("2025-01-01")),
        ],
    );
    let account = intent("account_balance", &[("F411", "EQ", json!("62"))]);
    let said = |text: &str, limit: u32| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        value["C"]["pg"] = json!({ "lim": limit });
        value.to_string()
    };
    for (text, limit, returned, truncated) in [
        (all.clone(), 1000, 240, false),
        (within.clone(), 20, 20, true),
        (said(&within, 5), 5, 5, true),
        (said(&all, 240), 240, 240, false),
        (said(&all, 239), 239, 239, true),
        (said(&all, 4000), 1000, 240, false),
        (account.clone(), 200, 200, true),
        (said(&account, 500), 200, 200, true),
        (said(&account, 1), 1, 1, true),
    ] {
        let (exit, value, _) = run(&[], &text);
        assert_eq!(exit, 0, "{value}");
        assert_eq!(value["limit"], limit, "{text}");
        assert_eq!(value["returned"], returned, "{text}");
        assert_eq!(value["truncated"], truncated, "{text}");
    }
    let (_, value, _) = run(&[], &said(&all, 4000));
    assert_eq!(
        value["limitations"],
        json!([
            "bank_documents_only",
            "individuals_cash_and_transit_not_shown",
            "limit_lowered_to_maximum: 1000"
        ])
    );
    let (_, value, _) = run(&["--limit", "7"], &all);
    assert_eq!(value["returned"], 7);
}

#[test]
fn a_full_page_at_the_servers_cap_is_not_called_complete() {
    let (_, value, _) = run(
        &[],
        &intent("document", &[("F301", "EQ", json!(names::RETAIL))]),
    );
    assert_eq!(
        (&value["returned"], &value["truncated"]),
        (&json!(1000), &json!(true))
    );
}

#[test]
fn rows_come_in_the_order_asked_for() {
    for (order, rises) in [("A", true), ("D", false)] {
        let text = json!({"s": "IS", "tg": ["document"], "C": {
            "flt": [{"f": "F301", "op": "EQ", "v": names::USUAL}],
            "srt": [{"f": "F303", "ord": order}],
        }});
        let (_, value, _) = run(&[], &text.to_string());
        let periods: Vec<&str> = value["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["values"]["period"].as_str().unwrap())
            .collect();
        assert!(periods.len() > 2);
        let sorted = if rises {
            periods.is_sorted()
        } else {
            periods.iter().rev().is_sorted()
        };
        assert!(sorted, "{order} {periods:?}");
    }
}

#[test]
fn what_cannot_be_answered_says_why() {
    let response = schema("schemas/response.schema.json");
    let party = ("F301", "EQ", json!(names::USUAL));
    for (text, category, reason, missing) in [
        // A required filter is missing.
        (intent("document", &[]), "missing_anchor", "missing_required_filters", json!(["counterparty"])),
        (intent("open_contract", &[]), "missing_anchor", "missing_required_filters", json!(["as_of_date"])),
        (intent("account_balance", &[]), "missing_anchor", "missing_required_filters", json!(["account"])),
        (intent("balance_document", &[]), "missing_anchor", "missing_required_filters", json!(["account"])),
        (
            intent("open_item", &[]),
            "missing_anchor",
            "missing_required_filters",
            json!(["counterparty|contract"]),
        ),
        (
            json!({"s": "IS", "tg": ["bank_operation"]}).to_string(),
            "missing_anchor",
            "missing_required_filters",
            json!(["counterparty"]),
        ),
        // An anchor is not known, or could be several.
        (
            intent("document", &[("F301", "EQ", json!("Нет такого"))]),
            "missing_anchor",
            "anchor_not_found",
            json!([]),
        ),
        (intent("document", &[("F301", "EQ", json!(names::AMBIGUOUS))]), "missing_anchor", "anchor_ambiguous", json!([])),
        (
            intent("account_balance", &[("F411", "EQ", json!("62' ИЛИ ИСТИНА"))]),
            "missing_anchor",
            "account_token_not_recognised",
            json!([]),
        ),
        (
            intent("account_balance", &[("F411", "EQ", json!("998"))]),
            "missing_anchor",
            "anchor_not_found",
            json!([]),
        ),
        // The recipe does not know the filter, the operator, the id or the output.
        (
            json!({"s": "IS", "tg": ["document"], "E": [{"txt": names::USUAL, "ty": "counterparty", "id": "x"}]})
                .to_string(),
            "recipe_visibility_gap",
            "filter_unknown_to_recipe",
            json!([]),
        ),
        (
            json!({"s": "IS", "o": "EXIST", "tg": ["document"], "C": {"flt": [{"f": "F301", "op": "EQ", "v": names::USUAL}]}})
                .to_string(),
            "recipe_visibility_gap",
            "filter_unknown_to_recipe",
            json!([]),
        ),
        (
            intent("document", &[party.clone(), ("F308", "EQ", json!("проведён"))]),
            "recipe_visibility_gap",
            "filter_unknown_to_recipe",
            json!([]),
        ),
        (
            intent("document", &[party.clone(), ("F306", "EQ", json!("Списание"))]),
            "recipe_visibility_gap",
            "filter_unknown_to_recipe",
            json!([]),
        ),
        (
            json!({"s": "IS", "tg": ["document"], "A": ["F306"], "C": {"flt": [{"f": "F301", "op": "EQ", "v": names::USUAL}]}})
                .to_string(),
            "recipe_visibility_gap",
            "filter_unknown_to_recipe",
            json!([]),
        ),
        (
            json!({"s": "IS", "tg": ["document"], "C": {"flt": [{"f": "F301", "op": "EQ", "v": names::USUAL}], "pg": {"off": 20}}})
                .to_string(),
            "recipe_visibility_gap",
            "filter_unknown_to_recipe",
            json!([]),
        ),
        // No recipe at all.
        (
            json!({"s": "IS", "tg": ["counterparty"]}).to_string(),
            "unsupported",
            "no_recipe_for_intent",
            json!([]),
        ),
        (
            json!({"s": "IS", "tg": ["document", "bank_operation"]}).to_string(),
            "unsupported",
            "compound_factual_query_is_detection_only",
            json!([]),
        ),
        // No row can lie in the window, or the query runs and finds nothing.
        (
            intent(
                "document",
                &[
                    party.clone(),
                    ("F303", "GE", json!("2025-01-01")),
                    ("F304", "EQ", json!("2024-01-01")),
                ],
            ),
            "empty_match",
            "period_window_is_empty",
            json!([]),
        ),
        (
            intent("document", &[("F301", "EQ", json!(names::UNPAID))]),
            "empty_match",
            "no_raw_rows",
            json!([]),
        ),
        (
            intent("open_contract", &[("F241", "EQ", json!("2021-12-31"))]),
            "empty_match",
            "no_raw_rows",
            json!([]),
        ),
    ] {
        let (exit, value, _) = run(&[], &text);
        assert_eq!(exit, 5, "{text} {value}");
        assert_eq!(value["response_type"], "LIMITED_WITH_REASON", "{text}");
        assert_eq!(value["limited_reason_category"], category, "{text}");
        assert_eq!(value["reasons"], json!([reason]), "{text}");
        assert_eq!(value["missing_required_filters"], missing, "{text}");
        assert_eq!(value["rows"], json!([]), "{text}");
        validate(&response, &value);
    }
    let count = json!({"s": "AGG", "tg": ["document"], "C": {"agg": {"m": [{"fn": "CNT"}]}}});
    let (exit, value, _) = run(&[], &count.to_string());
    assert_eq!(
        (exit, &value["reasons"]),
        (5, &json!(["no_recipe_for_intent"]))
    );
}

#[test]
fn a_recipe_that_is_planned_only_is_matched_and_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("address");
    std::fs::create_dir_all(book.join("queries")).unwrap();
    for part in ["", "queries"] {
        for entry in std::fs::read_dir(repository("codebook/address").join(part)).unwrap() {
            let file = entry.unwrap();
            if file.file_type().unwrap().is_file() {
                std::fs::copy(file.path(), book.join(part).join(file.file_name())).unwrap();
            }
        }
    }
    std::fs::copy(
        repository("codebook/core.yaml"),
        folder.path().join("core.yaml"),
    )
    .unwrap();
    let recipes = book.join("recipes.yaml");
    let text = std::fs::read_to_string(&recipes).unwrap();
    std::fs::write(
        &recipes,
        text.replacen("state: runnable", "state: planned", 1),
    )
    .unwrap();
    let arguments = ["run", "--domain", book.to_str().unwrap()];
    let (exit, value, _) = answer(&pipe(&arguments, &intent("period_coverage", &[])));
    assert_eq!(
        (exit, &value["reasons"]),
        (5, &json!(["recipe_not_executable_yet"]))
    );
}

#[test]
fn an_operator_the_recipe_does_not_know_is_named() {
    for (operator, value) in [("CT", json!("Приб")), ("IN", json!([names::USUAL]))] {
        let (exit, answer, _) = run(&[], &intent("document", &[("F301", operator, value)]));
        assert_eq!(exit, 5);
        assert!(
            answer["limitations"][0]
                .as_str()
                .unwrap()
                .starts_with("counterparty: "),
            "{answer}"
        );
    }
}

#[test]
fn an_ambiguous_anchor_comes_with_its_candidates() {
    let (_, value, _) = run(
        &[],
        &intent("document", &[("F301", "EQ", json!(names::AMBIGUOUS))]),
    );
    let candidates = value["clarify"]["reasons"][0]["candidates"]
        .as_array()
        .unwrap();
    let labels: Vec<&str> = candidates
        .iter()
        .map(|candidate| candidate["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, [names::AMBIGUOUS_ONES[0], names::AMBIGUOUS_ONES[2]]);
    assert_eq!(
        value["clarify"]["reasons"][0]["path"],
        "/constraints/filters/0"
    );
    // What a candidate says to say means it and no other.
    let code = candidates[1]["code"].as_str().unwrap();
    let (exit, value, _) = run(&[], &intent("document", &[("F301", "EQ", json!(code))]));
    assert_eq!((exit, &value["returned"]), (0, &json!(90)));
}

#[test]
fn a_contract_is_looked_for_among_those_of_its_owner() {
    let text = intent(
        "open_contract",
        &[
            ("F241", "EQ", json!("2026-03-31")),
            ("F244", "EQ", json!(names::BUSY)),
            ("F245", "EQ", json!("8/2024")),
        ],
    );
    let (_, value, _) = run(&[], &text);
    let limitation = value["limitations"][0].as_str().unwrap();
    assert_eq!(
        limitation,
        format!("contract: `8/2024` is not among those of `{}`", names::BUSY)
    );
}

#[test]
fn contracts_of_one_name_are_told_by_their_owners() {
    let shared = ("F302", "EQ", json!(names::SHARED_CONTRACT));
    let (_, value, _) = run(&[], &intent("document", std::slice::from_ref(&shared)));
    assert_eq!(value["reasons"], json!(["anchor_ambiguous"]));
    let hint = value["hints"][0].as_str().unwrap();
    assert!(hint.ends_with("назовите и контрагента"), "{hint}");
    let owner = ("F301", "EQ", json!(names::RETAIL));
    let (exit, value, _) = run(&["--limit", "1"], &intent("document", &[shared, owner]));
    assert_eq!((exit, &value["returned"]), (0, &json!(1)), "{value}");
    // Contracts of one number have names of their own, and those are enough.
    let number = ("F302", "EQ", json!("П-284"));
    let (_, value, _) = run(&[], &intent("document", &[number]));
    assert!(
        !value["hints"].to_string().contains("нескольких"),
        "{value}"
    );
}

#[test]
fn every_bound_that_is_said_holds() {
    let party = ("F301", "EQ", json!(names::BUSY));
    let text = intent(
        "document",
        &[
            party,
            ("F303", "LE", json!("2024-12-31")),
            ("F304", "EQ", json!("2023-12-31")),
        ],
    );
    // Which of the two days it ends on, nobody knows.
    let (_, value, _) = run(&["--limit", "1"], &text);
    assert_eq!(value["reasons"], json!(["dates_disagree"]), "{value}");
    // The turnover is that of the period said, which opens with what the day before ended with.
    let account = |filters: &[(&str, &str, Value)]| {
        let mut all = vec![("F411", "EQ", json!("51"))];
        all.extend_from_slice(filters);
        run(&["--limit", "1"], &intent("account_balance", &all)).1["summary"].clone()
    };
    let window = ("F413", "BT", json!(["2024-01-01", "2024-03-31"]));
    let said = account(&[window.clone(), ("F412", "EQ", json!("2024-03-31"))]);
    assert_eq!(account(&[window]), said);
    let summary = said.as_str().unwrap();
    assert!(
        summary.contains("на 31.03.2024") && summary.contains("обороты с 01.01.2024"),
        "{summary}"
    );
    let before = account(&[("F412", "EQ", json!("2023-12-31"))]);
    let opening = before.as_str().unwrap().split([':', ';']).nth(1).unwrap();
    assert!(summary.contains(&format!("; на начало 01.01.2024:{opening};")));
}

#[test]
fn dates_beyond_the_calendar_of_1c_bound_nothing() {
    let rows = |day: &str| {
        let (exit, value, _) = run(&[], &intent("open_contract", &[("F241", "EQ", json!(day))]));
        assert_eq!(exit, 0, "{day} {value}");
        value["returned"].clone()
    };
    assert_eq!(rows("9999-12-31"), rows("3999-12-31"));
    assert_eq!(rows("3999-12-30"), rows("2026-12-31"));
}

#[test]
fn an_unknown_field_is_a_question_with_candidates() {
    let (exit, value, stderr) = run(
        &[],
        &intent("document", &[("F3O1", "EQ", json!(names::USUAL))]),
    );
    assert_eq!(exit, 3);
    assert_eq!(value["response_type"], "CLARIFY");
    assert_eq!(
        value["clarify"]["reasons"][0]["candidates"][0]["code"],
        "F301"
    );
    assert!(stderr.contains("DEC031"), "{stderr}");
    validate(&schema("schemas/response.schema.json"), &value);
}

#[test]
fn broken_json_is_rejected_with_its_place() {
    let (exit, value, stderr) = run(&[], "{\"s\":\"IS\",\n\"tg\":[\"document\"");
    assert_eq!(exit, 4);
    assert_eq!(value["reasons"], json!(["DEC006"]));
    assert!(
        value["limitations"][0]
            .as_str()
            .unwrap()
            .contains("line 2, column 17"),
        "{value}"
    );
    assert!(stderr.contains("DEC006 unexpected-end"), "{stderr}");
}

#[test]
fn hostile_values_are_only_values() {
    for value in [
        "'; УНИЧТОЖИТЬ Т --",
        "&Контрагент",
        "%",
        "_",
        "[а-я]",
        "a\nb",
        "ИЛИ ИСТИНА",
        "\\",
    ] {
        let (exit, answer, _) = run(&[], &intent("document", &[("F301", "EQ", json!(value))]));
        assert_eq!(exit, 5, "{answer}");
        assert_eq!(
            answer["limited_reason_category"], "missing_anchor",
            "{value} {answer}"
        );
    }
    // A name with special characters of masks is found by the whole of it.
    for (_, value) in names::SPECIAL {
        let (_, answer, _) = run(&[], &intent("document", &[("F301", "EQ", json!(value))]));
        let missing = json!(["anchor_not_found"]);
        assert_ne!(answer["reasons"], missing, "{value} {answer}");
    }
}

#[test]
fn the_envelope_is_beside_the_response() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("debug.jsonl");
    let path = path.to_str().unwrap();
    let envelope_schema = schema("schemas/debug-envelope.schema.json");
    let response_schema = schema("schemas/response.schema.json");
    let texts = [
        BALANCE.to_owned(),
        intent("document", &[("F301", "EQ", json!(names::AMBIGUOUS))]),
        intent("document", &[]),
        intent("document", &[("F999", "EQ", json!("x"))]),
        "{".to_owned(),
        json!({"s": "AGG", "tg": ["document"], "C": {"agg": {"m": [{"fn": "CNT"}]}}}).to_string(),
    ];
    let kept = ["--debug-names", "--debug-out", path, "--debug-sync"];
    let responses: Vec<Value> = texts.iter().map(|text| run(&kept, text).1).collect();
    let lines = std::fs::read_to_string(path).unwrap();
    let envelopes = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let envelopes: Vec<Value> = envelopes.collect();
    assert_eq!(envelopes.len(), responses.len());
    for (envelope, response) in envelopes.iter().zip(&responses) {
        validate(&envelope_schema, envelope);
        validate(&response_schema, response);
        assert_eq!(envelope["trace_id"], response["trace_id"]);
        let keys = [
            "reasoning",
            "explain",
            "router_scores",
            "decode",
            "address",
            "assistant",
        ];
        for key in keys {
            assert!(envelope.get(key).is_some(), "{key}");
            assert!(response.get(key).is_none(), "{key}");
        }
    }
    // The account of what was chosen is that of the plan; a text that was not planned has none.
    for (envelope, is_planned) in [(&envelopes[0], true), (&envelopes[4], false)] {
        let reasoning = envelope["reasoning"].as_str().unwrap();
        let mut scores = envelope["router_scores"].as_array().unwrap().iter();
        let has_chosen = scores.any(|own| own["score"] == json!(1));
        let told = (!reasoning.starts_with("no plan: "), has_chosen);
        assert_eq!(told, (is_planned, is_planned), "{envelope}");
    }
    let block = &envelopes[0]["address"];
    let recipe = "address_movements_account_snapshot_v1";
    assert_eq!(block["selected_recipe"], recipe);
    assert_eq!(block["mcp_call_status"], "matched_non_empty");
    assert_eq!(block["account_token_normalized"], "62");
    assert_eq!(block["account_scope_accounts"], json!(["62"]));
    assert_eq!(block["rows_fetched"], 4);
    assert_eq!(block["rows_matched"], 3);
    let block = &envelopes[1]["address"];
    assert_eq!(block["anchor_type"], "counterparty");
    assert_eq!(block["ambiguity_count"], 2);
    assert_eq!(block["mcp_call_status"], "skipped");
    // Whatever became of a text, its envelope has the block of the lane.
    for envelope in &envelopes[3..] {
        let block = &envelope["address"];
        assert_eq!(block["mcp_call_status"], "skipped", "{envelope}");
        assert_eq!(block["detected_mode"], "unsupported", "{envelope}");
        assert_eq!(block["selected_recipe"], Value::Null, "{envelope}");
    }
    assert_eq!(envelopes[3]["address"]["response_type"], "CLARIFY");
    let reasons = &envelopes[4]["address"]["reasons"];
    assert_eq!(reasons, &json!(["DEC006"]));
    // No value of a row is in an envelope; a value of a filter is.
    assert!(!lines.contains("Реализация"), "{lines}");
    assert!(lines.contains(names::AMBIGUOUS));
}

#[test]
fn a_torn_line_spoils_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("debug.jsonl");
    std::fs::write(&path, "{\"version\":1,\"tra").unwrap();
    run(&["--debug-out", path.to_str().unwrap()], BALANCE);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(serde_json::from_str::<Value>(lines[1]).is_ok());
}
