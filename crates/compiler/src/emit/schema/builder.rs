//! The schema of an intent as it is built: its names, the features it may use, and its shared parts.

use std::cell::RefCell;

use cmec_decoder::language::{Member, NamingStyle, given_names};
use serde_json::{Map, Value, json};

use super::{extended, object, one_of};

/// The JSON Schema features that may be used.
#[derive(Debug, Clone, Copy)]
pub(in crate::emit) struct Sayable {
    /// A choice between objects that begin with the same key.
    pub(in crate::emit) tells_apart: bool,
    /// The keyword `pattern`.
    pub(in crate::emit) patterns: bool,
    /// Keys that no lane of the codebook executes but the decoder reads.
    pub(in crate::emit) unexecuted: bool,
}

impl Sayable {
    pub(in crate::emit) const ALL: Self = Self {
        tells_apart: true,
        patterns: true,
        unexecuted: true,
    };
    /// Everything that a model should see.
    pub(in crate::emit) const TO_MODELS: Self = Self {
        unexecuted: false,
        ..Self::ALL
    };
}

/// Builds JSON Schema with shared parts in `$defs`.
pub(super) struct SchemaBuilder {
    pub(super) naming: NamingStyle,
    pub(super) sayable: Sayable,
    definitions: RefCell<Map<String, Value>>,
}

impl SchemaBuilder {
    pub(super) fn new(naming: NamingStyle, sayable: Sayable) -> Self {
        Self {
            naming,
            sayable,
            definitions: RefCell::default(),
        }
    }

    /// The shared parts built so far.
    pub(super) fn definitions(self) -> Value {
        Value::Object(self.definitions.into_inner())
    }

    /// The code or the name of a list member.
    pub(super) const fn say<'t>(&self, code: &'t str, name: &'t str) -> &'t str {
        match self.naming {
            NamingStyle::Codes => code,
            NamingStyle::Names => name,
        }
    }

    pub(super) fn number_or_text(&self) -> Value {
        self.of_types(&["string", "number"])
    }

    pub(super) fn scalar(&self) -> Value {
        self.of_types(&["string", "number", "boolean"])
    }

    /// A value of one of these types. Strict schema readers allow one type per place; models get the shorter form.
    fn of_types(&self, types: &[&str]) -> Value {
        match self.naming {
            NamingStyle::Codes => json!({ "type": types }),
            NamingStyle::Names => {
                let types = types.iter().map(|one| json!({ "type": one }));
                json!({ "anyOf": types.collect::<Vec<Value>>() })
            }
        }
    }

    /// One of these texts, with or without an alias prefix.
    pub(super) fn read<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value {
        if !self.sayable.patterns {
            return one_of(texts);
        }
        let texts: Vec<String> = texts.map(|text| text.replace('.', "[.]")).collect();
        let (mark, texts) = (given_names::MARK, texts.join("|"));
        json!({ "type": "string", "pattern": format!("^({mark}[^.]+[.])?({texts})$") })
    }

    /// A call of one of these functions; `None` if no such text can be expressed.
    pub(super) fn called<'t>(&self, words: impl Iterator<Item = &'t str>) -> Option<Value> {
        let words: Vec<&str> = words.collect();
        let pattern = format!("^({})[(].+[)]$", words.join("|"));
        let text = json!({ "type": "string", "pattern": pattern });
        self.sayable.patterns.then_some(text)
    }

    /// An object: each member with its value and a flag for required. Only hosts get descriptions, since every word
    /// costs a model tokens.
    pub(super) fn object(&self, members: Vec<(&'static Member, Value, bool)>) -> Value {
        let naming = self.naming;
        let required: Vec<&str> = (members.iter())
            .filter(|(_, _, required)| *required)
            .map(|(member, ..)| member.name(naming))
            .collect();
        let properties = members.into_iter().map(|(member, value, _)| {
            let about = || json!({ "description": member.about.trim() });
            let value = match naming {
                NamingStyle::Codes => value,
                NamingStyle::Names => extended(about(), value),
            };
            (member.name(naming).to_owned(), value)
        });
        let properties: Map<String, Value> = properties.collect();
        object(&required, Value::Object(properties))
    }

    /// A reference to a named definition, which may be recursive.
    pub(super) fn shared(
        &self,
        name: &str,
        definition: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        if !self.definitions.borrow().contains_key(name) {
            // Reserves the name first, because the definition may refer to itself.
            let none = json!(false);
            self.definitions.borrow_mut().insert(name.to_owned(), none);
            let definition = definition();
            let mut definitions = self.definitions.borrow_mut();
            let Some(schema) = definition else {
                definitions.remove(name);
                return None;
            };
            definitions.insert(name.to_owned(), schema);
        }
        Some(json!({ "$ref": format!("#/$defs/{name}") }))
    }
}
