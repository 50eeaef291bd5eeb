//! Moves repeated parts of a schema into definitions.
//!
//! Engines compile a definition once, so a schema is half as long and compiles in half the time or less.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// Shorter parts stay inline.
const SHORTEST: usize = 60;

/// The schema with repeated parts moved into its definitions.
pub(super) fn shared(schema: &Value) -> Value {
    let mut parts = Parts::default();
    parts.below(schema, "form");
    let definitions = schema.get("$defs").and_then(Value::as_object);
    let definitions: Vec<(&String, &Value)> = definitions.into_iter().flatten().collect();
    for (name, definition) in &definitions {
        parts.below(definition, name);
    }
    parts.name(definitions.iter().map(|(name, _)| name.as_str()));
    let mut whole = parts.put_below(schema);
    let mut all = Map::new();
    for (name, definition) in definitions {
        all.insert(name.clone(), parts.put_below(definition));
    }
    for (part, name) in &parts.in_order {
        all.insert(name.clone(), parts.put_below(part));
    }
    if let Value::Object(whole) = &mut whole {
        whole.insert("$defs".to_owned(), Value::Object(all));
    }
    whole
}

/// The number of occurrences of each part.
#[derive(Default)]
struct Parts<'s> {
    seen: BTreeMap<String, Part<'s>>,
    names: BTreeMap<String, String>,
    in_order: Vec<(&'s Value, String)>,
}

struct Part<'s> {
    part: &'s Value,
    /// The key where it occurs first.
    key: &'s str,
    at: usize,
    times: usize,
}

impl<'s> Parts<'s> {
    /// Counts the parts of a schema. Nested parts count only where their parent occurs first.
    fn below(&mut self, schema: &'s Value, key: &'s str) {
        for (own, part) in parts_of(schema) {
            let key = own.unwrap_or(key);
            let Some(text) = text_of(part) else {
                self.below(part, key);
                continue;
            };
            let at = self.seen.len();
            let seen = self.seen.entry(text).or_insert(Part {
                part,
                key,
                at,
                times: 0,
            });
            seen.times += 1;
            if seen.times == 1 {
                self.below(part, key);
            }
        }
    }

    /// Names the repeated parts in order of appearance.
    fn name<'n>(&mut self, taken: impl Iterator<Item = &'n str>) {
        let mut taken: BTreeSet<String> = taken.map(str::to_owned).collect();
        let several = self.seen.iter().filter(|(_, part)| part.times > 1);
        let mut several: Vec<(&String, &Part<'s>)> = several.collect();
        several.sort_by_key(|(_, part)| part.at);
        for (text, part) in several {
            let numbered = (2..).map(|number| format!("{}_{number}", part.key));
            let mut names = std::iter::once(part.key.to_owned()).chain(numbered);
            let Some(name) = names.find(|name| !taken.contains(name)) else {
                continue;
            };
            taken.insert(name.clone());
            self.names.insert(text.clone(), name.clone());
            self.in_order.push((part.part, name));
        }
    }

    fn put(&self, part: &Value) -> Value {
        let name = text_of(part).and_then(|text| self.names.get(&text));
        match name {
            Some(name) => json!({ "$ref": format!("#/$defs/{name}") }),
            None => self.put_below(part),
        }
    }

    fn put_below(&self, schema: &Value) -> Value {
        let Value::Object(keywords) = schema else {
            return schema.clone();
        };
        let keywords = keywords.iter().map(|(keyword, value)| {
            let value = match (keyword.as_str(), value) {
                ("properties", Value::Object(parts)) => (parts.iter())
                    .map(|(name, part)| (name.clone(), self.put(part)))
                    .collect(),
                ("anyOf", Value::Array(parts)) => parts.iter().map(|part| self.put(part)).collect(),
                ("items", part) => self.put(part),
                (_, other) => other.clone(),
            };
            (keyword.clone(), value)
        });
        keywords.collect()
    }
}

/// The direct parts of a schema, with their keys if any.
pub(super) fn parts_of(schema: &Value) -> impl Iterator<Item = (Option<&str>, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    let properties = properties.map(|(name, part)| (Some(name.as_str()), part));
    let choices = schema.get("anyOf").and_then(Value::as_array);
    let others = choices.into_iter().flatten().chain(schema.get("items"));
    properties.chain(others.map(|part| (None, part)))
}

/// The text of a part that is long enough to share.
fn text_of(part: &Value) -> Option<String> {
    let text = part.to_string();
    (text.len() >= SHORTEST && part.get("$ref").is_none()).then_some(text)
}
