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
pub use files::{FileDoc, KeyDoc};
pub(super) use intent::{arguments_in, cmec_by_scenario, cmec_in};
pub(super) use shape::is_of_texts;

use cmec_decoder::tables::Tables;
use serde_json::{Value, json};

use crate::artefact::{Artefact, GENERATED_FROM_CODEBOOK, ListLayout, json_in_lines};
use crate::resolve::checked::Checked;

pub(super) fn of_domain(checked: &Checked) -> Vec<Artefact> {
    let name = checked.name();
    vec![
        artefact(
            format!("{name}/cmec-c0.2.schema.json"),
            &cmec_in(checked.tables(), Sayable::ALL),
        ),
        artefact(
            format!("{name}/contract.schema.json"),
            &intent::of_domain(checked.tables()),
        ),
    ]
}

pub(super) fn of_contracts(tables: &Tables) -> Value {
    intent::of_domain(tables)
}

/// The schemas that are the same for every domain.
pub(super) fn of_core() -> Vec<Artefact> {
    [("mec", intent::mec())]
        .into_iter()
        .chain(files::schemas())
        .map(|(name, schema)| artefact(format!("{name}.schema.json"), &schema))
        .collect()
}

/// A codebook's own files with their keys and descriptions.
pub(super) fn file_docs() -> Vec<FileDoc> {
    files::docs()
}

pub(super) fn artefact(path: String, schema: &Value) -> Artefact {
    json_in_lines(path, schema, ListLayout::Nested)
}

/// The file of a schema that all domains share.
pub(super) fn file(name: &str, schema: Value) -> Artefact {
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
