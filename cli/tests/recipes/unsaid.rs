//! What the address block can say, by its schema, and no case has said.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::repository;

/// What no case can say. An intent is matched or it is not. A question back comes from the decoder, and a case begins with
/// an intent. A way that was tried was called. Cases are of the recipes of the seed, none of which is a report.
pub(crate) const NEVER_SAID: [(&str, &str); 4] = [
    ("detected_intent_confidence", "medium"),
    ("response_type", "CLARIFY"),
    ("status", "skipped"),
    ("why", "raised_for_report"),
];

/// Members of the closed lists of the address block, each with its key.
pub(crate) struct Unsaid(BTreeSet<(String, String)>);

impl Unsaid {
    /// Those of the schema.
    pub(crate) fn all() -> Self {
        let text = std::fs::read_to_string(repository("schemas/debug-envelope.schema.json"));
        let schema: Value = serde_json::from_str(&text.unwrap()).unwrap();
        let mut all = Self(BTreeSet::new());
        all.collect("", &schema["$defs"]["AddressBlock"], &schema["$defs"]);
        all
    }

    /// Adds the closed lists of a schema, which stands at a key.
    fn collect(&mut self, key: &str, schema: &Value, parts: &Value) {
        let name = schema["$ref"].as_str();
        if let Some(name) = name.and_then(|name| name.strip_prefix("#/$defs/")) {
            self.collect(key, &parts[name], parts);
        }
        let words = schema["enum"].as_array().into_iter().flatten();
        for word in words.chain(schema.get("const")).filter_map(Value::as_str) {
            self.0.insert((key.to_owned(), word.to_owned()));
        }
        for alternatives in ["anyOf", "oneOf"] {
            for one in schema[alternatives].as_array().into_iter().flatten() {
                self.collect(key, one, parts);
            }
        }
        if schema["items"].is_object() {
            self.collect(key, &schema["items"], parts);
        }
        for (key, one) in schema["properties"].as_object().into_iter().flatten() {
            self.collect(key, one, parts);
        }
    }

    /// Takes out what a block says.
    pub(crate) fn hear(&mut self, block: &Value) {
        match block {
            Value::Object(members) => {
                for (key, member) in members {
                    if let Value::String(member) = member {
                        self.0.remove(&(key.clone(), member.clone()));
                    }
                    self.hear(member);
                }
            }
            Value::Array(members) => members.iter().for_each(|member| self.hear(member)),
            _ => {}
        }
    }

    /// What is left.
    pub(crate) fn members(&self) -> Vec<(&str, &str)> {
        let left = self.0.iter();
        left.map(|(key, member)| (key.as_str(), member.as_str()))
            .collect()
    }
}
