//! The demonstration ledger: pages of any length make up the whole.

use std::sync::Arc;
use std::time::Duration;

use cmec_demo::one_c::answer::answer;
use cmec_demo::one_c::codec::{Codec, Request};
use cmec_demo::one_c::{DEFAULT_SEED, Ledger, Query};
use cmec_executor::ports::codec::roctup;
use cmec_executor::ports::one_c::{OneC, PortError, QueryCall};
use cmec_executor::ports::raw_row::{Cell, RawRows};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::names;
use crate::walk::{intent, oldest_first, page, walk};

/// The demonstration server without the transport: its own codec on both sides.
#[derive(Debug, Clone)]
struct Demo(Arc<Ledger>);

impl Demo {
    async fn open() -> Self {
        Self(Arc::new(Ledger::open(None, DEFAULT_SEED).await.unwrap()))
    }
}

#[async_trait::async_trait]
impl OneC for Demo {
    fn row_cap(&self) -> u32 {
        roctup::ROW_CAP
    }

    async fn query(&self, call: &QueryCall<'_>, _within: Duration) -> Result<RawRows, PortError> {
        let arguments = roctup::arguments(call);
        let Ok(Request::Query(request)) = Codec::RoctupJson.read("execute_query", &arguments)
        else {
            panic!("{arguments:?}");
        };
        let query = Query::recognise(&request.text).unwrap();
        let table = answer(&self.0, query, &request.params).await.unwrap();
        let result = serde_json::to_value(Codec::RoctupJson.rows(&table, &request)).unwrap();
        roctup::rows(result["content"][0]["text"].as_str().unwrap())
    }
}

/// Questions each of which one page can answer whole.
fn questions() -> Vec<Value> {
    let party = ("F301", "EQ", json!(names::BUSY));
    let march = ("F413", "BT", json!(["2026-03-18", "2026-03-31"]));
    let day = ("F241", "EQ", json!("2026-03-31"));
    let since = ("F242", "GE", json!("2023-01-01"));
    let documents = intent("document", std::slice::from_ref(&party));
    let window = intent(
        "document",
        &[party, ("F303", "BT", json!(["2024-02-01", "2025-01-31"]))],
    );
    let open = intent("open_contract", std::slice::from_ref(&day));
    let open_since = intent("open_contract", &[day, since]);
    let contract = ("F302", "EQ", json!("14/2024"));
    let under_contract = intent("document", std::slice::from_ref(&contract));
    let never = ("F303", "BT", json!(["2019-01-01", "2019-12-31"]));
    vec![
        intent("payable", &[("F222", "EQ", json!(names::BOTH_WAYS))]),
        intent("bank_operation", &[("F312", "EQ", json!("14/2024"))]),
        oldest_first(under_contract.clone(), "F303"),
        under_contract,
        // Answers that fall back: to all periods, to rows outside the scope, to bank documents.
        intent("document", &[contract, never]),
        intent("open_item", &[("F262", "EQ", json!(names::LENDER))]),
        intent(
            "document",
            &[
                ("F302", "EQ", json!("72/2022")),
                ("F301", "EQ", json!(names::BANK)),
            ],
        ),
        intent(
            "account_balance",
            &[("F411", "EQ", json!("62")), march.clone()],
        ),
        intent("account_balance", &[("F411", "EQ", json!("90")), march]),
        // Profiles: groups, which are asked for from the first one on.
        intent("period_coverage", &[]),
        intent(
            "section_profile",
            &[("F211", "BT", json!(["2024-03-01", "2024-03-07"]))],
        ),
        intent("section_profile", &[]),
        oldest_first(documents.clone(), "F303"),
        oldest_first(window.clone(), "F303"),
        oldest_first(open.clone(), "F242"),
        oldest_first(open_since.clone(), "F242"),
        documents,
        window,
        open,
        open_since,
    ]
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pages_make_up_the_whole(question in prop::sample::select(questions()), limit in 1_u32..260) {
        let question = &question;
        block_on(async {
            let demo = Demo::open().await;
            let (whole, _) = page(&demo, question, 1000, None).await;
            assert_eq!(whole["truncated"], false, "{question}");
            assert_ne!(whole["returned"], 0, "{question}");
            let (rows, last) = walk(&demo, question, limit).await;
            assert_eq!(&Value::from(rows), &whole["rows"], "{question} by {limit}");
            assert_eq!(last["truncated"], false, "{question} by {limit}");
        });
    }
}

#[tokio::test]
async fn every_length_of_a_page_makes_up_the_whole() {
    let demo = Demo::open().await;
    for question in &questions()[7..12] {
        let (whole, _) = page(&demo, question, 200, None).await;
        let rows = whole["rows"].as_array().unwrap();
        assert!((12..=200).contains(&rows.len()), "{}", rows.len());
        for limit in 1..=u32::try_from(rows.len()).unwrap() {
            let (pages, last) = walk(&demo, question, limit).await;
            assert_eq!(&pages, rows, "{question} by {limit}");
            assert_eq!(last["truncated"], false, "{question} by {limit}");
        }
    }
}

#[tokio::test]
async fn pages_go_on_beyond_what_one_call_can_give() {
    let demo = Demo::open().await;
    let question = intent("document", &[("F301", "EQ", json!(names::RETAIL))]);
    let (mut newest_first, _) = walk(&demo, &question, 1000).await;
    let (oldest_first, _) = walk(&demo, &oldest_first(question, "F303"), 333).await;
    newest_first.reverse();
    assert_eq!(newest_first.len(), 1154);
    assert!(newest_first == oldest_first);
}

#[tokio::test]
async fn totals_are_those_of_the_question_on_every_page() {
    let demo = Demo::open().await;
    let question = intent(
        "account_balance",
        &[
            ("F411", "EQ", json!("62")),
            ("F412", "EQ", json!("2026-03-31")),
        ],
    );
    let (first, _) = page(&demo, &question, 3, None).await;
    let (second, envelope) = page(&demo, &question, 5, first["next_cursor"].as_str()).await;
    assert_eq!(first["summary"], second["summary"]);
    assert_ne!(first["rows"], second["rows"]);
    let explain = envelope["explain"].to_string();
    assert!(explain.contains("rows given before 3"), "{explain}");
}

/// The months of a ledger in which something was posted between two pages.
#[tokio::test]
async fn a_profile_that_changes_between_pages_goes_on_or_says_so() {
    let demo = Demo::open().await;
    let question = intent("period_coverage", &[]);
    let (whole, _) = page(&demo, &question, 1000, None).await;
    let months = whole["rows"].as_array().unwrap();
    let (first, _) = page(&demo, &question, 3, None).await;
    let cursor = first["next_cursor"].as_str();
    for (month, goes_on) in [(0, true), (1, true), (2, false), (3, true)] {
        let changed = Posted {
            demo: demo.clone(),
            month,
        };
        let (second, _) = page(&changed, &question, 3, cursor).await;
        if goes_on {
            let mut expected = months[3..6].to_vec();
            if month == 3 {
                expected[0]["values"]["postings"] = json!(1);
            }
            assert_eq!(second["rows"], Value::from(expected), "{month}");
        } else {
            assert_eq!(second["reasons"], json!(["cursor_row_gone"]), "{month}");
        }
    }
}

/// The same server with another count of postings in one month.
#[derive(Debug, Clone)]
struct Posted {
    demo: Demo,
    month: usize,
}

#[async_trait::async_trait]
impl OneC for Posted {
    fn row_cap(&self) -> u32 {
        self.demo.row_cap()
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        let mut rows = self.demo.query(call, within).await?;
        if call.name() == "period_profile" {
            let cells = &mut rows.rows[self.month].cells;
            let cell = cells
                .iter_mut()
                .find(|(name, _)| name == "КоличествоПроводок");
            cell.unwrap().1 = Cell::Number("1".to_owned());
        }
        Ok(rows)
    }
}

#[tokio::test]
async fn a_later_page_of_a_list_is_not_shown_as_the_whole() {
    let demo = Demo::open().await;
    let question = intent("document", &[("F301", "EQ", json!(names::BUSY))]);
    let (first, _) = page(&demo, &question, 239, None).await;
    assert_eq!(
        first["summary"],
        "documents of the counterparty: 239 rows (there are more); data through 2026-09-30"
    );
    let (last, _) = page(&demo, &question, 239, first["next_cursor"].as_str()).await;
    assert_eq!(
        last["summary"],
        "documents of the counterparty: 1 rows after 239 that were given; data through 2026-09-30"
    );
    assert_eq!(
        (&last["truncated"], last.get("next_cursor")),
        (&json!(false), None)
    );
}
