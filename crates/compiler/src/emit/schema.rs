//! JSON Schemas, 2020-12: contracts and answers for hosts, the codebook's own files for editors.

mod builder;
mod by_scenario;
mod clarify;
mod debug_envelope;
mod files;
mod finding;
mod intent;
mod reject;
mod response;
mod scenarios;
mod shape;
mod values;

pub(super) use builder::Sayable;
pub use files::{FileDoc, KeyDoc};
pub(super) use intent::{arguments_in, cmec_by_scenario, cmec_in};

use cmec_decoder::tables::Tables;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::artefact::{Artefact, GENERATED_FROM_CODEBOOK, ListLayout, json_in_lines};
use crate::resolve::checked::Checked;
use crate::words;

/// The schemas of one domain.
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

/// The schemas of what is written while texts are read and run, by name.
pub(super) fn at_run_time(tables: &Tables) -> [(&'static str, Value); 5] {
    let [clarify, reject, response, debug_envelope] = of_answers();
    let contract = ("contract", intent::of_domain(tables));
    [contract, clarify, reject, response, debug_envelope]
}

fn of_answers() -> [(&'static str, Value); 4] {
    [
        ("clarify", clarify::clarify()),
        ("reject", reject::reject()),
        ("response", response::response()),
        ("debug-envelope", debug_envelope::debug_envelope()),
    ]
}

/// The schemas that are the same for every domain.
pub(super) fn of_core() -> Vec<Artefact> {
    [("mec", intent::mec())]
        .into_iter()
        .chain(of_answers())
        .chain(files::schemas())
        .map(|(name, schema)| artefact(format!("{name}.schema.json"), &schema))
        .collect()
}

/// A codebook's own files, what each is for, and their keys.
pub(super) fn file_docs() -> Vec<FileDoc> {
    files::docs()
}

pub(super) fn artefact(path: String, schema: &Value) -> Artefact {
    json_in_lines(path, schema, ListLayout::Nested)
}

/// A whole schema: its head, then the keys of `body`.
fn document(title: &str, body: Value) -> Value {
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    let head = json!({ "$schema": dialect, "title": title });
    extended(head, generated(body))
}

/// The keys of `body` after the remark that they are generated.
pub(super) fn generated(body: Value) -> Value {
    extended(json!({ "$comment": GENERATED_FROM_CODEBOOK }), body)
}

/// The keys of one map, then those of another.
fn extended(mut head: Value, more: Value) -> Value {
    if let (Value::Object(head), Value::Object(more)) = (&mut head, more) {
        head.extend(more);
    }
    head
}

/// An object with these properties and no others.
fn object(required: &[&str], properties: Value) -> Value {
    json!({
        "type": "object",
        "required": required,
        "additionalProperties": false,
        "properties": properties,
    })
}

/// An object with these properties, of which only the optional may be left out.
fn object_but(optional: &[&str], properties: Value) -> Value {
    let names = properties.as_object().into_iter().flat_map(Map::keys);
    let names = names.map(String::as_str);
    let required: Vec<&str> = names.filter(|name| !optional.contains(name)).collect();
    object(&required, properties.clone())
}

/// An object with exactly these properties, all of them always there.
fn whole(properties: Value) -> Value {
    object_but(&[], properties)
}

/// An object whose keys are the author's.
fn map_of(values: Value) -> Value {
    json!({ "type": "object", "additionalProperties": values })
}

/// The same with keys that keep to a schema.
fn map_by(keys: Value, values: Value) -> Value {
    extended(map_of(values), json!({ "propertyNames": keys }))
}

/// A list that can only be empty.
fn none() -> Value {
    json!({ "type": "array", "maxItems": 0 })
}

/// A list.
fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// A list that is not empty.
fn some(items: Value) -> Value {
    json!({ "type": "array", "minItems": 1, "items": items })
}

/// A text that is not empty.
fn text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

/// One of these texts.
fn one_of<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Value {
    let names: Vec<String> = (names.into_iter())
        .map(|name| name.as_ref().to_owned())
        .collect();
    json!({ "type": "string", "enum": names })
}

/// This, or `null`.
fn nullable(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// A whole number in a range.
fn number(least: u32, most: u32) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

/// A W3C trace id.
fn trace_id() -> Value {
    json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" })
}

/// One of the words that stand for a form.
fn word<T: DeserializeOwned>() -> Value {
    one_of(words::names(&words::of::<T>()))
}
