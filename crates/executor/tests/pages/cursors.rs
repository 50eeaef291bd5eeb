//! Cursors that do not belong to the question, as the library answers them.

use aes_gcm_siv::aead::{Aead, KeyInit, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use serde_json::{Value, json};

use crate::made_up::{MadeUp, question};
use crate::names;
use crate::walk::{KEY, intent, page};

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
            intent("document", &[("F301", "EQ", json!(names::PART_OF_USUAL))]),
            false,
        ),
        (
            "another recipe",
            intent("open_contract", &[("F241", "EQ", json!("2026-01-31"))]),
            false,
        ),
        (
            "a recipe over the same rows",
            intent("bank_operation", &[("F311", "EQ", json!(names::USUAL))]),
            false,
        ),
        ("a filter that is missing", intent("document", &[]), false),
        ("no recipe", intent("counterparty", &[]), false),
        (
            "two questions",
            json!({"s": "IS", "tg": ["document", "bank_operation"]}),
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
    let party = ("F301", "EQ", json!(names::USUAL));
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

/// A cursor with another way to rows, sealed with the key of these tests.
fn on_another_way(cursor: &str, way: u8) -> String {
    let bytes = (0..cursor.len() / 2).map(|at| u8::from_str_radix(&cursor[2 * at..2 * at + 2], 16));
    let bytes: Vec<u8> = bytes.map(Result::unwrap).collect();
    let (key, nonce) = (Aes256GcmSiv::new(&KEY.into()), Nonce::default());
    let (aad, msg) = bytes.split_at(1);
    let mut body = key.decrypt(&nonce, Payload { msg, aad }).unwrap();
    body[0] = way;
    let sealed = key.encrypt(&nonce, Payload { msg: &body, aad });
    let bytes = [aad, &sealed.unwrap()].concat();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_cursor_takes_no_way_that_the_recipe_does_not_have() {
    let server = MadeUp::on(&[3, 2, 1], 1000);
    let all = question(true);
    let mut since = all.clone();
    let filter = json!({"f": "F303", "op": "GE", "v": "2026-01-01"});
    since["C"]["flt"].as_array_mut().unwrap().push(filter);
    let (held, open, available, bank, owners, none) = (0, 1, 2, 4, 8, 12);
    for (intent, way, goes_on) in [
        (&all, held, true),
        (&all, open, true),
        (&all, available, false),
        (&since, available, true),
        (&since, bank, false),
        (&since, owners, false),
    ] {
        let (first, _) = page(&server, intent, 1, None).await;
        let cursor = on_another_way(first["next_cursor"].as_str().unwrap(), way);
        let (answer, _) = page(&server, intent, 1, Some(&cursor)).await;
        let refused = answer["reasons"] == json!(["cursor_way_gone"]);
        assert_eq!(refused, !goes_on, "{way} {answer}");
        assert_eq!(answer["returned"], u8::from(goes_on), "{way} {answer}");
        if way == available && goes_on {
            let limitation = json!("period_window_auto_broadened_to_available_data");
            assert!(
                answer["limitations"]
                    .as_array()
                    .unwrap()
                    .contains(&limitation),
                "{answer}"
            );
        }
    }
    let (first, _) = page(&server, &all, 1, None).await;
    let made_up = on_another_way(first["next_cursor"].as_str().unwrap(), none);
    assert!(cmec_executor::Cursor::parse(&made_up).is_err());
}
