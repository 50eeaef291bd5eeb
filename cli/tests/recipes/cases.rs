//! Every case as it says, and everything that must occur at least once among them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::asked::Asked;
use crate::case::Case;
use crate::common::{schema, validate};
use crate::oracle::{Oracle, Table};
use crate::unsaid::{NEVER_SAID, Unsaid};

#[tokio::test]
async fn each_case_is_answered_as_it_says() {
    let oracle = Oracle::new().await;
    let mut unsaid = Unsaid::all();
    let response_schema = schema("schemas/response.schema.json");
    let envelope_schema = schema("schemas/debug-envelope.schema.json");
    for case in Case::all() {
        let asked = Asked::of(&case, &oracle.path);
        validate(&response_schema, &asked.response);
        validate(&envelope_schema, &asked.envelope);
        unsaid.hear(&asked.envelope["address"]);
        explained(&case.name, &asked.response);
        let lines = asked.lines();
        let lines: BTreeMap<&str, &str> = (lines.iter())
            .map(|(key, line)| (*key, line.as_str()))
            .collect();
        assert_eq!(lines, case.expected(), "{}: {}", case.name, asked.response);
        let rows = asked.response["rows"].as_array().unwrap();
        match &case.rows {
            None => assert!(
                rows.is_empty(),
                "{} has rows and no SQL for them",
                case.name
            ),
            Some(sql) => {
                let table = oracle.table(sql).await;
                assert!(
                    !table.1.is_empty(),
                    "{} has SQL and no rows for it",
                    case.name
                );
                same(&case.name, rows, &table);
            }
        }
        dated(&case, &asked.response, &oracle).await;
        let summary = asked.response["summary"].as_str().unwrap();
        let is_summary = case.says("answer") == "FACTUAL_SUMMARY";
        assert_eq!(is_summary, case.totals.is_some(), "{}", case.name);
        if let Some(sql) = &case.totals {
            let (_, totals) = oracle.table(sql).await;
            assert_eq!(totals.len(), 1, "{}", case.name);
            let summary = as_in_sql(summary);
            for value in totals[0].iter().flatten() {
                assert!(
                    summary.contains(value.as_str()),
                    "{}: {value} is not in {summary}",
                    case.name
                );
            }
        }
    }
    assert_eq!(unsaid.members(), NEVER_SAID);
}

/// An answer of a recipe that the server was asked for says the day of the last posting, of the firm that was asked about.
async fn dated(case: &Case, response: &Value, oracle: &Oracle) {
    let day = response["data_through"].as_str();
    if case.fault().is_none() {
        let was_asked = !["skipped", "error"].contains(&case.says("status"));
        let is_profile = case.says("recipe").contains("_profile_");
        assert_eq!(day.is_some(), was_asked && !is_profile, "{}", case.name);
    }
    let Some(day) = day else { return };
    let anchors = response["anchors"].as_array().unwrap();
    let mut firms = anchors
        .iter()
        .filter(|anchor| anchor["filter"] == "organization");
    let firm = firms
        .next()
        .map(|anchor| anchor["element"]["presentation"].as_str().unwrap());
    let is_of_firm = firm.map_or("1".to_owned(), |firm| format!("organization = '{firm}'"));
    let sql = format!("SELECT substr(max(period), 1, 10) FROM movement WHERE {is_of_firm}");
    let (_, last) = oracle.table(&sql).await;
    assert_eq!(last[0][0].as_deref(), Some(day), "{response}");
    let summary = as_in_sql(response["summary"].as_str().unwrap());
    assert!(
        summary.ends_with(&format!("; данные по {day}")),
        "{summary}"
    );
}

/// A summary with its figures and days as SQL gives them: `17 193 057,52` as `17193057.52`, `31.03.2026` as `2026-03-31`.
fn as_in_sql(summary: &str) -> String {
    let letters: Vec<char> = summary.chars().collect();
    let digits = |from: usize, count: usize| {
        let part = letters.get(from..from + count);
        part.is_some_and(|part| part.iter().all(char::is_ascii_digit))
    };
    let mut text = String::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let is_day = digits(at, 2) && digits(at + 3, 2) && digits(at + 6, 4);
        if is_day && letters[at + 2] == '.' && letters[at + 5] == '.' {
            let part =
                |from: usize, count: usize| letters[from..from + count].iter().collect::<String>();
            text.push_str(&format!(
                "{}-{}-{}",
                part(at + 6, 4),
                part(at + 3, 2),
                part(at, 2)
            ));
            at += 10;
            continue;
        }
        let in_figure = at > 0 && letters[at - 1].is_ascii_digit();
        match letter {
            ' ' if in_figure && digits(at + 1, 3) => {}
            ',' if in_figure && digits(at + 1, 1) => text.push('.'),
            other => text.push(*other),
        }
        at += 1;
    }
    text
}

/// An answer without facts has a code, and says what is missing or what is to be seen and done.
fn explained(name: &str, response: &Value) {
    let any = |key: &str| !response[key].as_array().unwrap().is_empty();
    if response["response_type"] == "LIMITED_WITH_REASON" {
        assert!(any("reasons"), "{name}: {response}");
        assert!(any("hints"), "{name}: {response}");
        assert!(
            any("missing_required_filters") || any("limitations") || any("filters_applied"),
            "{name}: {response}"
        );
    }
}

/// Rows of an answer against rows of SQL, in the columns that the SQL names.
fn same(name: &str, rows: &[Value], (columns, expected): &Table) {
    assert_eq!(rows.len(), expected.len(), "{name}");
    for (row, expected) in rows.iter().zip(expected) {
        for (column, cell) in columns.iter().zip(expected) {
            let found = &row["values"][column];
            let same = match (cell, found) {
                (None, Value::Null) => true,
                (Some(cell), Value::Bool(yes)) => (cell == "1") == *yes,
                (Some(cell), Value::String(text)) => cell == text,
                (Some(cell), Value::Number(number)) => cell.parse().ok() == number.as_f64(),
                _ => false,
            };
            assert!(
                same,
                "{name}: {column} is {found}, by hand {cell:?}, in {row} {expected:?}"
            );
        }
    }
}

/// Rows of a short page, and pages that are looked at of each answer.
const PAGE: usize = 7;
const PAGES: usize = 4;

#[tokio::test]
async fn short_pages_are_the_beginning_of_the_whole_whatever_it_fell_back_to() {
    let oracle = Oracle::new().await;
    for case in Case::all() {
        if case.says("answer") == "LIMITED_WITH_REASON" || case.fault().is_some() {
            continue;
        }
        let answer = Asked::of(&case, &oracle.path).response;
        let whole = answer["rows"].as_array().unwrap();
        let mut rows: Vec<Value> = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let limit = PAGE.to_string();
            let mut more = vec!["--limit", limit.as_str()];
            more.extend(
                cursor
                    .iter()
                    .flat_map(|cursor| ["--cursor", cursor.as_str()]),
            );
            let page = Asked::with(&case, &oracle.path, &more).response;
            rows.extend(page["rows"].as_array().unwrap().iter().cloned());
            cursor = page["next_cursor"].as_str().map(str::to_owned);
            // Totals are those of the question, and a page that ends early has a cursor.
            if case.totals.is_some() {
                assert_eq!(page["summary"], answer["summary"], "{}", case.name);
            }
            assert_eq!(page["truncated"], cursor.is_some(), "{}", case.name);
            // What the first page fell back to holds for all.
            for code in FALLBACKS {
                let has = |said: &str| said.contains(code);
                assert_eq!(
                    has(&page["limitations"].to_string()),
                    has(case.says("limitations")),
                    "{} {code}",
                    case.name
                );
            }
            if cursor.is_none() {
                break;
            }
        }
        let seen = rows.len().min(whole.len());
        assert!(
            seen == whole.len() || seen == PAGE * PAGES,
            "{}: {seen}",
            case.name
        );
        assert_eq!(rows[..seen], whole[..seen], "{}", case.name);
    }
}

/// What must occur, by the line of a case that says it.
const MUST_OCCUR: &[(&str, &[&str])] = &[
    (
        "answer",
        &["FACTUAL_LIST", "FACTUAL_SUMMARY", "LIMITED_WITH_REASON"],
    ),
    ("mode", &["address_query", "deep_analysis", "unsupported"]),
    (
        "reason",
        &[
            "empty_match",
            "missing_anchor",
            "recipe_visibility_gap",
            "execution_error",
            "unsupported",
            "none",
        ],
    ),
    (
        "readiness",
        &[
            "LIVE_QUERYABLE",
            "LIVE_QUERYABLE_WITH_LIMITS",
            "REQUIRES_SPECIALIZED_RECIPE",
            "DEEP_ONLY",
            "UNKNOWN",
        ],
    ),
    (
        "status",
        &[
            "skipped",
            "error",
            "no_raw_rows",
            "raw_rows_received_but_not_materialized",
            "materialized_but_not_anchor_matched",
            "materialized_but_filtered_out_by_recipe",
            "matched_non_empty",
        ],
    ),
    (
        "legacy",
        &[
            "skipped",
            "error",
            "no_raw_rows",
            "raw_rows_received_but_not_materialized",
            "materialized_but_not_matched",
            "matched_non_empty",
        ],
    ),
    (
        "drop",
        &[
            "none",
            "dropped_by_account_scope_filter",
            "missing_period_and_registrator_fields",
            "missing_period_field",
            "missing_registrator_field",
            "unknown_row_shape",
        ],
    ),
    (
        "scope",
        &["strict", "held", "given_up", "no_accounts", "not_reached"],
    ),
];

/// Codes of fallbacks, each of which must be in the limitations of some answer with facts; two are the specification's.
const FALLBACKS: &[&str] = &[
    "account_scope_fallback_to_raw_rows",
    "documents_fallback_to_bank_rows",
    "documents_fallback_to_anchor_rows",
    "period_window_auto_broadened_to_available_data",
    "anchor_not_matched_fallback_rows",
];

#[test]
fn everything_occurs() {
    let cases = Case::all();
    assert!(cases.len() >= 40, "{}", cases.len());
    let said = |key: &str| -> BTreeSet<&str> { cases.iter().map(|case| case.says(key)).collect() };
    for (key, members) in MUST_OCCUR {
        let expected: BTreeSet<&str> = members.iter().copied().collect();
        assert_eq!(said(key), expected, "{key}");
    }
    let facts = |case: &&Case| case.says("answer") != "LIMITED_WITH_REASON";
    for fallback in FALLBACKS {
        let mut with_facts = cases.iter().filter(facts);
        assert!(
            with_facts.any(|case| case
                .says("limitations")
                .split(" | ")
                .any(|code| code == *fallback)),
            "{fallback}"
        );
    }
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    let answered: BTreeSet<&str> = (cases.iter().filter(facts))
        .map(|case| case.says("recipe"))
        .collect();
    // The seed's thirteen recipes come first. The others are tested by `accountant`.
    for recipe in catalogue.address.as_ref().unwrap().recipes.iter().take(13) {
        assert!(
            answered.contains(recipe.id.as_ref()),
            "{} has no case with facts",
            recipe.id
        );
    }
    let questions: BTreeSet<&str> = said("question");
    assert_eq!(questions.len(), cases.len(), "a question is asked twice");
}
