//! The tools this client was made for. Tools of another shape are refused before any call.
//!
//! The tools tell the kind of a server. They must have the arguments the client sends, in their types, and require no
//! others; descriptions, defaults, bounds and nullability may differ. Names that servers give themselves change with their
//! versions and builders, so they are not asked. Tools that fit no kind, or two, are refused, unless the host names the kind.
//! JSON and TOON are one kind: the same tool of the same server, whose `data` are a list or a string.

use serde_json::{Map, Value};

use crate::ports::codec::Codec;

/// A tool that may be called. There is no other, so nothing else of a server can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Runs a query, or the plan of one.
    Execute,
    /// Validates a query and gives the id of its plan.
    Validate,
}

impl Tool {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Execute => "execute_query",
            Self::Validate => "validate_query",
        }
    }
}

/// Arguments the client sends to a tool, and their JSON types.
type Arguments = &'static [(&'static str, &'static str)];

/// A query, its parameters and the most rows.
const QUERY: Arguments = &[
    ("query", "string"),
    ("parameters", "object"),
    ("limit", "integer"),
];

/// The tools of a kind of server.
const fn tools(codec: Codec) -> &'static [(Tool, Arguments)] {
    match codec {
        Codec::Roctup => &[(
            Tool::Execute,
            &[
                ("query", "string"),
                ("params", "object"),
                ("limit", "integer"),
                ("include_schema", "boolean"),
            ],
        )],
        Codec::Feenlace => &[(Tool::Execute, QUERY)],
        Codec::DataPlan => &[
            (Tool::Execute, &[("validation_id", "string")]),
            (Tool::Validate, QUERY),
        ],
    }
}

/// Recognises the kind of a server by its tools, each a name and an input schema. `wanted`: the kind it must be.
///
/// # Errors
/// In words: what differs from each kind that it could be, or that it could be more than one.
pub fn recognise(
    listed: &[(&str, &Map<String, Value>)],
    wanted: Option<Codec>,
) -> Result<Codec, String> {
    let kinds = Codec::ALL
        .into_iter()
        .filter(|codec| wanted.is_none_or(|wanted| wanted == *codec));
    let mut fits = Vec::new();
    let mut differs = Vec::new();
    for codec in kinds {
        match check(listed, codec) {
            Ok(()) => fits.push(codec),
            Err(why) => differs.push(format!("{}: {why}", codec.name())),
        }
    }
    match fits.as_slice() {
        [only] => Ok(*only),
        [] => Err(differs.join("; ")),
        several => {
            let names: Vec<&str> = several.iter().map(|codec| codec.name()).collect();
            Err(format!("it fits {}: name one", names.join(" and ")))
        }
    }
}

/// Compares the tools a server lists with those of a kind.
fn check(listed: &[(&str, &Map<String, Value>)], codec: Codec) -> Result<(), String> {
    for (tool, arguments) in tools(codec) {
        let name = tool.name();
        let (_, schema) = listed
            .iter()
            .find(|(listed, _)| *listed == name)
            .ok_or_else(|| format!("there is no tool `{name}`"))?;
        check_tool(schema, arguments).map_err(|why| format!("`{name}` {why}"))?;
    }
    Ok(())
}

/// Compares a tool's input schema with the pinned one. Descriptions, defaults and bounds may differ; an argument that
/// is missing, has another type, or is required and not known may not.
fn check_tool(schema: &Map<String, Value>, arguments: Arguments) -> Result<(), String> {
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .ok_or("has no properties")?;
    for (name, wanted) in arguments {
        let property = properties
            .get(*name)
            .ok_or_else(|| format!("has no argument `{name}`"))?;
        if !allows(property, wanted) {
            return Err(format!("takes `{name}` not as {wanted}"));
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !arguments.iter().any(|(known, _)| *known == name) {
            return Err(format!(
                "requires an argument `{}` that is not known",
                shown(name)
            ));
        }
    }
    Ok(())
}

/// A server's own name for something, as a line shows it.
fn shown(name: &str) -> String {
    const MOST: usize = 40;
    name.chars().take(MOST).collect()
}

/// Whether a property admits a type, directly or as one of several (a nullable type is written so).
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

    fn schema(properties: &Value, required: &[&str]) -> Map<String, Value> {
        let schema = json!({"type": "object", "properties": properties, "required": required});
        schema.as_object().unwrap().clone()
    }

    fn roctup() -> Value {
        json!({
            "query": {"type": "string"},
            "params": {"anyOf": [{"type": "object"}, {"type": "null"}]},
            "limit": {"type": ["integer", "null"]},
            "include_schema": {"type": "boolean"}
        })
    }

    fn feenlace() -> Value {
        json!({"query": {"type": "string"}, "parameters": {"type": "object"}, "limit": {"type": "integer"}})
    }

    #[test]
    fn each_kind_is_told_by_its_tools() {
        let plan = json!({"validation_id": {"type": "string"}});
        let code = schema(&json!({"code": {"type": "string"}}), &["code"]);
        for (execute, required, validate, expected) in [
            (roctup(), "query", None, Ok(Codec::Roctup)),
            (feenlace(), "query", None, Ok(Codec::Feenlace)),
            (feenlace(), "query", Some(feenlace()), Ok(Codec::Feenlace)),
            (
                plan.clone(),
                "validation_id",
                Some(feenlace()),
                Ok(Codec::DataPlan),
            ),
            (plan, "validation_id", None, Err("no tool `validate_query`")),
            (
                json!({"query": {"type": "string"}}),
                "query",
                None,
                Err("roctup: `execute_query` has no argument `params`"),
            ),
        ] {
            let execute = schema(&execute, &[required]);
            let validate = validate.map(|properties| schema(&properties, &["query", "limit"]));
            let mut listed = vec![("execute_code", &code), ("execute_query", &execute)];
            listed.extend(validate.iter().map(|schema| ("validate_query", schema)));
            match (recognise(&listed, None), expected) {
                (told, Ok(codec)) => {
                    assert_eq!(told, Ok(codec));
                    // A kind that was named is held to, whatever else the tools would fit.
                    for wanted in Codec::ALL {
                        assert_eq!(recognise(&listed, Some(wanted)).is_ok(), wanted == codec);
                    }
                }
                (told, Err(why)) => assert!(told.as_ref().unwrap_err().contains(why), "{told:?}"),
            }
        }
    }

    #[test]
    fn tools_that_fit_two_kinds_are_not_guessed_about() {
        let mut both = roctup();
        both["parameters"] = json!({"type": "object"});
        let both = schema(&both, &["query"]);
        let listed = [("execute_query", &both)];
        let why = recognise(&listed, None).unwrap_err();
        assert_eq!(why, "it fits roctup and feenlace: name one");
        assert_eq!(
            recognise(&listed, Some(Codec::Feenlace)),
            Ok(Codec::Feenlace)
        );
    }

    #[test]
    fn names_what_differs() {
        let whole = schema(&roctup(), &["query"]);
        for (pointer, value, differs) in [
            ("/properties", json!(null), "has no properties"),
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
            let mut changed = Value::Object(whole.clone());
            *changed.pointer_mut(pointer).unwrap() = value;
            let listed = [("execute_query", changed.as_object().unwrap())];
            let error = recognise(&listed, Some(Codec::Roctup)).unwrap_err();
            assert!(error.contains(differs), "{pointer}: {error}");
        }
    }
}
