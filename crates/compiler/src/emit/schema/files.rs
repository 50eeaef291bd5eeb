//! The schemas of a codebook's own files, for editors, and the same as a list: made from the keys that are read.

use serde_json::{Map, Value, json};

use super::{document, extended, list, map_by, map_of, number, object, one_of, some, text};
use crate::source::file_forms::{FILES, FileForm};
use crate::source::key::{Holds, Keys, Layer};

/// One of the files of a codebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDoc {
    /// Its name, without `.yaml`.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its keys, in the order of its schema.
    pub keys: Vec<KeyDoc>,
}

/// A key of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDoc {
    /// The keys above it and itself, with dots between, without the names that are the author's: `fields.path`.
    pub path: String,
    /// What it means.
    pub about: String,
}

/// The schema of each file, by its name.
pub(super) fn schemas() -> impl Iterator<Item = (&'static str, Value)> {
    FILES.iter().map(|file| (file.name, schema(file)))
}

/// The files, what each is for, and their keys with what each means.
pub(super) fn docs() -> Vec<FileDoc> {
    let doc = |file: &FileForm| {
        let mut keys = Vec::new();
        add_keys(&schema(file), "", &mut keys);
        let FileForm { name, about, .. } = *file;
        FileDoc { name, about, keys }
    };
    FILES.iter().map(doc).collect()
}

fn schema(file: &FileForm) -> Value {
    let mut writer = Writer {
        layer: file.layer,
        shared: Map::new(),
    };
    let mut body = writer.keyed(file.keys);
    if !writer.shared.is_empty() {
        body = extended(body, json!({ "$defs": writer.shared }));
    }
    document(file.title, body)
}

/// Writes what keys hold as JSON Schema.
struct Writer {
    layer: Layer,
    /// Values that several keys hold, by name.
    shared: Map<String, Value>,
}

impl Writer {
    fn keyed(&mut self, keys: Keys) -> Value {
        let layer = self.layer;
        let keys = keys.all().filter(|key| key.need.is_in(layer));
        let required = keys.clone().filter(|key| key.need.is_required(layer));
        let required: Vec<&str> = required.map(|key| key.name).collect();
        let properties = keys.map(|key| {
            // First, since that is what people read first.
            let about = json!({ "description": key.about.trim_start() });
            (key.name.to_owned(), extended(about, self.value(&key.holds)))
        });
        let properties: Map<String, Value> = properties.collect();
        object(&required, Value::Object(properties))
    }

    fn value(&mut self, holds: &Holds) -> Value {
        match *holds {
            Holds::Text => text(),
            Holds::Pattern(pattern) => json!({ "type": "string", "pattern": pattern }),
            Holds::Scalar(types) => json!({ "type": types }),
            Holds::Number(least) => number(least, u32::MAX),
            Holds::Flag => json!({ "type": "boolean" }),
            Holds::Words(words) => one_of(words()),
            Holds::Word(word) => json!({ "const": word }),
            Holds::Null => json!({ "type": "null" }),
            Holds::List(items) => list(self.value(items)),
            Holds::NonEmpty(items) => some(self.value(items)),
            Holds::Map(values) => map_of(self.value(values)),
            Holds::MapBy(keys, values) => map_by(self.value(keys), self.value(values)),
            Holds::Keyed(keys) => self.keyed(keys),
            Holds::Open(keys, others) => {
                let others = self.value(others);
                let least = keys.all().count() + 1;
                let open = json!({ "additionalProperties": others, "minProperties": least });
                extended(self.keyed(keys), open)
            }
            Holds::Either(choices) => {
                let choices: Vec<Value> = choices.iter().map(|one| self.value(one)).collect();
                json!({ "anyOf": choices })
            }
            Holds::Shared(name, value) => {
                if !self.shared.contains_key(name) {
                    // Its place is taken first: what stands in it comes after it.
                    self.shared.insert(name.to_owned(), Value::Null);
                    let value = self.value(value);
                    self.shared.insert(name.to_owned(), value);
                }
                json!({ "$ref": format!("#/$defs/{name}") })
            }
        }
    }
}

/// Adds each property below a schema that is described.
fn add_keys(schema: &Value, path: &str, keys: &mut Vec<KeyDoc>) {
    let Value::Object(map) = schema else { return };
    for (key, below) in map {
        match (key.as_str(), below) {
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    let path = match path {
                        "" => name.clone(),
                        above => format!("{above}.{name}"),
                    };
                    let about = property.get("description").and_then(Value::as_str);
                    keys.extend(about.map(|about| KeyDoc {
                        path: path.clone(),
                        about: about.to_owned(),
                    }));
                    add_keys(property, &path, keys);
                }
            }
            ("$defs", Value::Object(definitions)) => {
                for (name, definition) in definitions {
                    add_keys(definition, name, keys);
                }
            }
            ("additionalProperties" | "items", below) => add_keys(below, path, keys),
            ("anyOf", Value::Array(choices)) => {
                for choice in choices {
                    add_keys(choice, path, keys);
                }
            }
            _ => {}
        }
    }
}
