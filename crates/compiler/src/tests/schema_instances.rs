//! Model outputs and contracts checked against the schemas: the scenario table, the fields, the fixtures.
#![allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]

#[path = "../../../../fixtures/decode/cases.rs"]
mod cases;

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde_json::{Value, json};

use cases::{Case, cases};

use super::schemas::{accepts, core_schema, domain_schema};

fn fixtures(verdict: &str) -> Vec<Case> {
    let mut cases = cases();
    cases.retain(|case| case.verdict == verdict);
    cases
}

/// Validators of cMEC, compiled once per codebook.
#[derive(Default)]
struct Validators(BTreeMap<String, Validator>);

impl Validators {
    fn of(&mut self, domain: &str) -> &Validator {
        self.0.entry(domain.to_owned()).or_insert_with(|| {
            jsonschema::draft202012::new(&domain_schema(domain, "cmec-c0.2")).unwrap()
        })
    }
}

#[test]
fn what_decodes_to_a_contract_validates() {
    let mut validators = Validators::default();
    for Case {
        domain, name, text, ..
    } in fixtures("contract")
    {
        // Other notations are not cMEC.
        let Ok(said) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        if said.get("s").is_none() {
            continue;
        }
        if let Some(error) = validators.of(&domain).iter_errors(&said).next() {
            panic!("{domain}/{name}: {error} at {}", error.instance_path());
        }
    }
}

#[test]
fn what_is_rejected_does_not_validate() {
    let mut validators = Validators::default();
    for Case {
        domain,
        name,
        text,
        path,
        ..
    } in fixtures("reject")
    {
        let Ok(said) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        // A JSON value cannot show errors of syntax alone, such as duplicate keys or deep nesting.
        if std::fs::read_to_string(path.with_extension("snap"))
            .unwrap()
            .contains("\"stage\": \"syntax\"")
        {
            continue;
        }
        let accepted = validators.of(&domain).is_valid(&said);
        assert!(!accepted, "{domain}/{name}");
    }
}

/// Rejects that a schema can detect; only the decoder detects the others.
#[test]
fn what_shape_and_vocabulary_tell_does_not_validate() {
    let told = [
        "account_as_number",
        "aggregation_faults",
        "every_code_wrong",
        "forbidden_parts",
        "lookalike_field",
        "missing_parts",
        "no_text",
        "not_sortable",
        "operator_not_of_field",
        "over_caps",
        "page_out_of_range",
        "path_instead_of_code",
        "reserved_field",
        "unknown_corpus",
        "unknown_field",
        "wrong_arity",
        "wrong_values",
    ];
    let mut validators = Validators::default();
    for Case {
        domain, name, text, ..
    } in fixtures("clarify")
    {
        if told.contains(&name.as_str()) {
            let said = serde_json::from_str(&text).unwrap();
            let accepted = validators.of(&domain).is_valid(&said);
            assert!(!accepted, "{domain}/{name}");
        }
    }
}

#[test]
fn cmec_refuses_what_the_codebook_does_not_have() {
    let schema = domain_schema("town", "cmec-c0.2");
    let is = |constraints: Value| json!({"s": "IS", "tg": ["park"], "C": constraints});
    let filter = |filter: Value| is(json!({"flt": [filter]}));
    let metric = |metric: Value| json!({"s": "AGG", "tg": ["park"], "C": {"agg": {"m": [metric]}}});
    for (said, right) in [
        (filter(json!({"f": "F001", "op": "EQ", "v": "a"})), true),
        (filter(json!({"f": "F001", "op": "EX"})), true),
        (filter(json!({"f": "F001", "op": "EX", "v": true})), true),
        (filter(json!({"f": "F001", "op": "EX", "v": "a"})), false),
        (filter(json!({"f": "F001", "op": "EQ"})), false),
        (filter(json!({"f": "F001", "op": "EQ", "v": 1})), false),
        (filter(json!({"f": "F001", "op": "EQ", "v": ["a"]})), false),
        (filter(json!({"f": "F001", "op": "IN", "v": []})), false),
        (filter(json!({"f": "F001", "op": "IN", "v": ["a"]})), true),
        (filter(json!({"f": "F001", "op": "GT", "v": "a"})), false),
        (filter(json!({"f": "F002", "op": "EQ", "v": "a"})), true),
        (filter(json!({"f": "F002", "op": "NE", "v": "a"})), false),
        (
            filter(json!({"f": "F003", "op": "EQ", "v": "2020-01-01"})),
            false,
        ),
        (
            filter(json!({"f": "F003", "op": "GE", "v": "2020-01-01"})),
            true,
        ),
        (
            filter(json!({"f": "F003", "op": "GE", "v": "01.01.2020"})),
            false,
        ),
        (
            filter(json!({"f": "F003", "op": "GE", "v": "2020-13-01"})),
            false,
        ),
        (filter(json!({"f": "F005", "op": "BT", "v": [1]})), false),
        (
            filter(json!({"f": "F005", "op": "BT", "v": [1, 2.5]})),
            true,
        ),
        (
            filter(json!({"f": "F005", "op": "BT", "v": ["1", "2"]})),
            false,
        ),
        (
            filter(json!({"f": "F006", "op": "EQ", "v": "Research"})),
            true,
        ),
        (filter(json!({"f": "F999", "op": "EQ", "v": "a"})), false),
        (filter(json!({"f": "F001", "op": "eq", "v": "a"})), false),
        (
            filter(json!({"f": "F001", "op": "EQ", "v": "a", "x": 1})),
            false,
        ),
        (is(json!({"srt": [{"f": "F001"}]})), true),
        (is(json!({"srt": [{"f": "F005"}]})), false),
        (is(json!({"pg": {"lim": 501}})), false),
        (metric(json!({"fn": "CNT"})), true),
        (
            metric(json!({"fn": "SUM", "f": "F005", "as": "area"})),
            true,
        ),
        (metric(json!({"fn": "SUM", "f": "F001"})), false),
        (metric(json!({"fn": "SUM"})), false),
        (metric(json!({"fn": "MAX", "f": "F003"})), true),
        (
            json!({"s": "AGG", "tg": ["park"], "C": {"agg": {"m": [{"fn": "CNT"}], "by": ["F001"]}}}),
            false,
        ),
        (
            json!({"s": "IS", "tg": ["park"], "reasoning": "because"}),
            false,
        ),
        (
            json!({"s": "RAG", "Q": {"txt": "why", "cor": ["decisions"]}}),
            true,
        ),
        (
            json!({"s": "RAG", "Q": {"txt": "why", "cor": ["rumours"]}}),
            false,
        ),
        (json!({}), false),
    ] {
        assert_eq!(accepts(&schema, &said), right, "{said}");
    }
}

#[test]
fn cmec_keeps_the_scenario_table() {
    let schema = domain_schema("town", "cmec-c0.2");
    let (ends, hop) = (json!([{"txt": "a"}, {"txt": "b"}]), json!([{"r": "R001"}]));
    let groups = json!([{"n": "a", "flt": []}]);
    let set = json!({"l": "a", "op": "UNI", "r": "a"});
    for (said, right) in [
        (json!({"s": "IS", "tg": ["park"]}), true),
        (json!({"s": "IS", "E": [{"txt": "a"}]}), true),
        (json!({"s": "IS"}), false),
        (json!({"s": "IS", "tg": [], "E": []}), false),
        (json!({"s": "IS", "tg": ["park"], "Q": {"txt": "a"}}), false),
        (
            json!({"s": "IS", "tg": ["park"], "C": {"agg": {"m": [{"fn": "CNT"}]}}}),
            false,
        ),
        (json!({"s": "IS", "tg": ["park"], "C": {"grp": []}}), true),
        (json!({"s": "IS", "tg": ["park"], "G": {"path": {}}}), false),
        (json!({"s": "RQ", "tg": ["park"], "R": hop}), true),
        (json!({"s": "RQ", "R": hop}), false),
        (json!({"s": "RQ", "tg": ["park"]}), false),
        (json!({"s": "REX", "E": ends, "R": hop}), true),
        (
            json!({"s": "REX", "E": [{"txt": "a"}], "tg": ["park"], "R": hop}),
            true,
        ),
        (json!({"s": "REX", "E": [{"txt": "a"}], "R": hop}), false),
        (json!({"s": "PQ", "E": ends}), true),
        (json!({"s": "PQ", "G": {"path": {"hop": 2}}}), true),
        (json!({"s": "PQ", "tg": ["park"]}), false),
        (
            json!({"s": "SG", "E": [{"txt": "a"}], "G": {"dep": 2}}),
            true,
        ),
        (
            json!({"s": "SG", "E": [{"txt": "a"}], "G": {"dep": 0}}),
            false,
        ),
        (
            json!({"s": "SG", "E": [{"txt": "a"}], "G": {"dep": 6}}),
            false,
        ),
        (json!({"s": "SG", "tg": ["park"]}), false),
        (
            json!({"s": "AGG", "tg": ["park"], "C": {"agg": {"m": []}}}),
            false,
        ),
        (
            json!({"s": "AGG", "C": {"agg": {"m": [{"fn": "CNT"}]}}}),
            false,
        ),
        (json!({"s": "AGG", "tg": ["park"]}), false),
        (json!({"s": "SET", "C": {"grp": groups, "set": set}}), true),
        (json!({"s": "SET", "C": {"grp": groups}}), false),
        (json!({"s": "RAG", "Q": {"k": 3}}), false),
        (
            json!({"s": "HY", "tg": ["park"], "Q": {"txt": "a"}, "R": hop}),
            true,
        ),
        (json!({"s": "HY", "Q": {"txt": "a"}, "R": hop}), false),
        (
            json!({"s": "HY", "Q": {"txt": "a"}, "C": {"flt": []}}),
            false,
        ),
        (json!({"s": "CL", "X": {"q": "which park?"}}), true),
        (
            json!({"s": "CL", "X": {"q": "which park?"}, "tg": ["park"]}),
            false,
        ),
        (
            json!({"s": "CL", "X": {"q": "which park?"}, "G": {"dep": 1}}),
            false,
        ),
        (
            json!({"s": "CL", "X": {"q": "which park?"}, "C": {"pg": {}}}),
            false,
        ),
        (json!({"s": "CL"}), false),
    ] {
        assert_eq!(accepts(&schema, &said), right, "{said}");
    }
}

/// A domain with one type may leave out the target.
#[test]
fn the_only_type_need_not_be_said() {
    let schema = domain_schema("mind", "cmec-c0.2");
    for (said, right) in [
        (json!({"s": "IS"}), true),
        (json!({"s": "IS", "R": []}), true),
        (json!({"s": "RQ", "R": []}), false),
        (json!({"s": "RAG"}), false),
    ] {
        assert_eq!(accepts(&schema, &said), right, "{said}");
    }
}

#[test]
fn contracts_keep_the_scenario_table() {
    let contract = |scenario: &str, edit: &dyn Fn(&mut Value)| {
        let output = if scenario == "aggregation" {
            "attributes"
        } else {
            "instances"
        };
        let mut value = json!({
            "intent": {"scenario": scenario, "output_type": output},
            "grounding": {"target_types": ["park"]},
            "constraints": {"filters": [], "sort": [], "pagination": {"limit": 20, "offset": 0}},
        });
        edit(&mut value);
        value
    };
    let nothing: &dyn Fn(&mut Value) = &|_| {};
    let metric: &dyn Fn(&mut Value) = &|value| {
        value["constraints"]["aggregation"] = json!({"metrics": [{"function": "count"}]});
    };
    let text: &dyn Fn(&mut Value) = &|value| value["rag_params"] = json!({"query_text": "why"});
    let target: &dyn Fn(&mut Value) = &|value| value["grounding"] = json!({});
    let (both, own) = (core_schema("mec"), domain_schema("town", "contract"));
    for (value, right) in [
        (contract("instance_search", nothing), true),
        (contract("instance_search", target), false),
        (contract("instance_search", metric), false),
        (contract("instance_search", text), false),
        (contract("relation_query", nothing), false),
        (contract("aggregation", nothing), false),
        (contract("aggregation", metric), true),
        (contract("text_rag", text), true),
        (contract("text_rag", nothing), false),
        (contract("hybrid", text), false),
        (contract("clarify", nothing), false),
    ] {
        assert_eq!(accepts(&both, &value), right, "{value}");
        assert_eq!(accepts(&own, &value), right, "{value}");
    }
    let filter = |filter: Value| {
        contract("instance_search", &|value| {
            value["constraints"]["filters"] = json!([filter]);
        })
    };
    let kind =
        |value: &str| filter(json!({"field": "park.kind", "operator": "eq", "value": value}));
    assert!(accepts(&own, &kind("science")));
    // A model may write a synonym; a contract has the value.
    assert!(!accepts(&own, &kind("research")));
    assert!(accepts(&both, &kind("research")));
}
