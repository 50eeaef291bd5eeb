//! No part of a contract is lost over tables.

use cmec_executor::ports::database::sqlite::Sqlite;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::host::Host;
use crate::parts::{Saying, Told, check, plain};
use crate::rules::tables;
use crate::world::World;

const DATA: &str = r#"{
    "enterprise": [
        {"name": "Alpha", "city": "Suzhou", "employees": 10, "listed": true, "business_scope": "solid batteries"},
        {"name": "Beta", "city": "Suzhou", "employees": 30, "listed": true, "business_scope": "solid fuel and batteries"},
        {"name": "Gamma", "city": "Wuxi", "employees": 20, "listed": false, "business_scope": "batteries"},
        {"name": "Delta", "city": "Wuxi", "employees": 5, "listed": true}
    ],
    "park": [
        {"name": "North", "city": "Suzhou", "level": "national"},
        {"name": "South", "city": "Wuxi", "level": "municipal"}
    ],
    "links": {
        "enterprise_2_park": [["Alpha", "North"], ["Beta", "North"], ["Beta", "South"], ["Gamma", "South"]],
        "enterprise_2_enterprise_invest": [["Beta", "Alpha"], ["Alpha", "Gamma"], ["Beta", "Gamma"], ["Gamma", "Delta"]]
    }
}"#;

fn questions() -> Vec<Value> {
    let alpha = json!({"txt": "Alpha", "ty": "enterprise"});
    let beta = json!({"txt": "Beta", "ty": "enterprise"});
    let delta = json!({"txt": "Delta", "ty": "enterprise"});
    let gamma = json!({"txt": "Gamma", "ty": "enterprise"});
    let listed = json!([{"f": "F007", "op": "EQ", "v": true}]);
    vec![
        json!({"s": "IS", "tg": ["enterprise"]}),
        json!({"s": "IS", "tg": ["enterprise"], "o": "EXIST"}),
        json!({"s": "IS", "tg": ["person"], "o": "EXIST"}),
        json!({"s": "AF", "E": [alpha, beta]}),
        json!({"s": "RQ", "tg": ["park"], "R": [{"r": "R001"}], "E": [beta]}),
        json!({"s": "RQ", "o": "INST", "tg": ["park"], "R": [{"r": "R001"}], "E": [alpha]}),
        json!({"s": "RQ", "o": "INST", "tg": ["park"], "R": [{"r": "R001"}], "E": [beta]}),
        json!({"s": "REX", "E": [alpha], "tg": ["park"], "R": [{"r": "R001"}]}),
        json!({"s": "PQ", "E": [alpha, gamma]}),
        json!({"s": "PQ", "E": [alpha], "tg": ["park"]}),
        json!({"s": "PQ", "E": [alpha, gamma], "o": "EXIST"}),
        json!({"s": "PQ", "E": [alpha, delta], "o": "EXIST", "G": {"path": {"hop": 1}}}),
        json!({"s": "SG", "E": [alpha]}),
        json!({"s": "SG", "E": [alpha], "o": "INST"}),
        json!({"s": "AGG", "tg": ["enterprise"], "C": {"agg": {"m": [{"fn": "CNT"}]}}}),
        json!({"s": "AGG", "tg": ["enterprise"], "C": {"agg": {"m": [{"fn": "CNT"}], "by": ["F013"]}}}),
        json!({"s": "SET", "tg": ["enterprise"], "C": {
            "grp": [{"n": "a", "flt": listed}, {"n": "b", "flt": [{"f": "F013", "op": "EQ", "v": "Suzhou"}]}],
            "set": {"l": "a", "op": "UNI", "r": "b"},
        }}),
        json!({"s": "HY", "tg": ["enterprise"], "C": {"flt": listed}, "Q": {"txt": "solid batteries"}}),
    ]
}

fn sayings() -> Vec<Saying> {
    let filter = |field: &str, operator: &str, value: Value| json!({"C": {"flt": [{"f": field, "op": operator, "v": value}]}});
    let mut all = plain();
    all.extend([
        ("target_types", json!({"tg": ["park"]})),
        ("target_types", json!({"tg": ["enterprise"]})),
        ("target_types", json!({"tg": ["person"]})),
        // Of what exists a type more is no less: it has to be another relation that leads to it.
        ("target_types", json!({"s": "RQ", "tg": ["person"], "R": [{"r": "R002", "dir": "I"}]})),
        ("entities", json!({"E": [{"txt": "Beta", "ty": "enterprise"}]})),
        ("entities", json!({"E": [{"txt": "South", "ty": "park"}]})),
        ("relations", json!({"R": [{"r": "R001"}]})),
        ("relations", json!({"R": [{"r": "R003"}]})),
        ("relations", json!({"R": [{"r": "R003", "no": true}]})),
        ("relations", json!({"R": [{"r": "R002"}]})),
        ("attributes", json!({"A": ["F006"]})),
        ("attributes", json!({"A": ["F020"]})),
        ("filters", filter("F006", "GT", json!(15))),
        ("filters", filter("F013", "EQ", json!("Wuxi"))),
        ("filters", filter("F023", "EQ", json!("national"))),
        ("filters", json!({"C": {"flt": [{"any": [[{"f": "F006", "op": "GT", "v": 15}], [{"f": "F023", "op": "EQ", "v": "national"}]]}]}})),
        ("sort", json!({"C": {"srt": [{"f": "F006", "ord": "D"}]}})),
        ("sort", json!({"C": {"srt": [{"f": "F001", "ord": "D"}]}})),
        ("sort", json!({"C": {"srt": [{"f": "F020", "ord": "D"}]}})),
        ("per", json!({"C": {"pg": {"lim": 1, "per": ["F013"]}}})),
        ("groups", json!({"C": {"grp": [{"n": "g", "tg": ["enterprise"]}]}})),
        ("aggregation", json!({"C": {"agg": {"m": [{"fn": "AVG", "f": "F006"}]}}})),
        ("corpora", json!({"Q": {"cor": ["adr"]}})),
    ]);
    all
}

#[test]
fn every_part_of_a_contract_counts_over_tables() {
    let world = World::new(tables(), DATA);
    let (host, runtime) = (
        Host::new(&world.tables, world.catalogue.clone()),
        Runtime::new().unwrap(),
    );
    let database = Sqlite::new(&world.file);
    let said = check(&world.tables, &questions(), &sayings(), |contract| {
        let answer = runtime.block_on(host.run((contract, None, None), &database));
        let limitations = answer.limitations.iter();
        Told {
            rows: serde_json::to_string(&answer.rows).unwrap(),
            limitations: limitations.map(ToString::to_string).collect(),
        }
    });
    assert!(said >= 500, "{said}");
}
