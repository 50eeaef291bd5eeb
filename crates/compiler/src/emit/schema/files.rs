//! The schemas and the key lists of a codebook's own files, generated from the keys that are read.

use serde_json::{Map, Value, json};

use super::{
    boolean, document, extended, list, map_by, map_of, number, object, one_of, some, text,
};
use crate::source::file_forms::{FILES, FileForm};
use crate::source::key::{Holds, Keys, Layer};

/// One of the files of a codebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDoc {
    /// The name without `.yaml`.
    pub name: &'static str,
    /// The purpose.
    pub about: &'static str,
    /// Its keys, in the order of its schema.
    pub keys: Vec<KeyDoc>,
}

/// A key of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDoc {
    /// The path of the key, joined by dots, without names chosen by the author: `fields.path`.
    pub path: String,
    /// The meaning of the key.
    pub about: String,
}

/// The schema of each file by name.
pub(super) fn schemas() -> impl Iterator<Item = (&'static str, Value)> {
    FILES.iter().map(|file| (file.name, schema(file)))
}

/// A codebook's own files, each with its keys and their meaning.
#[must_use]
pub fn file_docs() -> Vec<FileDoc> {
    let doc = |file: &FileForm| {
        let mut lister = Lister {
            layer: file.layer,
            keys: Vec::new(),
            shared: Vec::new(),
        };
        lister.keyed(file.keys, "");
        let mut at = 0;
        while let Some((name, value)) = lister.shared.get(at).copied() {
            lister.value(value, name);
            at += 1;
        }
        FileDoc {
            name: file.name,
            about: file.about,
            keys: lister.keys,
        }
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

/// Writes keys as JSON Schema.
struct Writer {
    layer: Layer,
    /// Shared values by name.
    shared: Map<String, Value>,
}

impl Writer {
    fn keyed(&mut self, keys: Keys) -> Value {
        let layer = self.layer;
        let keys = keys.all().filter(|key| key.need.is_in(layer));
        let required = keys.clone().filter(|key| key.need.is_required(layer));
        let required: Vec<&str> = required.map(|key| key.name).collect();
        let properties = keys.map(|key| {
            // The description comes first, because people read it first.
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
            Holds::Flag => boolean(),
            Holds::Words(words) => one_of(words()),
            Holds::Explained(words) => {
                let words = words()
                    .into_iter()
                    .map(|(word, about)| json!({ "description": about.trim(), "const": word }));
                json!({ "type": "string", "oneOf": words.collect::<Vec<Value>>() })
            }
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
                    // The key is inserted first, so that definitions inside the value come after it.
                    self.shared.insert(name.to_owned(), Value::Null);
                    let value = self.value(value);
                    self.shared.insert(name.to_owned(), value);
                }
                json!({ "$ref": format!("#/$defs/{name}") })
            }
        }
    }
}

/// Lists keys with their descriptions.
struct Lister {
    layer: Layer,
    keys: Vec<KeyDoc>,
    /// Shared values by name, in order of appearance.
    shared: Vec<(&'static str, &'static Holds)>,
}

impl Lister {
    fn keyed(&mut self, keys: Keys, above: &str) {
        let layer = self.layer;
        for key in keys.all().filter(|key| key.need.is_in(layer)) {
            let path = match above {
                "" => key.name.to_owned(),
                above => format!("{above}.{}", key.name),
            };
            let about = key.about.trim_start().to_owned();
            self.keys.push(KeyDoc {
                path: path.clone(),
                about,
            });
            self.value(&key.holds, &path);
        }
    }

    fn value(&mut self, holds: &Holds, path: &str) {
        match *holds {
            Holds::List(value)
            | Holds::NonEmpty(value)
            | Holds::Map(value)
            | Holds::MapBy(_, value) => self.value(value, path),
            Holds::Keyed(keys) => self.keyed(keys, path),
            Holds::Open(keys, others) => {
                self.keyed(keys, path);
                self.value(others, path);
            }
            Holds::Either(choices) => choices.iter().for_each(|one| self.value(one, path)),
            Holds::Shared(name, value) if self.shared.iter().all(|(own, _)| *own != name) => {
                self.shared.push((name, value));
            }
            _ => {}
        }
    }
}
