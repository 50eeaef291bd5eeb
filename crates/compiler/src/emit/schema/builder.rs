//! Building blocks of an intent's schema. `None` means that no value is valid.

use std::cell::RefCell;

use cmec_decoder::language::{Member, NamingStyle, given_names};
use cmec_decoder::tables::FieldDef;
use serde_json::{Map, Value, json};

use super::values::typed;

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

    /// The shared parts built so far.
    pub(super) fn definitions(self) -> Value {
        Value::Object(self.definitions.into_inner())
    }

    /// A non-empty text.
    pub(super) fn text(&self) -> Value {
        super::text()
    }

    /// An integer in a range.
    pub(super) fn number(&self, least: u32, most: Option<u32>) -> Value {
        match most {
            Some(most) => super::number(least, most),
            None => json!({ "type": "integer", "minimum": least }),
        }
    }

    pub(super) fn boolean(&self) -> Value {
        json!({ "type": "boolean" })
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

    /// An alias with its mark.
    pub(super) fn given(&self) -> Value {
        // XGrammar matches a pattern against the whole text.
        json!({ "type": "string", "pattern": format!("^{}.+$", given_names::MARK) })
    }

    pub(super) fn has_patterns(&self) -> bool {
        self.sayable.patterns
    }

    /// One of these texts, with or without an alias prefix.
    pub(super) fn read<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value {
        if !self.sayable.patterns {
            return super::one_of(texts);
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

    pub(super) fn constant(&self, text: &'static str) -> Value {
        json!({ "const": text })
    }

    pub(super) fn one_of<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value {
        super::one_of(texts)
    }

    pub(super) fn value(&self, field: &FieldDef) -> Value {
        typed(field, self.naming)
    }

    /// A list with bounds on its length.
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

    pub(super) fn tells_apart(&self) -> bool {
        self.sayable.tells_apart
    }

    pub(super) fn says_unexecuted(&self) -> bool {
        self.sayable.unexecuted
    }

    pub(super) fn alternatives(&self, choices: Vec<Value>) -> Option<Value> {
        (!choices.is_empty()).then(|| json!({ "oneOf": choices }))
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

    /// A reference to a named definition, which may be recursive.
    pub(super) fn shared(
        &self,
        name: &str,
        definition: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        let open = self.definitions.borrow().contains_key(name);
        if !open {
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
