//! No part of a contract is lost over texts.

use std::time::Duration;

use chrono::NaiveDate;
use cmec_decoder::Decoder;
use cmec_executor::documents::{Document, Metadata};
use cmec_executor::ports::text_index::memory::Memory;
use cmec_executor::ports::texts::Texts;
use cmec_executor::{DebugEnvelope, Locale, PlanContext, Ports, Principals, RunContext};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::parts::{Saying, Told, check, plain};
use crate::{document, of_type, pieces};

fn documents() -> Vec<Document> {
    let adr = |status: &str, project: &str, tags: &[&str]| Metadata {
        status: Some(status.to_owned()),
        project: Some(project.to_owned()),
        tags: tags.iter().map(ToString::to_string).collect(),
        ..of_type("adr")
    };
    let many = (0..30).map(|at| {
        document(
            &format!("map-{at}.md"),
            "Where stories live in a layer.",
            of_type("concept-map"),
        )
    });
    let mut all = vec![
        document(
            "layer.md",
            "Story-layer is the layer where stories live.",
            of_type("definition"),
        ),
        document(
            "map.md",
            "Where stories live in a layer.",
            of_type("concept-map"),
        ),
        document(
            "adr-1.md",
            "We begin with a layer of stories.",
            adr("active", "x", &["x"]),
        ),
        document(
            "adr-2.md",
            "Stories live in a layer of their own.",
            adr("draft", "y", &[]),
        ),
        document("core.md", "A layer where stories live.", of_type("core")),
    ];
    all.extend(many);
    all
}

fn questions() -> Vec<Value> {
    let active = json!([{"f": "F004", "op": "EQ", "v": "active"}]);
    vec![
        json!({"s": "IS"}),
        json!({"s": "IS", "o": "EXIST"}),
        json!({"s": "IS", "o": "EXIST", "C": {"flt": active}}),
        json!({"s": "HY", "o": "TEXT", "C": {"flt": [{"f": "F003", "op": "NE", "v": "core"}]}, "Q": {"txt": "stories live in a layer"}}),
        json!({"s": "RAG", "Q": {"txt": "where stories live in a layer"}}),
    ]
}

fn sayings() -> Vec<Saying> {
    let filter = |field: &str, operator: &str, value: Value| json!({"C": {"flt": [{"f": field, "op": operator, "v": value}]}});
    let mut all = plain();
    all.extend([
        (
            "entities",
            json!({"E": [{"txt": "layer.md", "ty": "note"}]}),
        ),
        ("entities", json!({"E": [{"txt": "none.md", "ty": "note"}]})),
        ("attributes", json!({"A": ["F003"]})),
        ("filters", filter("F004", "EQ", json!("active"))),
        ("filters", filter("F003", "EQ", json!("core"))),
        ("filters", filter("F001", "SW", json!("none"))),
        ("sort", json!({"C": {"srt": [{"f": "F001", "ord": "D"}]}})),
        ("per", json!({"C": {"pg": {"lim": 1, "per": ["F004"]}}})),
        (
            "groups",
            json!({"C": {"grp": [{"n": "g", "tg": ["note"]}]}}),
        ),
        ("corpora", json!({"Q": {"cor": ["core"]}})),
    ]);
    all
}

#[test]
fn every_part_of_a_contract_counts_over_texts() {
    let tables = cmec_decoder::generated::builtin("mind").unwrap();
    let context = PlanContext {
        tables,
        catalogue: cmec_executor::generated::builtin("mind").unwrap(),
        principals: Principals::NONE,
        today: NaiveDate::from_ymd_opt(2026, 3, 31).unwrap(),
        limit: None,
        cursor: None,
    };
    let (memory, runtime) = (Memory::new(pieces(&documents())), Runtime::new().unwrap());
    let run = RunContext {
        trace_id: "0",
        locale: Locale::En,
        timeout: Duration::from_secs(20),
        ignored: &[],
        total: false,
    };
    let said = check(tables, &questions(), &sayings(), |contract| {
        let plan = cmec_executor::plan(contract, &context);
        let ports = Ports::texts(Texts::of(&memory));
        let account = Decoder::new(tables).decode("", "0").account;
        let mut debug = DebugEnvelope::of_decoding("0", "mind", account, Default::default());
        let answer = runtime.block_on(cmec_executor::run(&plan, ports, run, &mut debug));
        let limitations = answer.limitations.iter();
        Told {
            rows: serde_json::to_string(&answer.rows).unwrap(),
            limitations: limitations.map(ToString::to_string).collect(),
        }
    });
    assert!(said >= 150, "{said}");
}
