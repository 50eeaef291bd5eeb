//! The published schemas of what is written: their shapes, and their words.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test panics on failure and edits JSON by place"
)]

use cmec_executor::schemas;
use serde_json::{Value, json};

fn accepts(schema: &Value, document: &Value) -> bool {
    jsonschema::is_valid(schema, document)
}

fn published() -> [Value; 4] {
    [
        schemas::clarify(),
        schemas::reject(),
        schemas::response(),
        schemas::debug_envelope(),
    ]
}

#[test]
fn every_member_has_a_description() {
    for schema in published() {
        let title = schema["title"].as_str().unwrap();
        let mut objects = vec![(title, &schema)];
        let parts = schema["$defs"].as_object().unwrap();
        objects.extend(parts.iter().map(|(name, part)| (name.as_str(), part)));
        for (name, object) in objects {
            let members = object["properties"].as_object().into_iter().flatten();
            for (key, member) in members {
                let description = member["description"].as_str();
                assert!(
                    description.is_some_and(|text| text.ends_with('.')),
                    "{title}: {name}.{key}"
                );
            }
        }
    }
}

#[test]
fn verdicts_and_answers_have_their_shapes() {
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let clarify = json!({
        "kind": "clarify", "trace_id": trace, "patchable": "/C/flt/0",
        "reasons": [{"code": "DEC020", "path": "/C/flt/0/f", "message": "unknown code `F999`",
            "candidates": [{"code": "F009", "label": "tags", "description": ""}]}],
        "question": {"en": "which field?", "zh": "哪个字段？"},
    });
    assert!(accepts(&schemas::clarify(), &clarify));
    let reject = json!({"kind": "reject", "trace_id": trace, "findings": [{
        "id": "DEC001", "slug": "syntax", "class": "syntax", "stage": "syntax", "severity": "error", "retry": "full",
        "message": "not JSON", "span": {"start": 0, "end": 1, "line": 1, "column": 1}, "pointer": "", "help": null,
        "candidates": [],
    }]});
    assert!(accepts(&schemas::reject(), &reject));
    let response = json!({
        "response_type": "LIMITED_WITH_REASON", "summary": "", "rows": [], "returned": 0, "limit": 20,
        "truncated": false, "filters_applied": [{"filter": "account", "value": "60", "origin": "said"}], "anchors": [], "limited_reason_category": "empty_match",
        "missing_required_filters": [], "limitations": [], "reasons": [], "hints": [], "clarify": clarify,
        "untrusted": ["/clarify"], "trace_id": trace,
    });
    assert!(accepts(&schemas::response(), &response));
    let with = |edits: &[(&str, Value)]| {
        let mut value = response.clone();
        for (key, edit) in edits {
            value[*key] = edit.clone();
        }
        accepts(&schemas::response(), &value)
    };
    let row = || json!([{"trust": "untrusted", "values": {"sum": 1}}]);
    let (kind, why) = ("response_type", "limited_reason_category");
    assert!(!with(&[(why, json!("bad_luck"))]));
    assert!(!with(&[(why, Value::Null)]));
    assert!(!with(&[("rows", row()), ("returned", json!(1))]));
    let factual = |rows: Value, returned: u32, category: Value| {
        with(&[
            (kind, json!("FACTUAL_LIST")),
            ("rows", rows),
            ("returned", json!(returned)),
            (why, category),
        ])
    };
    assert!(factual(row(), 1, Value::Null));
    assert!(!factual(json!([]), 0, Value::Null));
    assert!(!factual(row(), 1, json!("empty_match")));
    assert!(with(&[(kind, json!("CLARIFY")), (why, Value::Null)]));
    let mut silent = response.clone();
    silent[kind] = json!("CLARIFY");
    silent[why] = Value::Null;
    silent.as_object_mut().unwrap().shift_remove("clarify");
    assert!(!accepts(&schemas::response(), &silent));
}
