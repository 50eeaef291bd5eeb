//! Rows of one moment at the border of a page, caps, and ledgers that change between pages.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::made_up::{MadeUp, numbers, question};
use crate::walk::{page, walk};

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// What the answer to the last page says of rows that no cursor reaches.
fn out_of_reach(answer: &Value) -> Option<&str> {
    let limitations = answer["limitations"].as_array().unwrap().iter();
    limitations
        .filter_map(Value::as_str)
        .find_map(|limitation| limitation.strip_prefix("next_page_out_of_reach: "))
}

/// Most documents of one day.
fn widest(days: &[u32]) -> usize {
    let of = |day: &u32| days.iter().filter(|other| *other == day).count();
    days.iter().map(of).max().unwrap_or(0)
}

proptest! {
    #[test]
    fn every_row_comes_once_and_in_order(
        days in prop::collection::vec(1_u32..5, 1..14),
        limit in 1_u32..16,
        cap in 2_u32..20,
        newest_first in any::<bool>(),
    ) {
        let server = MadeUp::on(&days, cap);
        let mut whole = server.numbers("51");
        if !newest_first {
            whole.reverse();
        }
        let (rows, last) = block_on(walk(&server, &question(newest_first), limit));
        let rows = numbers(&rows);
        match out_of_reach(&last) {
            None => {
                prop_assert_eq!(rows, whole);
                prop_assert_eq!(&last["truncated"], false);
            }
            // As many rows of one moment as the server gives at once: what came before them is whole all the same.
            Some(_) => {
                prop_assert!(widest(&days) >= usize::try_from(cap).unwrap());
                prop_assert_eq!(&last["truncated"], true);
                prop_assert_eq!(&rows, &whole[..rows.len()]);
            }
        }
    }

    #[test]
    fn the_scope_of_the_first_page_is_that_of_all(
        days in prop::collection::vec(1_u32..5, 1..12),
        outside in prop::collection::vec(any::<bool>(), 12),
        limit in 1_u32..8,
    ) {
        let mut server = MadeUp::on(&days, 1000);
        for (document, outside) in server.documents.iter_mut().zip(outside) {
            document.account = if outside { "57" } else { "51" };
        }
        let sorted = {
            let mut all = server.documents.clone();
            all.sort_by_key(|document| std::cmp::Reverse((document.day, document.number)));
            all
        };
        // The first page looks at one row more than it shows.
        let looked_at = usize::try_from(limit + 1).unwrap();
        let held = sorted.iter().take(looked_at).any(|document| document.account == "51");
        let (rows, last) = block_on(walk(&server, &question(true), limit));
        prop_assert_eq!(&last["truncated"], false);
        let expected: Vec<usize> = (sorted.iter())
            .filter(|document| !held || document.account == "51")
            .map(|document| document.number)
            .collect();
        prop_assert_eq!(numbers(&rows), expected);
    }
}

#[tokio::test]
async fn a_border_within_one_moment_loses_and_repeats_nothing() {
    let server = MadeUp::on(&[3, 2, 2, 2, 2, 1], 1000);
    for limit in 1..=6 {
        let (rows, _) = walk(&server, &question(true), limit).await;
        assert_eq!(numbers(&rows), [1, 5, 4, 3, 2, 6], "by {limit}");
    }
}

#[tokio::test]
async fn more_rows_of_one_moment_than_a_call_gives_are_said_to_be_out_of_reach() {
    let server = MadeUp::on(&[3, 2, 2, 2, 2, 1], 3);
    let (rows, last) = walk(&server, &question(true), 2).await;
    assert_eq!(numbers(&rows), [1, 5, 4, 3]);
    assert_eq!(
        (&last["truncated"], out_of_reach(&last)),
        (
            &json!(true),
            Some("more rows have one moment than the server gives at once")
        )
    );
    assert_eq!(last["response_type"], "FACTUAL_LIST");
}

#[tokio::test]
async fn a_page_without_fitting_rows_goes_on() {
    let mut server = MadeUp::on(&[5, 4, 3, 2, 1], 1000);
    for document in &mut server.documents[1..4] {
        document.account = "57";
    }
    let (first, _) = page(&server, &question(true), 1, None).await;
    assert_eq!(numbers(first["rows"].as_array().unwrap()), [1]);
    let (second, _) = page(&server, &question(true), 1, first["next_cursor"].as_str()).await;
    assert_eq!(second["limited_reason_category"], "empty_match");
    assert_eq!(
        second["summary"],
        "No row of this page fits, and there are more"
    );
    assert_eq!(second["truncated"], true);
    let (rows, last) = walk(&server, &question(true), 1).await;
    assert_eq!(
        (numbers(&rows), &last["truncated"]),
        (vec![1, 5], &json!(false))
    );
}

#[tokio::test]
async fn elements_that_are_no_rows_hide_none() {
    let mut server = MadeUp::on(&[2, 2, 2, 1, 1], 1000);
    server.unreadable = 1;
    for limit in 2..12 {
        let (rows, last) = walk(&server, &question(true), limit).await;
        let whole = server.numbers("51");
        assert_eq!(numbers(&rows), whole[..rows.len()], "by {limit}");
        assert!(
            rows.len() == whole.len() || out_of_reach(&last).is_some(),
            "by {limit} {last}"
        );
    }
}

fn says(answer: &Value, limitation: &str) -> bool {
    let mut said = answer["limitations"].as_array().unwrap().iter();
    said.any(|said| said == limitation)
}

#[tokio::test]
async fn what_is_not_shown_is_counted_and_said() {
    // Of ten elements five are no rows.
    let mut server = MadeUp::on(&[5, 4, 3, 2, 1], 1000);
    server.unreadable = 1;
    let (answer, envelope) = page(&server, &question(true), 20, None).await;
    assert_eq!(answer["returned"], 5);
    assert!(says(&answer, "rows_unreadable: 5"), "{answer}");
    assert_eq!(envelope["address"]["rows_unreadable"], 5);
    let readiness = &envelope["address"]["runtime_readiness"];
    assert_eq!(readiness, "LIVE_QUERYABLE_WITH_LIMITS");
    // None of them is: that is not the same as no rows, and nothing else is looked for.
    server.is_unreadable = true;
    let (answer, envelope) = page(&server, &question(true), 20, None).await;
    assert_eq!(answer["limited_reason_category"], "recipe_visibility_gap");
    let code = "raw_rows_received_but_not_materialized";
    assert_eq!(answer["reasons"], json!([code]));
    assert!(says(&answer, "rows_unreadable: 10"), "{answer}");
    let block = &envelope["address"];
    assert_eq!(
        (
            &block["mcp_call_status"],
            &block["materialization_drop_reason"]
        ),
        (&json!(code), &json!("unknown_row_shape"))
    );
    assert_eq!(block["ways_tried"].as_array().unwrap().len(), 1);
    // A scope that is only preferred leaves rows out, and says how many.
    let mut server = MadeUp::on(&[5, 4, 3], 1000);
    server.documents[1].account = "57";
    let (answer, _) = page(&server, &question(true), 20, None).await;
    assert_eq!(answer["returned"], 2);
    assert!(says(&answer, "rows_outside_account_scope: 1"), "{answer}");
}

#[tokio::test]
async fn what_changes_between_pages_is_seen_or_said() {
    let before = MadeUp::on(&[3, 2, 2, 1], 1000);
    let (first, _) = page(&before, &question(true), 2, None).await;
    assert_eq!(numbers(first["rows"].as_array().unwrap()), [1, 3]);
    let cursor = first["next_cursor"].as_str();
    let with = |day: u32, number: usize| {
        let mut changed = before.clone();
        let mut document = changed.documents[0].clone();
        (document.day, document.number) = (day, number);
        changed.documents.push(document);
        changed
    };
    let without = |number: usize| {
        let mut changed = before.clone();
        changed
            .documents
            .retain(|document| document.number != number);
        changed
    };
    for (what, changed, rows) in [
        ("nothing", before.clone(), Some(vec![2, 4])),
        ("a newer one", with(4, 9), Some(vec![2, 4])),
        (
            "one ahead, at the moment of the border",
            with(2, 9),
            Some(vec![2, 4]),
        ),
        (
            "one behind, at the moment of the border",
            with(2, 0),
            Some(vec![2, 0, 4]),
        ),
        ("the first one gone", without(1), Some(vec![2, 4])),
        ("the next one gone", without(2), Some(vec![4])),
        ("the last one gone", without(3), None),
    ] {
        let (answer, envelope) = page(&changed, &question(true), 5, cursor).await;
        match rows {
            Some(rows) => {
                assert_eq!(numbers(answer["rows"].as_array().unwrap()), rows, "{what}");
            }
            None => {
                assert_eq!(answer["reasons"], json!(["cursor_row_gone"]), "{what}");
                assert_eq!(answer["rows"], json!([]), "{what}");
                assert_eq!(envelope["address"]["rows_fetched"], 2, "{what}");
            }
        }
    }
    let (answer, _) = page(&without(2), &question(true), 5, cursor).await;
    assert_eq!(answer["truncated"], false);
    let mut ended = without(2);
    ended.documents.retain(|document| document.day > 1);
    let (answer, _) = page(&ended, &question(true), 5, cursor).await;
    assert_eq!(answer["reasons"], json!(["no_rows_after_cursor"]));
    let other = MadeUp {
        party: "another",
        ..before
    };
    let (answer, _) = page(&other, &question(true), 5, cursor).await;
    assert_eq!(
        (&answer["limited_reason_category"], &answer["reasons"]),
        (
            &json!("missing_anchor"),
            &json!(["anchor_changed_since_cursor"])
        )
    );
}
