//! Additions to JSON Schemas that types do not express.

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

/// The discriminating member of an object, with its only value and its description.
pub fn tag(name: &'static str, value: &'static str, about: &'static str) -> impl Transform {
    move |schema: &mut Schema| {
        let schema = schema.ensure_object();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            let member = json!({ "description": about, "type": "string", "const": value });
            properties.shift_insert(0, name.to_owned(), member);
        }
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.insert(0, json!(name));
        }
    }
}
