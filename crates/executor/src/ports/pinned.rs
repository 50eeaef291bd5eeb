//! The tool this client was made for. A tool of another shape is refused before any call.

use serde_json::{Map, Value};

/// Name of the only tool that is ever called.
pub const TOOL: &str = "execute_query";

/// Arguments the client sends, and their JSON types.
const ARGUMENTS: &[(&str, &str)] = &[
    ("query", "string"),
    ("params", "object"),
    ("limit", "integer"),
    ("include_schema", "boolean"),
];

/// Holds a tool's input schema against the pinned one. Descriptions, defaults and bounds may differ.
///
/// # Errors
/// In words, what differs: an argument that is missing or has another type, or one the client does not know and the
/// server requires.
pub fn check(schema: &Map<String, Value>) -> Result<(), String> {
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .ok_or("it has no properties")?;
    for (name, wanted) in ARGUMENTS {
        let property = properties
            .get(*name)
            .ok_or_else(|| format!("it has no argument `{name}`"))?;
        if !allows(property, wanted) {
            return Err(format!("its argument `{name}` is not of type {wanted}"));
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !ARGUMENTS.iter().any(|(known, _)| *known == name) {
            return Err(format!(
                "it requires an argument `{name}` that is not known"
            ));
        }
    }
    Ok(())
}

/// Whether a property lets a type in, directly or as one of several (a nullable type is written so).
fn allows(property: &Value, wanted: &str) -> bool {
    match property.get("type") {
        Some(Value::String(name)) => name == wanted,
        Some(Value::Array(names)) => names.iter().any(|name| name == wanted),
        _ => property
            .get("anyOf")
            .and_then(Value::as_array)
            .is_some_and(|forms| forms.iter().any(|form| allows(form, wanted))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "query": {"type": "string"},
                "params": {"anyOf": [{"type": "object"}, {"type": "null"}]},
                "limit": {"type": ["integer", "null"]},
                "include_schema": {"type": "boolean"}
            },
            "required": ["query"]
        })
    }

    #[test]
    fn names_what_differs() {
        let change = |pointer: &str, value: Value| {
            let mut schema = schema();
            *schema.pointer_mut(pointer).unwrap() = value;
            check(schema.as_object().unwrap())
        };
        assert_eq!(check(schema().as_object().unwrap()), Ok(()));
        for (pointer, value, differs) in [
            ("/properties", json!(null), "it has no properties"),
            (
                "/properties/limit",
                json!({"type": "string"}),
                "`limit` is not of type integer",
            ),
            (
                "/properties/params",
                json!({}),
                "`params` is not of type object",
            ),
            (
                "/required",
                json!(["query", "token"]),
                "requires an argument `token`",
            ),
        ] {
            let error = change(pointer, value).unwrap_err();
            assert!(error.contains(differs), "{pointer}: {error}");
        }
    }
}
