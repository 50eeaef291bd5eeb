//! The emitted schemas are valid, accept right instances and reject wrong ones.

use std::path::Path;

use cmec_decoder::language::RetrievalMode;
use cmec_decoder::tables::FindingClass;
use cmec_executor::catalogue::Lane;
use serde_json::{Map, Value, json};

use super::{shipped, sources, town};
use crate::emit::{emit, emit_core_schemas, file_docs};
use crate::source::codebook::LANES;
use crate::source::node::{Node, NodeKind};
use crate::source::policy::CLASSES;
use crate::source::retrieval::MODES;
use crate::source::yaml::parse;
use crate::words;
use crate::{Checked, EmitKind, compile, load_dir};

pub(super) fn core_schema(name: &str) -> Value {
    let path = format!("{name}.schema.json");
    let schemas = emit_core_schemas();
    let artefact = schemas.iter().find(|artefact| artefact.path == path);
    serde_json::from_str(&artefact.unwrap().text).unwrap()
}

pub(super) fn domain_schema(domain: &str, name: &str) -> Value {
    let path = format!("{domain}/{name}.schema.json");
    let checked = match domain {
        "town" => every_scenario_of_town(),
        shipped => shipped::model(shipped),
    };
    let schemas = emit(&checked, EmitKind::Schemas);
    let artefact = schemas.iter().find(|artefact| artefact.path == path);
    serde_json::from_str(&artefact.unwrap().text).unwrap()
}

/// The small codebook with lanes for every scenario.
fn every_scenario_of_town() -> Checked {
    let mut files = town();
    for (_, text) in files.iter_mut().filter(|(name, _)| name == "codebook.yaml") {
        *text = text.replace(
            "[relation_query, aggregation]",
            "[attributes_fetch, relation_query, relation_existence, path_query, subgraph, aggregation, set_ops, hybrid]",
        );
    }
    compile(&sources(&files)).model.unwrap()
}

pub(super) fn accepts(schema: &Value, value: &Value) -> bool {
    jsonschema::draft202012::new(schema)
        .unwrap()
        .is_valid(value)
}

#[test]
fn every_schema_is_one() {
    let domains = shipped::DOMAINS.iter().map(|domain| shipped::model(domain));
    let own = domains.flat_map(|checked| emit(&checked, EmitKind::Schemas));
    for artefact in own.chain(emit_core_schemas()) {
        let schema: Value = serde_json::from_str(&artefact.text).unwrap();
        if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
            panic!("{}: {error}", artefact.path);
        }
        // References resolve, too.
        jsonschema::draft202012::new(&schema).unwrap();
    }
}

/// Strict schema readers reject keywords without a type, and typed stubs take their docs from descriptions.
#[test]
fn schemas_of_contracts_are_strict_and_explained() {
    fn held(schema: &Value, is_rule: bool) {
        let Value::Object(schema) = schema else {
            return schema
                .as_array()
                .into_iter()
                .flatten()
                .for_each(|one| held(one, is_rule));
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, inner) in properties.into_iter().flatten() {
            assert!(is_rule || inner.get("description").is_some(), "{name}");
            held(inner, is_rule);
        }
        for keyword in [
            "properties",
            "required",
            "items",
            "minItems",
            "maxItems",
            "pattern",
            "minimum",
        ] {
            let is_typed = schema.get("type").is_some_and(Value::is_string);
            assert!(!schema.contains_key(keyword) || is_typed, "{schema:?}");
        }
        for (keyword, inner) in schema
            .iter()
            .filter(|(keyword, _)| *keyword != "properties")
        {
            held(inner, is_rule || keyword == "allOf");
        }
    }
    held(&core_schema("mec"), false);
    held(&domain_schema("town", "contract"), false);
}

#[test]
fn the_overlay_names_elements_by_path_and_needs_nothing() {
    let schema = core_schema("overlay");
    for right in [
        json!({}),
        json!({"fields": {"permit.expires": {"groupable": true, "unit": "day"}}}),
        json!({"fields": {"permit.desk": {"code": "F900", "type": "integer"}}, "reserved": ["F1"]}),
        json!({"relations": {"permit_desk": {"code": "R900", "from": "a", "to": "b"}}}),
        json!({"metrics": {"permits": {"code": "M001", "definition": "permit count"}}}),
    ] {
        assert!(accepts(&schema, &right), "{right}");
    }
    for wrong in [
        json!({"fields": {"permit.expires": {"path": "permit.expires"}}}),
        json!({"relations": {"permit_desk": {"name": "x"}}}),
        json!({"metrics": {"permits": {"name": "permits"}}}),
        json!({"fields": {"permit.expires": {"groupabel": true}}}),
    ] {
        assert!(!accepts(&schema, &wrong), "{wrong}");
    }
}

#[test]
fn every_key_of_a_file_says_what_it_means() {
    for file in file_docs() {
        assert!(!file.about.is_empty(), "{}", file.name);
        for key in file.keys {
            assert!(!key.about.is_empty(), "{}: {}", file.name, key.path);
        }
    }
}

/// YAML as an editor parses it: plain scalars have a type.
fn as_json(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Scalar {
            text,
            quoted: false,
        } => match text.as_str() {
            "" | "~" | "null" => Value::Null,
            "true" => json!(true),
            "false" => json!(false),
            text => text
                .parse::<i64>()
                .map_or_else(|_| json!(text), |number| json!(number)),
        },
        NodeKind::Scalar { text, .. } => json!(text),
        NodeKind::List(items) => items.iter().map(as_json).collect(),
        NodeKind::Map(entries) => {
            let entries = entries.iter();
            let map: Map<String, Value> = entries
                .map(|(key, value)| (key.value.clone(), as_json(value)))
                .collect();
            Value::Object(map)
        }
    }
}

/// Keys that correspond to closed lists are complete.
#[test]
fn keys_that_are_words_are_complete() {
    for (keys, words) in [
        (LANES, words::all::<Lane>()),
        (CLASSES, words::all::<FindingClass>()),
        (MODES, words::all::<RetrievalMode>()),
    ] {
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        assert_eq!(names, words);
    }
}

/// Other codebooks in the repository that must fit the schemas.
const FOLDERS: &[&str] = &[
    "cli/src/command/init",
    "examples/host/codebook/shop",
    "fixtures/acme",
    "fixtures/acme/imported",
    "fixtures/diff/base/one",
    "fixtures/diff/base/shop",
    "fixtures/diff/base/town",
    "fuzz/seeds/codebook",
];

#[test]
fn every_codebook_of_the_repository_validates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let others = FOLDERS.iter().map(|folder| root.join(folder));
    let domains = shipped::DOMAINS.iter().map(|name| shipped::folder(name));
    for folder in domains.chain(others) {
        let sources = load_dir(&folder).unwrap();
        let mut files = 0;
        for (id, file) in sources.iter().filter(|(_, file)| !file.text.is_empty()) {
            let Some(name) = file.name.strip_suffix(".yaml") else {
                continue;
            };
            files += usize::from(name != "core");
            let value = as_json(&parse(id, file, &mut Vec::new()).unwrap());
            let schema = core_schema(name);
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let errors: Vec<String> = validator
                .iter_errors(&value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            let file = folder.join(&file.name);
            assert!(errors.is_empty(), "{}: {errors:#?}", file.display());
        }
        assert!(files > 0, "{}", folder.display());
    }
}

/// The first line of a file names its schema for editors.
#[test]
fn shipped_files_point_to_their_schemas() {
    for domain in shipped::DOMAINS {
        let sources = load_dir(shipped::folder(domain)).unwrap();
        for (_, file) in sources.iter() {
            let Some(name) = file.name.strip_suffix(".yaml") else {
                continue;
            };
            let above = if name == "core" { ".." } else { "../.." };
            let first =
                format!("# yaml-language-server: $schema={above}/schemas/{name}.schema.json\n");
            assert!(file.text.starts_with(&first), "{domain}/{}", file.name);
        }
    }
}

/// The seed's two contracts and its cMEC.
#[test]
fn the_seeds_examples_validate() {
    let contracts = [
        json!({
            "intent": {"scenario": "instance_search", "output_type": "instances"},
            "grounding": {"target_types": ["enterprise"], "entity_list": [{"text": "企业A"}]},
            "constraints": {
                "filters": [{"field": "enterprise.name", "operator": "contains", "value": "新能源"}],
                "sort": [{"field": "enterprise.created_at", "order": "desc"}],
                "pagination": {"limit": 20, "offset": 0}
            }
        }),
        json!({
            "intent": {"scenario": "relation_existence", "output_type": "existence"},
            "grounding": {
                "entity_list": [{"text": "企业A"}, {"text": "园区B"}],
                "relations": [{"type": "enterprise_2_park", "direction": "out"}]
            },
            "constraints": {"filters": [], "sort": [], "pagination": {"limit": 1, "offset": 0}},
            "graph_params": {"direction": "out", "depth": 1, "relation_types": ["enterprise_2_park"]}
        }),
    ];
    for contract in &contracts {
        assert!(accepts(&core_schema("mec"), contract));
        assert!(accepts(&domain_schema("enterprise", "contract"), contract));
        assert!(!accepts(&domain_schema("mind", "contract"), contract));
    }
    let cmec = domain_schema("enterprise", "cmec-c0.2");
    for said in [
        json!({
            "s": "IS", "o": "INST", "tg": ["enterprise"], "E": [{"txt": "企业A"}],
            "C": {
                "flt": [{"f": "F001", "op": "CT", "v": "新能源"}],
                "srt": [{"f": "F010", "ord": "D"}],
                "pg": {"lim": 20, "off": 0}
            },
            "G": {"dir": "O", "dep": 0, "rel": []}
        }),
        json!({"s":"REX","E":[{"txt":"企业A"},{"txt":"园区B"}],"R":[{"r":"R001","dir":"O"}]}),
    ] {
        assert!(accepts(&cmec, &said), "{said}");
    }
}
