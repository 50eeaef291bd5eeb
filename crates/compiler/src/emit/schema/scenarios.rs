//! The scenario table as `if`/`then`: what a scenario must have and must not have, in cMEC and in contracts.

use cmec_decoder::tables::{ScenarioDef, Tables};
use cmec_decoder::vocabulary::{Part, Scenario};
use serde_json::{Map, Value, json};

use crate::resolve::tables::scenario_def;
use crate::source::files::{BUILTIN_CORE, CORE, SourceSet};
use crate::source::node_reader::NodeReader;
use crate::source::{core, yaml};

/// Where a part stands.
enum At {
    /// A list; an empty one says nothing.
    List(&'static [&'static str]),
    /// Anything else.
    One(&'static [&'static str]),
    /// Always there, or derived: nothing can be held of it.
    WrittenOut,
    /// Never there.
    Nowhere,
}

/// One notation of an intent.
struct Form {
    at: fn(Part) -> At,
    /// Lists of the targets and of the entities.
    targets: &'static [&'static str],
    entities: &'static [&'static str],
    depth: &'static [&'static str],
    /// Largest depth, where the form has caps.
    depth_cap: Option<u32>,
    /// Whether a missing target is derived, as in a domain with one type.
    derives_target: bool,
}

/// The table of a domain, for its cMEC.
pub(super) fn of_cmec(tables: &Tables) -> Value {
    let form = Form {
        at: in_cmec,
        targets: &["tg"],
        entities: &["E"],
        depth: &["G", "dep"],
        depth_cap: Some(tables.limits.depth_cap),
        derives_target: tables.types.len() == 1,
    };
    table(&tables.scenarios, &form, |scenarios| {
        let codes = scenarios.iter().map(|scenario| scenario.code());
        nested(&["s"], super::one_of(codes), Wanted::There)
    })
}

/// A table for contracts.
pub(super) fn of_contract(rows: &[ScenarioDef]) -> Value {
    let form = Form {
        at: in_contract,
        targets: &["grounding", "target_types"],
        entities: &["grounding", "entity_list"],
        depth: &["graph_params", "depth"],
        depth_cap: None,
        derives_target: false,
    };
    // A question back never becomes a contract.
    let rows: Vec<ScenarioDef> = (rows.iter())
        .filter(|row| row.scenario != Scenario::Clarify)
        .cloned()
        .collect();
    table(&rows, &form, |scenarios| {
        let names = scenarios.iter().map(|scenario| scenario.name());
        nested(&["intent", "scenario"], super::one_of(names), Wanted::There)
    })
}

/// The table every domain shares.
pub(super) fn shipped() -> Vec<ScenarioDef> {
    let sources = SourceSet::from_bytes(BUILTIN_CORE, Vec::<(String, Vec<u8>)>::new());
    let mut findings = Vec::new();
    let tree = (sources.named(CORE)).and_then(|(id, file)| yaml::parse(id, file, &mut findings));
    let Some(tree) = tree else {
        return Vec::new(); // A test holds that the shipped core can be read.
    };
    let mut reader = NodeReader {
        findings: &mut findings,
    };
    let core = core::read(&tree, &mut reader);
    core.scenarios.iter().map(scenario_def).collect()
}

/// Rows with the same demands share an `if`.
fn table(rows: &[ScenarioDef], form: &Form, condition: impl Fn(&[Scenario]) -> Value) -> Value {
    let mut demands: Vec<(Value, Vec<Scenario>)> = Vec::new();
    for row in rows {
        let then = demand(row, form);
        match demands.iter_mut().find(|(have, _)| *have == then) {
            Some((_, scenarios)) => scenarios.push(row.scenario),
            None => demands.push((then, vec![row.scenario])),
        }
    }
    let rules = demands.into_iter();
    rules
        .map(|(then, scenarios)| json!({ "if": condition(&scenarios), "then": then }))
        .collect()
}

fn demand(row: &ScenarioDef, form: &Form) -> Value {
    let mut then = Map::new();
    let mut choices = Vec::new();
    for requirement in row.required.iter() {
        let mut forms: Vec<Value> = Vec::new();
        // In the order of the vocabulary, so that scenarios with the same demands are seen to have them.
        let mut parts = requirement.any_of.to_vec();
        parts.sort_unstable();
        for part in parts {
            forms.push(present(part, form));
            if part == Part::TargetType && form.derives_target {
                // The only type is the target where no entity is named.
                forms.push(nested(
                    form.entities,
                    json!({ "maxItems": 0 }),
                    Wanted::Maybe,
                ));
            }
        }
        let anyway = form.derives_target
            && [Part::TargetType, Part::Entity]
                .iter()
                .all(|part| requirement.any_of.contains(part));
        if anyway || forms.iter().any(|form| *form == json!({})) {
            continue;
        }
        match forms.as_slice() {
            // Two choices must not become one.
            [only] if only.get("anyOf").is_some() => choices.push(only.clone()),
            [only] => merge(&mut then, only),
            _ => choices.push(json!({ "anyOf": forms })),
        }
    }
    for part in row.forbidden.iter() {
        merge(&mut then, &absent(*part, form));
    }
    if row.default_depth.is_some() {
        let depth = match form.depth_cap {
            Some(cap) => super::number(1, cap),
            None => json!({ "minimum": 1 }),
        };
        merge(&mut then, &nested(form.depth, depth, Wanted::Maybe));
    }
    match choices.as_slice() {
        [] => {}
        [only] => merge(&mut then, only),
        _ => merge(&mut then, &json!({ "allOf": choices })),
    }
    Value::Object(then)
}

fn present(part: Part, form: &Form) -> Value {
    let some = |path, least: u32| nested(path, json!({ "minItems": least }), Wanted::There);
    if part == Part::TwoEnds {
        let mut mixed = Map::new();
        merge(&mut mixed, &some(form.entities, 1));
        merge(&mut mixed, &some(form.targets, 1));
        return json!({ "anyOf": [some(form.entities, 2), mixed] });
    }
    match (form.at)(part) {
        At::List(path) => some(path, 1),
        At::One(path) => nested(path, json!({}), Wanted::There),
        At::WrittenOut => json!({}),
        At::Nowhere => json!({ "not": {} }),
    }
}

fn absent(part: Part, form: &Form) -> Value {
    match (form.at)(part) {
        At::List(path) => nested(path, json!({ "maxItems": 0 }), Wanted::Maybe),
        At::One(path) => nested(path, json!(false), Wanted::Maybe),
        At::WrittenOut | At::Nowhere => json!({}),
    }
}

const fn in_cmec(part: Part) -> At {
    match part {
        Part::TargetType => At::List(&["tg"]),
        Part::Entity | Part::TwoEnds => At::List(&["E"]),
        Part::Relation => At::List(&["R"]),
        Part::Attributes => At::List(&["A"]),
        Part::Filter => At::List(&["C", "flt"]),
        Part::Sort => At::List(&["C", "srt"]),
        Part::Page => At::One(&["C", "pg"]),
        Part::Metric => At::One(&["C", "agg"]),
        Part::Groups => At::List(&["C", "grp"]),
        Part::Set => At::One(&["C", "set"]),
        Part::Graph => At::One(&["G"]),
        Part::Path => At::One(&["G", "path"]),
        Part::Retrieval => At::One(&["Q"]),
        Part::QueryText => At::One(&["Q", "txt"]),
        Part::Question => At::One(&["X"]),
    }
}

const fn in_contract(part: Part) -> At {
    match part {
        Part::TargetType => At::List(&["grounding", "target_types"]),
        Part::Entity | Part::TwoEnds => At::List(&["grounding", "entity_list"]),
        Part::Relation => At::List(&["grounding", "relations"]),
        Part::Attributes => At::List(&["grounding", "target_attributes"]),
        Part::Filter => At::List(&["constraints", "filters"]),
        Part::Sort => At::List(&["constraints", "sort"]),
        Part::Page | Part::Graph => At::WrittenOut,
        Part::Metric => At::One(&["constraints", "aggregation"]),
        Part::Groups => At::One(&["constraints", "groups"]),
        Part::Set => At::One(&["constraints", "set_ops"]),
        Part::Path => At::One(&["graph_params", "path"]),
        Part::Retrieval => At::One(&["rag_params"]),
        Part::QueryText => At::One(&["rag_params", "query_text"]),
        Part::Question => At::Nowhere,
    }
}

/// Whether the keys of a path must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    There,
    Maybe,
}

/// A schema of what stands at the end of a path of keys.
fn nested(path: &[&str], leaf: Value, wanted: Wanted) -> Value {
    path.iter().rev().fold(leaf, |inner, key| {
        let mut properties = Map::new();
        properties.insert((*key).to_owned(), inner);
        match wanted {
            Wanted::There => json!({ "required": [key], "properties": properties }),
            Wanted::Maybe => json!({ "properties": properties }),
        }
    })
}

/// Adds one schema's demands to another's.
fn merge(into: &mut Map<String, Value>, from: &Value) {
    for (key, value) in from.as_object().into_iter().flatten() {
        match (into.get_mut(key), value) {
            (Some(Value::Object(have)), Value::Object(_)) => merge(have, value),
            (Some(Value::Array(have)), Value::Array(more)) => {
                for item in more {
                    if !have.contains(item) {
                        have.push(item.clone());
                    }
                }
            }
            // What must not be there at all has no inside.
            (Some(Value::Bool(false)), _) => {}
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
