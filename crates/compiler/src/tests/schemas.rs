//! The emitted schemas are schemas, accept what is right and refuse what is not.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::{shipped, sources, town};
use crate::emit::{emit, emit_core_schemas};
use crate::source::node::{Node, NodeKind};
use crate::source::yaml::parse;
use crate::source::{
    about, bindings, codebook, core, elements, limits, policy, recipes, retrieval, templates, tools,
};
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

/// The town with lanes that name every scenario.
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
        // References inside it resolve, too.
        jsonschema::draft202012::new(&schema).unwrap();
    }
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
    let mut used = HashSet::new();
    for file in [
        "codebook",
        "overlay",
        "bindings",
        "recipes",
        "retrieval",
        "tools",
        "examples",
        "core",
    ] {
        let schema = core_schema(file);
        let mut silent = Vec::new();
        described(&schema, "", &mut |path, property| {
            used.extend(about::row_of(file, path));
            if property.get("description").is_none() {
                silent.push(path.to_owned());
            }
        });
        assert!(silent.is_empty(), "{file}: {silent:?}");
    }
    let idle: Vec<&str> = about::rows().filter(|row| !used.contains(row)).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

/// Every property below a schema, with its path.
fn described(schema: &Value, path: &str, visit: &mut impl FnMut(&str, &Value)) {
    match schema {
        Value::Array(items) => items.iter().for_each(|one| described(one, path, visit)),
        Value::Object(map) => {
            for (key, below) in map {
                let (Value::Object(named), "properties" | "$defs") = (below, key.as_str()) else {
                    described(below, path, visit);
                    continue;
                };
                for (name, property) in named {
                    let path = if path.is_empty() {
                        name.clone()
                    } else {
                        format!("{path}.{name}")
                    };
                    if key == "properties" {
                        visit(&path, property);
                    }
                    described(property, &path, visit);
                }
            }
        }
        _ => {}
    }
}

/// YAML as an editor sees it: plain scalars have a type.
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

#[test]
fn shipped_files_validate() {
    for domain in shipped::DOMAINS {
        let sources = load_dir(shipped::folder(domain)).unwrap();
        for (id, file) in sources.iter() {
            let Some(name) = file.name.strip_suffix(".yaml") else {
                continue;
            };
            let value = as_json(&parse(id, file, &mut Vec::new()).unwrap());
            let schema = core_schema(name);
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let errors: Vec<String> = validator
                .iter_errors(&value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{domain}/{}: {errors:#?}", file.name);
        }
    }
}

/// The first line of a file tells an editor which schema it has.
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

/// The keys an editor offers are the keys the reader knows.
#[test]
fn editors_know_every_key() {
    let (book, recipe) = (core_schema("codebook"), core_schema("recipes"));
    let (core_, texts) = (core_schema("core"), core_schema("retrieval"));
    let (by_hand, tables) = (core_schema("tools"), core_schema("bindings"));
    let map = "/additionalProperties/properties";
    let cases: Vec<(&Value, String, &[&str])> = vec![
        (&core_, "/properties".into(), core::KEYS),
        (
            &core_,
            "/properties/vocabulary/properties".into(),
            core::LISTS,
        ),
        (
            &core_,
            format!("/properties/scenarios{map}"),
            core::SCENARIO_KEYS,
        ),
        (&core_, "/properties/limits/properties".into(), limits::KEYS),
        (
            &core_,
            "/$defs/rule/anyOf/1/properties".into(),
            policy::RULE_KEYS,
        ),
        (&book, "/properties".into(), codebook::KEYS),
        (
            &book,
            format!("/properties/types{map}"),
            elements::TYPE_KEYS,
        ),
        (
            &book,
            format!("/properties/fields{map}"),
            elements::FIELD_KEYS,
        ),
        (
            &book,
            format!(
                "/properties/fields{map}/values/anyOf/0/additionalProperties/anyOf/0/properties"
            ),
            elements::VALUE_KEYS,
        ),
        (
            &book,
            format!("/properties/relations{map}"),
            elements::RELATION_KEYS,
        ),
        (&recipe, "/properties".into(), recipes::KEYS),
        (
            &recipe,
            format!("/properties/filters{map}"),
            recipes::FILTER_KEYS,
        ),
        (
            &recipe,
            "/properties/limits/properties".into(),
            recipes::LIMIT_KEYS,
        ),
        (
            &recipe,
            format!("/properties/recipes{map}"),
            recipes::RECIPE_KEYS,
        ),
        (
            &recipe,
            format!("/properties/recipes{map}/match/properties"),
            recipes::MATCH_KEYS,
        ),
        (
            &recipe,
            format!("/properties/recipes{map}/scope/properties"),
            recipes::SCOPE_KEYS,
        ),
        (
            &recipe,
            format!("/properties/templates{map}"),
            templates::TEMPLATE_KEYS,
        ),
        (
            &recipe,
            format!("/properties/templates{map}/query/properties"),
            templates::QUERY_KEYS,
        ),
        (
            &recipe,
            format!("/properties/templates{map}/parameters{map}"),
            templates::PARAMETER_KEYS,
        ),
        (&texts, "/properties".into(), retrieval::KEYS),
        (
            &texts,
            "/properties/modes/properties/fast/properties".into(),
            retrieval::MODE_KEYS,
        ),
        (
            &texts,
            format!("/properties/profiles{map}"),
            retrieval::PROFILE_KEYS,
        ),
        (&by_hand, "/properties".into(), tools::KEYS),
        (
            &by_hand,
            format!("/properties/tools{map}"),
            tools::TOOL_KEYS,
        ),
        (
            &by_hand,
            format!("/properties/tools{map}/parameters{map}"),
            tools::PARAMETER_KEYS,
        ),
        (&tables, "/properties".into(), bindings::KEYS),
        (
            &tables,
            format!("/properties/types{map}"),
            bindings::TYPE_KEYS,
        ),
        (
            &tables,
            format!("/properties/types{map}/columns/additionalProperties/anyOf/1/properties"),
            bindings::VALUES_KEYS,
        ),
        (
            &tables,
            format!("/properties/relations{map}"),
            bindings::RELATION_KEYS,
        ),
        (
            &tables,
            format!("/properties/relations{map}/link/properties"),
            bindings::LINK_KEYS,
        ),
    ];
    for (schema, pointer, keys) in cases {
        let properties = schema.pointer(&pointer).and_then(Value::as_object);
        let mut offered: Vec<&str> = properties
            .unwrap_or_else(|| panic!("{pointer}"))
            .keys()
            .map(String::as_str)
            .collect();
        let mut known = keys.to_vec();
        offered.sort_unstable();
        known.sort_unstable();
        assert_eq!(offered, known, "{pointer}");
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

#[test]
fn verdicts_and_answers_have_their_shapes() {
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let clarify = json!({
        "kind": "clarify", "trace_id": trace, "patchable": "/C/flt/0",
        "reasons": [{"code": "DEC020", "path": "/C/flt/0/f", "message": "unknown code `F999`",
            "candidates": [{"code": "F009", "label": "tags", "description": ""}]}],
        "question": {"en": "which field?", "zh": "哪个字段？"},
    });
    assert!(accepts(&core_schema("clarify"), &clarify));
    let reject = json!({"kind": "reject", "trace_id": trace, "findings": [{
        "id": "DEC001", "slug": "syntax", "class": "syntax", "stage": "syntax", "severity": "error", "retry": "full",
        "message": "not JSON", "span": {"start": 0, "end": 1, "line": 1, "column": 1}, "pointer": "", "help": null,
        "candidates": [],
    }]});
    assert!(accepts(&core_schema("reject"), &reject));
    let response = json!({
        "response_type": "LIMITED_WITH_REASON", "summary": "", "rows": [], "returned": 0, "limit": 20,
        "truncated": false, "filters_applied": [{"filter": "account", "value": "60", "origin": "said"}], "anchors": [], "limited_reason_category": "empty_match",
        "missing_required_filters": [], "limitations": [], "reasons": [], "hints": [], "clarify": clarify,
        "untrusted": ["/clarify"], "trace_id": trace,
    });
    assert!(accepts(&core_schema("response"), &response));
    let with = |edits: &[(&str, Value)]| {
        let mut value = response.clone();
        for (key, edit) in edits {
            value[*key] = edit.clone();
        }
        accepts(&core_schema("response"), &value)
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
    assert!(!accepts(&core_schema("response"), &silent));
}
