//! Asking for the pages of an answer, one after the other.

use std::sync::Arc;
use std::time::Duration;

use cmec_decoder::{Decoder, Verdict};
use cmec_executor::ports::one_c::{OneC, SharedOneC};
use cmec_executor::{Cursor, DebugEnvelope, Locale, PlanContext, Principals, RunContext};
use serde_json::{Value, json};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// An intent of the address domain.
pub(crate) fn intent(target: &str, filters: &[(&str, &str, Value)]) -> Value {
    let filters: Vec<Value> = filters
        .iter()
        .map(|(field, operator, value)| json!({"f": field, "op": operator, "v": value}))
        .collect();
    json!({"s": "IS", "tg": [target], "C": {"flt": filters}})
}

/// The same, oldest first.
pub(crate) fn oldest_first(mut intent: Value, field: &str) -> Value {
    intent["C"]["srt"] = json!([{"f": field, "ord": "A"}]);
    intent
}

/// The key of the cursors of these tests.
pub(crate) const KEY: [u8; 32] = [7; 32];

/// A page: the response, and the explanations of its envelope.
pub(crate) async fn page<P: OneC + Clone + 'static>(
    port: &P,
    intent: &Value,
    limit: u32,
    cursor: Option<&str>,
) -> (Value, Value) {
    let tables = cmec_decoder::generated::builtin("address").unwrap();
    let text = intent.to_string();
    let decoded = Decoder::new(tables).decode(&text, TRACE);
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{:?}", decoded.verdict);
    };
    let plan = cmec_executor::plan(
        contract,
        &PlanContext {
            limit: Some(limit),
            ..context(cursor)
        },
    );
    let mut envelope =
        DebugEnvelope::of_decoding(TRACE, "address", decoded.account, Default::default());
    let run = RunContext {
        trace_id: TRACE,
        locale: Locale::En,
        timeout: Duration::from_secs(20),
        ignored: &[],
        total: false,
    };
    let response = cmec_executor::run(
        &plan,
        cmec_executor::Ports::one_c(&SharedOneC(Arc::new(port.clone()))),
        run,
        &mut envelope,
    )
    .await;
    (
        serde_json::to_value(response).unwrap(),
        serde_json::to_value(envelope).unwrap(),
    )
}

pub(crate) fn context(cursor: Option<&str>) -> PlanContext<'static> {
    // The first test of a process sets it.
    let _ = cmec_executor::cursor_text::set_key(KEY);
    PlanContext {
        tables: cmec_decoder::generated::builtin("address").unwrap(),
        catalogue: cmec_executor::generated::builtin("address").unwrap(),
        principals: Principals::NONE,
        today: chrono::NaiveDate::from_ymd_opt(2026, 7, 1).unwrap(),
        limit: None,
        cursor: cursor.map(|cursor| Cursor::parse(cursor).unwrap()),
    }
}

/// All pages, each of at most so many rows, and the last answer.
pub(crate) async fn walk<P: OneC + Clone + 'static>(
    port: &P,
    intent: &Value,
    limit: u32,
) -> (Vec<Value>, Value) {
    let mut rows: Vec<Value> = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..5_000 {
        let (answer, _) = page(port, intent, limit, cursor.as_deref()).await;
        let page = answer["rows"].as_array().unwrap();
        assert_eq!(answer["returned"], page.len());
        assert!(page.len() <= usize::try_from(limit).unwrap(), "{answer}");
        rows.extend(page.iter().cloned());
        let next = answer["next_cursor"].as_str().map(str::to_owned);
        if next.is_none() {
            return (rows, answer);
        }
        assert_eq!(answer["truncated"], true, "{answer}");
        assert_ne!(next, cursor, "{answer}");
        cursor = next;
    }
    panic!("the pages of {intent} do not end");
}
