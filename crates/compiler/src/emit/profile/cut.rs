//! Schema → the part that a provider supports, and counts of the parts left out.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Optional, Profile};
use crate::emit::tools::{ABOUT_ARGUMENTS, REMARKS};

/// A reduced schema.
pub(super) struct Cut {
    pub(super) schema: Value,
    /// Removed keywords with their number of occurrences.
    pub(super) left: BTreeMap<String, usize>,
    /// Inputs that the decoder accepts but the reduced schema does not.
    pub(super) narrowed: BTreeMap<&'static str, usize>,
}

impl Cut {
    pub(super) fn nothing(schema: &Value) -> Self {
        Self {
            schema: schema.clone(),
            left: BTreeMap::new(),
            narrowed: BTreeMap::new(),
        }
    }
}

/// A schema lists only canonical enum values.
const CANONICAL: &str = "values of an enum by a synonym";
/// A part cannot contain itself.
const NESTED: &str = "a set operation of set operations";

/// Reduces a schema to the supported keywords.
pub(super) fn cut(schema: &Value, profile: &Profile) -> Cut {
    let mut cutter = Cutter {
        profile,
        definitions: schema.get("$defs").and_then(Value::as_object),
        open: Vec::new(),
        cut: Cut::nothing(&Value::Null),
    };
    let mut whole = cutter.schema(schema).unwrap_or_else(|| json!({}));
    if profile.takes("$ref")
        && let (Some(definitions), Value::Object(whole)) = (cutter.definitions, &mut whole)
    {
        let definitions: Map<String, Value> = (definitions.iter())
            .filter_map(|(name, schema)| Some((name.clone(), cutter.schema(schema)?)))
            .collect();
        whole.insert("$defs".to_owned(), Value::Object(definitions));
    }
    if let Some(said) = whole.get_mut("description") {
        // The description of the full schema mentions rules that this one lacks.
        *said = json!(ABOUT_ARGUMENTS);
    }
    Cut {
        schema: whole,
        ..cutter.cut
    }
}

struct Cutter<'s> {
    profile: &'s Profile,
    definitions: Option<&'s Map<String, Value>>,
    /// Definitions that are being inlined.
    open: Vec<&'s str>,
    cut: Cut,
}

impl<'s> Cutter<'s> {
    /// The reduced schema; `None` if no useful value is valid.
    fn schema(&mut self, schema: &'s Value) -> Option<Value> {
        let map = schema.as_object()?;
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            return self.reference(reference);
        }
        if let Some(choices) = map.get("anyOf").or_else(|| map.get("oneOf")) {
            return self.choice(choices.as_array()?);
        }
        let mut kept = Map::new();
        for (keyword, value) in map {
            match keyword.as_str() {
                "properties" => self.properties(value.as_object()?, map, &mut kept),
                "items" => {
                    let items = self.schema(value)?;
                    kept.insert("items".to_owned(), items);
                }
                "const" => {
                    kept.insert("type".to_owned(), json!("string"));
                    kept.insert("enum".to_owned(), json!([value]));
                }
                "examples" => {
                    *self.cut.narrowed.entry(CANONICAL).or_default() += 1;
                    kept.insert("enum".to_owned(), value.clone());
                }
                "required" | "$defs" => {}
                keyword => self.keep(keyword, value, &mut kept),
            }
        }
        // A list without items can only be empty, which is the same as leaving it out.
        if kept.get("type") == Some(&json!("array")) && !kept.contains_key("items") {
            return None;
        }
        Some(Value::Object(kept))
    }

    fn keep(&mut self, keyword: &str, value: &Value, kept: &mut Map<String, Value>) {
        if REMARKS.contains(&keyword) {
            return;
        }
        let too_many = keyword == "minItems"
            && (self.profile.min_items).is_some_and(|most| value.as_u64() > Some(most));
        if self.profile.takes(keyword) && !too_many {
            kept.insert(keyword.to_owned(), value.clone());
        } else {
            *self.cut.left.entry(keyword.to_owned()).or_default() += 1;
        }
    }

    fn properties(
        &mut self,
        properties: &'s Map<String, Value>,
        whole: &Map<String, Value>,
        kept: &mut Map<String, Value>,
    ) {
        let said = whole.get("required").and_then(Value::as_array);
        let is_required = |name: &str| said.is_some_and(|said| said.iter().any(|key| key == name));
        let mut required = Vec::new();
        let mut left = Map::new();
        for (name, schema) in properties {
            let Some(schema) = self.schema(schema) else {
                continue;
            };
            let schema = match (is_required(name), self.profile.optional) {
                (true, _) => {
                    required.push(json!(name));
                    schema
                }
                (false, Optional::LeftOut) => schema,
                (false, Optional::Null) => {
                    required.push(json!(name));
                    or_null(schema)
                }
            };
            left.insert(name.clone(), schema);
        }
        kept.insert("properties".to_owned(), Value::Object(left));
        kept.insert("required".to_owned(), Value::Array(required));
        kept.insert("additionalProperties".to_owned(), json!(false));
    }

    fn reference(&mut self, reference: &'s str) -> Option<Value> {
        if self.profile.takes("$ref") {
            return Some(json!({ "$ref": reference }));
        }
        let name = reference.strip_prefix("#/$defs/")?;
        if self.open.contains(&name) {
            *self.cut.narrowed.entry(NESTED).or_default() += 1;
            return None;
        }
        let schema = self.definitions?.get(name)?;
        self.open.push(name);
        let inlined = self.schema(schema);
        self.open.pop();
        inlined
    }

    fn choice(&mut self, choices: &'s [Value]) -> Option<Value> {
        let mut left: Vec<Value> = Vec::with_capacity(choices.len());
        for choice in choices {
            left.extend(self.schema(choice));
        }
        if left.len() < 2 {
            return left.pop();
        }
        Some(json!({ "anyOf": left }))
    }
}

fn or_null(schema: Value) -> Value {
    let nothing = json!({ "type": "null" });
    match schema {
        Value::Object(mut map) if map.contains_key("anyOf") => {
            if let Some(Value::Array(choices)) = map.get_mut("anyOf") {
                choices.push(nothing);
            }
            Value::Object(map)
        }
        schema => json!({ "anyOf": [schema, nothing] }),
    }
}
