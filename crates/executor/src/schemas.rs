//! JSON Schemas of the output documents, generated from the types: clarifying questions, rejections, responses, debug
//! envelopes.
//!
//! Objects have no additional members. A text has at least one character, unless it may be `null` or its type says
//! otherwise.

use cmec_decoder::{Clarify, Reject};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use crate::{DebugEnvelope, Response};

/// The schema of a clarifying question.
#[must_use]
pub fn clarify() -> Value {
    of::<Clarify>()
}

/// The schema of a rejection.
#[must_use]
pub fn reject() -> Value {
    of::<Reject>()
}

/// The schema of a response.
#[must_use]
pub fn response() -> Value {
    of::<Response>()
}

/// The schema of a debug envelope.
#[must_use]
pub fn debug_envelope() -> Value {
    of::<DebugEnvelope>()
}

fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(RecursiveTransform(tighten));
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.to_value();
    if let Value::Object(members) = &mut schema {
        // Puts the head of a schema first.
        for key in ["description", "title", "$schema"] {
            if let Some(value) = members.shift_remove(key) {
                members.shift_insert(0, key.to_owned(), value);
            }
        }
    }
    schema
}

fn tighten(schema: &mut Schema) {
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    let kind = members.get("type").and_then(Value::as_str);
    let (is_object, is_text) = (kind == Some("object"), kind == Some("string"));
    if is_object && members.contains_key("properties") {
        let others = members.entry("additionalProperties");
        others.or_insert(json!(false));
    }
    let said = ["minLength", "pattern", "enum", "const"];
    if is_text && !said.iter().any(|key| members.contains_key(*key)) {
        members.insert("minLength".to_owned(), json!(1));
    }
    if members.get("minLength") == Some(&json!(0)) {
        members.shift_remove("minLength");
    }
    // The width of a number in memory is irrelevant.
    members.shift_remove("format");
    if members.get("maximum") == Some(&json!(u8::MAX)) {
        members.shift_remove("maximum");
    }
    if let Some(Value::String(description)) = members.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}
