//! Parts of the schema of an intent. `None` stands for what no value keeps to.

use std::cell::RefCell;

use cmec_decoder::language::{Member, NamingStyle, given_names};
use cmec_decoder::tables::FieldDef;
use serde_json::{Map, Value, json};

use super::values::typed;

/// What of JSON Schema can be said.
#[derive(Debug, Clone, Copy)]
pub(in crate::emit) struct Sayable {
    /// A choice between objects that begin with the same key.
    pub(in crate::emit) tells_apart: bool,
    /// A pattern of a text.
    pub(in crate::emit) patterns: bool,
    /// Keys that no lane of the codebook executes; the decoder reads them.
    pub(in crate::emit) unexecuted: bool,
}

impl Sayable {
    /// All of it.
    pub(in crate::emit) const ALL: Self = Self {
        tells_apart: true,
        patterns: true,
        unexecuted: true,
    };
    /// All that a model should be shown.
    pub(in crate::emit) const TO_MODELS: Self = Self {
        unexecuted: false,
        ..Self::ALL
    };
}

/// Writes JSON Schema, with the shared parts as `$defs`.
pub(super) struct SchemaBuilder {
    naming: NamingStyle,
    sayable: Sayable,
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

    /// The shared parts that were written.
    pub(super) fn definitions(self) -> Value {
        Value::Object(self.definitions.into_inner())
    }

    /// A text that is not empty.
    pub(super) fn text(&self) -> Value {
        super::text()
    }

    /// A whole number.
    pub(super) fn number(&self, least: u32, most: Option<u32>) -> Value {
        match most {
            Some(most) => super::number(least, most),
            None => json!({ "type": "integer", "minimum": least }),
        }
    }

    pub(super) fn boolean(&self) -> Value {
        json!({ "type": "boolean" })
    }

    /// A number or a text.
    pub(super) fn number_or_text(&self) -> Value {
        self.of_types(&["string", "number"])
    }

    /// Any scalar.
    pub(super) fn scalar(&self) -> Value {
        self.of_types(&["string", "number", "boolean"])
    }

    /// A value of one of these types. Strict readers of schemas take one type at a place; for models the shorter form does.
    fn of_types(&self, types: &[&str]) -> Value {
        match self.naming {
            NamingStyle::Codes => json!({ "type": types }),
            NamingStyle::Names => {
                let types = types.iter().map(|one| json!({ "type": one }));
                json!({ "anyOf": types.collect::<Vec<Value>>() })
            }
        }
    }

    /// A name that an intent gives, with its mark.
    pub(super) fn given(&self) -> Value {
        // XGrammar takes a pattern to be about the whole text.
        json!({ "type": "string", "pattern": format!("^{}.+$", given_names::MARK) })
    }

    /// Whether a text can be told by a pattern.
    pub(super) fn has_patterns(&self) -> bool {
        self.sayable.patterns
    }

    /// One of these texts, where its type is or at a place with a name.
    pub(super) fn read<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value {
        if !self.sayable.patterns {
            return super::one_of(texts);
        }
        let texts: Vec<String> = texts.map(|text| text.replace('.', "[.]")).collect();
        let (mark, texts) = (given_names::MARK, texts.join("|"));
        json!({ "type": "string", "pattern": format!("^({mark}[^.]+[.])?({texts})$") })
    }

    /// What is called by one of these words; `None` where no text of that form can be said.
    pub(super) fn called<'t>(&self, words: impl Iterator<Item = &'t str>) -> Option<Value> {
        let words: Vec<&str> = words.collect();
        let pattern = format!("^({})[(].+[)]$", words.join("|"));
        let text = json!({ "type": "string", "pattern": pattern });
        self.sayable.patterns.then_some(text)
    }

    pub(super) fn constant(&self, text: &'static str) -> Value {
        json!({ "const": text })
    }

    pub(super) fn one_of<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value {
        super::one_of(texts)
    }

    /// A value of a field.
    pub(super) fn value(&self, field: &FieldDef) -> Value {
        typed(field, self.naming)
    }

    /// A list of so many items.
    pub(super) fn list(&self, item: Option<Value>, least: u32, most: Option<u32>) -> Option<Value> {
        let Some(item) = item else {
            return Some(super::none());
        };
        let mut list = Map::new();
        list.insert("type".to_owned(), json!("array"));
        if least > 0 {
            list.insert("minItems".to_owned(), json!(least));
        }
        if let Some(most) = most {
            list.insert("maxItems".to_owned(), json!(most));
        }
        list.insert("items".to_owned(), item);
        Some(Value::Object(list))
    }

    pub(super) fn any_of(&self, choices: Vec<Value>) -> Option<Value> {
        match choices.as_slice() {
            [_] => choices.into_iter().next(),
            _ => Some(json!({ "anyOf": choices })),
        }
    }

    /// Whether a choice between objects that begin with the same key can be said.
    pub(super) fn tells_apart(&self) -> bool {
        self.sayable.tells_apart
    }

    /// Whether the schema includes keys that no lane executes.
    pub(super) fn says_unexecuted(&self) -> bool {
        self.sayable.unexecuted
    }

    /// Exactly one of these.
    pub(super) fn alternatives(&self, choices: Vec<Value>) -> Option<Value> {
        (!choices.is_empty()).then(|| json!({ "oneOf": choices }))
    }

    /// An object: each member, its value, and whether it must be there. Hosts are told what it means; a model is not, whom
    /// every word costs.
    pub(super) fn object(&self, members: Vec<(&'static Member, Value, bool)>) -> Value {
        let naming = self.naming;
        let required: Vec<&str> = (members.iter())
            .filter(|(_, _, required)| *required)
            .map(|(member, ..)| member.name(naming))
            .collect();
        let properties = members.into_iter().map(|(member, value, _)| {
            let value = match naming {
                NamingStyle::Codes => value,
                NamingStyle::Names => {
                    super::extended(json!({ "description": member.about.trim() }), value)
                }
            };
            (member.name(naming).to_owned(), value)
        });
        let properties: Map<String, Value> = properties.collect();
        super::object(&required, Value::Object(properties))
    }

    /// A description that stands in several places, or in itself, by its name.
    pub(super) fn shared(
        &self,
        name: &str,
        definition: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        let open = self.definitions.borrow().contains_key(name);
        if !open {
            // Its place is taken first: it may stand in itself.
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
