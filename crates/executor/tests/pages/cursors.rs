//! Cursors that do not belong to the question, as the library answers them.

use serde_json::{Value, json};

use crate::made_up::{MadeUp, question};
use crate::walk::{intent, page};

#[tokio::test]
async fn a_cursor_goes_on_with_its_own_question_only() {
    let server = MadeUp::on(&[3, 2, 1], 1000);
    let own = question(true);
    let (first, _) = page(&server, &own, 1, None).await;
    let cursor = first["next_cursor"].as_str();
    let with = |field: &str, operator: &str, value: Value| {
        let mut intent = own.clone();
        let filter = json!({"f": field, "op": operator, "v": value});
        intent["C"]["flt"].as_array_mut().unwrap().push(filter);
        intent
    };
    let mut same = own.clone();
    same["C"]["srt"] = json!([{"f": "F303", "ord": "D"}]);
    for (what, intent, goes_on) in [
        ("itself", own.clone(), true),
        ("the default order, said", same, true),
        ("another order", question(false), false),
        (
            "one filter more",
            with("F303", "GE", json!("2020-01-01")),
            false,
        ),
        (
            "another value",
            intent("document", &[("F301", "EQ", json!("Прибор"))]),
            false,
        ),
        (
            "another recipe",
            intent("open_contract", &[("F241", "EQ", json!("2026-01-31"))]),
            false,
        ),
        (
            "a recipe that is not run",
            intent("bank_operation", &[("F311", "EQ", json!("Приборист"))]),
            false,
        ),
        ("a filter that is missing", intent("document", &[]), false),
        ("no recipe", intent("counterparty", &[]), false),
        (
            "two questions",
            json!({"s": "IS", "tg": ["document", "bank_operation"]}),
            false,
        ),
        (
            "no lane",
            json!({"s": "AGG", "tg": ["document"], "C": {"agg": {"m": [{"fn": "CNT"}]}}}),
            false,
        ),
    ] {
        let (answer, envelope) = page(&server, &intent, 1, cursor).await;
        let refused = answer["reasons"] == json!(["cursor_of_another_question"]);
        assert_eq!(refused, !goes_on, "{what} {answer}");
        assert_eq!(
            answer["rows"].as_array().unwrap().is_empty(),
            refused,
            "{what}"
        );
        let guards = envelope["guardrails"].as_array().unwrap();
        let guard = guards
            .iter()
            .find(|guard| guard["name"] == "cursor_is_of_this_question");
        assert_eq!(guard.unwrap()["tripped"], refused, "{what}");
    }
}

#[tokio::test]
async fn filters_are_the_same_in_any_order() {
    let server = MadeUp::on(&[3, 2, 1], 1000);
    let party = ("F301", "EQ", json!("Приборист"));
    let since = ("F303", "GE", json!("2020-01-01"));
    let (first, _) = page(
        &server,
        &intent("document", &[party.clone(), since.clone()]),
        1,
        None,
    )
    .await;
    let turned = intent("document", &[since, party]);
    let (second, _) = page(&server, &turned, 7, first["next_cursor"].as_str()).await;
    assert_eq!(second["returned"], 2, "{second}");
}
