//! The schema of the only tool that the client calls. A tool of another shape is refused before any call.
//!
//! The tool must accept the client's arguments with their types and require no others. Descriptions, defaults, bounds
//! and nullability may differ. Server names are not checked, since they change with versions and builds. JSON and TOON
//! use the same tool, whose `data` are a list or a string.

use serde_json::{Map, Value};

/// The only tool that an answer calls, so that a contract cannot reach anything else on a server.
pub const QUERY_TOOL: &str = "execute_query";

/// The arguments that the client sends, with their JSON types.
const ARGUMENTS: &[(&str, &str)] = &[
    ("query", "string"),
    ("params", "object"),
    ("limit", "integer"),
    ("include_schema", "boolean"),
];

/// Checks the listed tools, each a name and an input schema, against the required one.
///
/// # Errors
/// A description of the difference.
pub fn check(listed: &[(&str, &Map<String, Value>)]) -> Result<(), String> {
    let found = listed.iter().find(|(listed, _)| *listed == QUERY_TOOL);
    let (_, schema) = found.ok_or_else(|| format!("there is no tool `{QUERY_TOOL}`"))?;
    check_tool(schema).map_err(|why| format!("`{QUERY_TOOL}` {why}"))
}

/// Compares a tool's input schema with the required one. Descriptions, defaults and bounds may differ. An argument must
/// not be missing, have another type, or be required and unknown.
fn check_tool(schema: &Map<String, Value>) -> Result<(), String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.ok_or("has no properties")?;
    for (name, wanted) in ARGUMENTS {
        let property = properties
            .get(*name)
            .ok_or_else(|| format!("has no argument `{name}`"))?;
        if !allows(property, wanted) {
            return Err(format!("takes `{name}` not as {wanted}"));
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !ARGUMENTS.iter().any(|(known, _)| *known == name) {
            return Err(format!(
                "requires an argument `{}` that is not known",
                shown(name)
            ));
        }
    }
    Ok(())
}

/// A name given by the server, shortened to one line.
fn shown(name: &str) -> String {
    const MOST: usize = 40;
    name.chars().take(MOST).collect()
}

/// True where a property admits a type, alone or as one of several; a nullable type is written as several.
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

    fn schema(properties: &Value, required: &[&str]) -> Value {
        json!({"type": "object", "properties": properties, "required": required})
    }

    fn pinned() -> Value {
        json!({
            "query": {"type": "string"},
            "params": {"anyOf": [{"type": "object"}, {"type": "null"}]},
            "limit": {"type": ["integer", "null"]},
            "include_schema": {"type": "boolean"}
        })
    }

    #[test]
    fn the_tool_is_found_among_others() {
        let code = schema(&json!({"code": {"type": "string"}}), &["code"]);
        let query = schema(&pinned(), &["query"]);
        let [code, query] = [&code, &query].map(|schema| schema.as_object().unwrap());
        assert_eq!(
            check(&[("execute_code", code), ("execute_query", query)]),
            Ok(())
        );
        let why = check(&[("execute_code", code)]).unwrap_err();
        assert_eq!(why, "there is no tool `execute_query`");
    }

    #[test]
    fn names_what_differs() {
        let whole = schema(&pinned(), &["query"]);
        for (pointer, value, differs) in [
            ("/properties", json!(null), "has no properties"),
            (
                "/properties",
                json!({"query": {"type": "string"}}),
                "has no argument `params`",
            ),
            (
                "/properties/limit",
                json!({"type": "string"}),
                "takes `limit` not as integer",
            ),
            (
                "/properties/params",
                json!({}),
                "takes `params` not as object",
            ),
            (
                "/required",
                json!(["query", "token"]),
                "requires an argument `token`",
            ),
        ] {
            let mut changed = whole.clone();
            *changed.pointer_mut(pointer).unwrap() = value;
            let error = check(&[("execute_query", changed.as_object().unwrap())]).unwrap_err();
            assert!(error.contains(differs), "{pointer}: {error}");
        }
    }
}
