//! A value as a provider wants it that takes no key for left out.

use serde_json::{Map, Value};

/// A value with `null` for every key its schema wants and it has not.
pub(super) fn with_nulls(root: &Value, schema: &Value, value: &Value) -> Value {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        return with_nulls(root, target, value);
    }
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        for choice in choices {
            let filled = with_nulls(root, choice, value);
            let mut choice = choice.clone();
            choice["$defs"] = root["$defs"].clone();
            if jsonschema::draft202012::new(&choice)
                .unwrap()
                .is_valid(&filled)
            {
                return filled;
            }
        }
        return value.clone();
    }
    match value {
        Value::Array(items) => items
            .iter()
            .map(|item| with_nulls(root, &schema["items"], item))
            .collect(),
        Value::Object(map) => {
            let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
                return value.clone();
            };
            let mut filled = Map::new();
            for (key, schema) in properties {
                let value = map
                    .get(key)
                    .map_or(Value::Null, |value| with_nulls(root, schema, value));
                filled.insert(key.clone(), value);
            }
            let unknown = map.iter().filter(|(key, _)| !properties.contains_key(*key));
            filled.extend(unknown.map(|(key, value)| (key.clone(), value.clone())));
            Value::Object(filled)
        }
        value => value.clone(),
    }
}
