//! Intent schemas: cMEC c0.2 for one codebook, and contracts (MEC v0.2-lite with the parts of SEC v0.2) for one
//! codebook or any.

use cmec_decoder::language::{NamingStyle, SCENARIOS, ScenarioDef};
use cmec_decoder::tables::Tables;
use serde_json::{Value, json};

use super::builder::{Sayable, SchemaBuilder};
use super::shape::Intent;
use super::{by_scenario, document, extended, scenarios};

/// Rules of cMEC that no schema can express; the decoder checks them.
const LEFT_OF_CMEC: &str = "Shape, vocabulary and the scenario table. Left to the decoder: days of the calendar, how whole \
    numbers are written, synonyms of enum values, keys that stand twice, which types a field or relation fits, names \
    of metrics, groups and places, ends that point into `E`, what `G` and `R` say of each other, what cannot hold together, \
    caps over several parts.";

/// The same for contracts.
const LEFT_OF_CONTRACTS: &str = "Shape, vocabulary and the scenario table. Left to the decoder: days of the calendar, which types \
    a field or relation fits, names of metrics, groups and places, ends that point into `entity_list`, what `graph_params` and \
    the relations say of each other, caps.";

/// A domain's cMEC schema, within the codebook's caps where the given features allow it.
pub(in crate::emit) fn cmec_in(tables: &Tables, sayable: Sayable) -> Value {
    let rules = scenarios::of_cmec(tables);
    let arguments = arguments_in(tables, sayable);
    extended(arguments, json!({ "allOf": rules }))
}

/// cMEC as a choice between whole objects, without conditions.
pub(in crate::emit) fn cmec_by_scenario(tables: &Tables, sayable: Sayable) -> Value {
    let builder = SchemaBuilder::new(NamingStyle::Codes, sayable);
    let object = Intent::of(Some(tables), &builder)
        .whole()
        .unwrap_or_default();
    let definitions = builder.definitions();
    let rules = scenarios::of_cmec_in_words(tables);
    let forms = by_scenario::forms(&object, &definitions, &rules);
    extended(forms, json!({ "$defs": definitions }))
}

/// cMEC without the scenario table: model providers reject `allOf` at the top of tool arguments.
pub(in crate::emit) fn arguments_in(tables: &Tables, sayable: Sayable) -> Value {
    let builder = SchemaBuilder::new(NamingStyle::Codes, sayable);
    let body = Intent::of(Some(tables), &builder).whole();
    let title = format!("cMEC c0.2 of `{}`", tables.name);
    finished(&title, body, LEFT_OF_CMEC, builder)
}

/// Contracts of any domain.
pub(super) fn mec() -> Value {
    contract("MEC v0.2-lite and SEC v0.2", None, SCENARIOS)
}

/// Contracts of one domain, with only its types, paths and relations.
pub(super) fn of_domain(tables: &Tables) -> Value {
    let title = format!("Contracts of `{}`", tables.name);
    contract(&title, Some(tables), &tables.scenarios)
}

fn contract(title: &str, tables: Option<&Tables>, rows: &[ScenarioDef]) -> Value {
    let builder = SchemaBuilder::new(NamingStyle::Names, Sayable::ALL);
    let body = Intent::of(tables, &builder).whole();
    let schema = finished(title, body, LEFT_OF_CONTRACTS, builder);
    let rules = with_types(scenarios::of_contract(rows));
    extended(schema, json!({ "allOf": rules }))
}

/// Adds types to the values in a rule, and the required keys to its properties, as strict schema readers demand.
fn with_types(rule: Value) -> Value {
    const TYPES: &[(&str, &[&str])] = &[
        ("object", &["properties", "required"]),
        ("array", &["items", "minItems", "maxItems"]),
        ("string", &["pattern"]),
        ("integer", &["minimum"]),
    ];
    match rule {
        Value::Array(rules) => rules.into_iter().map(with_types).collect(),
        Value::Object(mut rule) => {
            let required = rule.get("required").and_then(Value::as_array).cloned();
            for key in required.iter().flatten().filter_map(Value::as_str) {
                let properties = rule.entry("properties").or_insert_with(|| json!({}));
                if let Value::Object(properties) = properties {
                    properties.entry(key).or_insert(json!(true));
                }
            }
            let about = |keywords: &[&str]| keywords.iter().any(|one| rule.contains_key(*one));
            let known = TYPES.iter().find(|(_, keywords)| about(keywords));
            let of_type = known.map_or(json!({}), |(name, _)| json!({ "type": name }));
            let rule = rule
                .into_iter()
                .map(|(key, inner)| (key, with_types(inner)));
            extended(of_type, rule.collect())
        }
        other => other,
    }
}

fn finished(title: &str, body: Option<Value>, left: &str, builder: SchemaBuilder) -> Value {
    let body = extended(json!({ "description": left }), body.unwrap_or_default());
    let definitions = json!({ "$defs": builder.definitions() });
    document(title, extended(body, definitions))
}
