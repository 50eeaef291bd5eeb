//! The descriptions of keys in the schemas of a codebook's files, and the same as a list.

use serde_json::{Map, Value, json};

use crate::source::about::{about, about_file};

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
    pub about: &'static str,
}

/// The schema of a file with the meaning of each key in it.
pub(super) fn described(file: &'static str, mut schema: Value) -> Value {
    keys_of(&mut schema, "", &mut |path, property| {
        if let (Some(text), Value::Object(property)) = (about(file, path), property) {
            // First, since that is what people read first.
            let mut first = Map::from_iter([("description".to_owned(), json!(text))]);
            first.append(property);
            *property = first;
        }
    });
    schema
}

/// A file, what it is for, and its keys with what each means.
pub(super) fn file_doc(name: &'static str, mut schema: Value) -> FileDoc {
    let mut keys = Vec::new();
    keys_of(&mut schema, "", &mut |path, _| {
        keys.extend(about(name, path).map(|about| KeyDoc {
            path: path.to_owned(),
            about,
        }));
    });
    let about = about_file(name);
    FileDoc { name, about, keys }
}

/// Visits each property below a schema, with its path.
fn keys_of(schema: &mut Value, path: &str, visit: &mut impl FnMut(&str, &mut Value)) {
    let Value::Object(map) = schema else { return };
    for (key, below) in map {
        match (key.as_str(), below) {
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    let path = match path {
                        "" => name.clone(),
                        above => format!("{above}.{name}"),
                    };
                    visit(&path, property);
                    keys_of(property, &path, visit);
                }
            }
            ("$defs", Value::Object(definitions)) => {
                for (name, definition) in definitions {
                    keys_of(definition, name, visit);
                }
            }
            ("additionalProperties" | "items", below) => keys_of(below, path, visit),
            ("anyOf", Value::Array(choices)) => {
                for choice in choices {
                    keys_of(choice, path, visit);
                }
            }
            _ => {}
        }
    }
}
