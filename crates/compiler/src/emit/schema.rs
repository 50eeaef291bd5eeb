//! JSON Schemas (2020-12): contracts and answers for hosts, and the codebook's own files for editors.

mod builder;
mod by_scenario;
mod comparable;
mod files;
mod intent;
mod scenarios;
mod shape;
mod values;

pub(super) use builder::Sayable;
pub use files::{FileDoc, KeyDoc, file_docs};
pub(super) use intent::{arguments_in, cmec_by_scenario, cmec_in};
pub(super) use shape::is_of_texts;

use cmec_decoder::language::given_names;
use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

use crate::artefact::{Artefact, GENERATED_FROM_CODEBOOK, ListLayout, json_in_lines};
use crate::resolve::checked::Checked;

pub(super) fn of_domain(checked: &Checked) -> Vec<Artefact> {
    let path = |what: &str| format!("{}/{what}.schema.json", checked.name());
    let cmec = cmec_in(checked.tables(), Sayable::ALL);
    vec![
        artefact(path("cmec-c0.2"), &cmec),
        artefact(path("contract"), &contract_schema(checked.tables())),
    ]
}

/// The JSON Schema of a codebook's contracts.
#[must_use]
pub fn contract_schema(tables: &Tables) -> Value {
    intent::of_domain(tables)
}

/// The schemas that all domains share, and the schemas of a codebook's own files.
#[must_use]
pub fn emit_core_schemas() -> Vec<Artefact> {
    [("mec", intent::mec())]
        .into_iter()
        .chain(files::schemas())
        .map(|(name, schema)| artefact(format!("{name}.schema.json"), &schema))
        .collect()
}

pub(super) fn artefact(path: String, schema: &Value) -> Artefact {
    json_in_lines(path, schema, ListLayout::Nested)
}

/// The file of a schema that all domains share.
#[must_use]
pub fn schema_file(name: &str, schema: Value) -> Artefact {
    artefact(format!("{name}.schema.json"), &generated(schema))
}

/// A complete schema: title and dialect, then `body`.
fn document(title: &str, body: Value) -> Value {
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    let head = json!({ "$schema": dialect, "title": title });
    extended(head, generated(body))
}

/// `body` with a `$comment` that it is generated.
pub(super) fn generated(body: Value) -> Value {
    extended(json!({ "$comment": GENERATED_FROM_CODEBOOK }), body)
}

/// Both maps joined.
fn extended(mut head: Value, more: Value) -> Value {
    if let (Value::Object(head), Value::Object(more)) = (&mut head, more) {
        head.extend(more);
    }
    head
}

/// An object with only these properties.
fn object(required: &[&str], properties: Value) -> Value {
    json!({
        "type": "object",
        "required": required,
        "additionalProperties": false,
        "properties": properties,
    })
}

/// An object whose keys the author chooses.
fn map_of(values: Value) -> Value {
    json!({ "type": "object", "additionalProperties": values })
}

/// An object whose keys match a schema.
fn map_by(keys: Value, values: Value) -> Value {
    extended(map_of(values), json!({ "propertyNames": keys }))
}

fn none() -> Value {
    json!({ "type": "array", "maxItems": 0 })
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn some(items: Value) -> Value {
    json!({ "type": "array", "minItems": 1, "items": items })
}

fn text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

fn one_of<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Value {
    let names: Vec<String> = (names.into_iter())
        .map(|name| name.as_ref().to_owned())
        .collect();
    json!({ "type": "string", "enum": names })
}

fn number(least: u32, most: u32) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

fn number_from(least: u32) -> Value {
    json!({ "type": "integer", "minimum": least })
}

fn boolean() -> Value {
    json!({ "type": "boolean" })
}

/// An alias with its mark.
fn given() -> Value {
    // XGrammar matches a pattern against the whole text.
    json!({ "type": "string", "pattern": format!("^{}.+$", given_names::MARK) })
}

/// A list with bounds on its length; without an item, it is empty.
fn bounded_list(item: Option<Value>, least: u32, most: Option<u32>) -> Value {
    let Some(item) = item else {
        return none();
    };
    let mut list = Map::new();
    list.insert("type".to_owned(), json!("array"));
    if least > 0 {
        list.insert("minItems".to_owned(), json!(least));
    }
    if let Some(most) = most {
        list.insert("maxItems".to_owned(), json!(most));
    }
    list.insert("items".to_owned(), item);
    Value::Object(list)
}

/// One of several schemas, which may overlap.
fn any_of(mut choices: Vec<Value>) -> Value {
    match choices.len() {
        1 => choices.remove(0),
        _ => json!({ "anyOf": choices }),
    }
}

/// Exactly one of several schemas; `None` without any.
fn alternatives(choices: Vec<Value>) -> Option<Value> {
    (!choices.is_empty()).then(|| json!({ "oneOf": choices }))
}
