//! What a schema costs of a provider's budgets.

use serde_json::{Map, Value};

/// A limit of a provider on one schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) measure: Measure,
    most: usize,
}

/// A schema held against a budget.
pub(super) struct BudgetUse {
    pub(super) budget: Budget,
    pub(super) have: usize,
}

impl Budget {
    pub(super) const fn new(measure: Measure, most: usize) -> Self {
        Self { measure, most }
    }

    /// What is counted, in words, and how much of it is allowed.
    pub(super) const fn said(self) -> (&'static str, usize) {
        (self.measure.name(), self.most)
    }

    /// By the emitted schema.
    pub(super) fn measured(self, schema: &Value) -> BudgetUse {
        BudgetUse {
            budget: self,
            have: self.measure.of(schema),
        }
    }
}

impl BudgetUse {
    /// Where it is more than allowed.
    pub(super) fn over(&self, document: &str) -> Option<Over> {
        let (what, most) = self.budget.said();
        (self.have > most).then(|| Over {
            document: document.to_owned(),
            what,
            most,
            have: self.have,
        })
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// Properties, of all objects together.
    Properties,
    /// Objects inside objects.
    Levels,
    /// Values, of all enums together.
    EnumValues,
    /// Characters of all names of properties and definitions, and of all values of enums.
    Characters,
    /// Characters of the longest enum that has more than [`LONG_ENUM`] values.
    LongEnum,
    /// Properties that may be left out.
    Optional,
    /// Schemas of several types.
    Unions,
}

/// A schema that costs more than a provider allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// The schema: `cmec-c0.2`, or the name of a tool; the domain's, where its tools are counted.
    pub document: String,
    /// What is counted.
    pub what: &'static str,
    /// How much the provider allows.
    pub most: usize,
    /// How much it is.
    pub have: usize,
}

/// Values from which on an enum has a budget of its own.
pub(super) const LONG_ENUM: usize = 250;

impl Measure {
    const fn name(self) -> &'static str {
        match self {
            Self::Properties => "properties",
            Self::Levels => "levels",
            Self::EnumValues => "enum values",
            Self::Characters => "characters of names and values",
            Self::LongEnum => "characters of an enum of more than 250 values",
            Self::Optional => "optional parameters",
            Self::Unions => "parameters of several types",
        }
    }

    /// How much of it a schema has.
    fn of(self, schema: &Value) -> usize {
        if self == Self::Levels {
            return levels(schema, schema, &mut Vec::new());
        }
        let mut all = Vec::new();
        every(schema, &mut all);
        let each = all.into_iter().map(|schema| self.own(schema));
        match self {
            Self::LongEnum => each.max().unwrap_or_default(),
            _ => each.sum(),
        }
    }

    /// What one schema adds, those inside it not counted.
    fn own(self, schema: &Map<String, Value>) -> usize {
        let properties = schema.get("properties").and_then(Value::as_object);
        let values = schema.get("enum").and_then(Value::as_array);
        match self {
            Self::Properties => properties.map_or(0, Map::len),
            Self::EnumValues => values.map_or(0, Vec::len),
            Self::Characters => {
                let definitions = schema.get("$defs").and_then(Value::as_object);
                let named = properties.into_iter().chain(definitions);
                let names = named.flat_map(Map::keys).map(|name| name.chars().count());
                names.sum::<usize>() + values.map_or(0, |values| characters(values))
            }
            Self::LongEnum => values
                .filter(|values| values.len() > LONG_ENUM)
                .map_or(0, |values| characters(values)),
            Self::Optional => {
                let required = schema.get("required").and_then(Value::as_array);
                let properties = properties.map_or(0, Map::len);
                properties.saturating_sub(required.map_or(0, Vec::len))
            }
            Self::Unions => {
                let types = matches!(schema.get("type"), Some(Value::Array(_)));
                usize::from(types || schema.contains_key("anyOf"))
            }
            Self::Levels => 0,
        }
    }
}

fn characters(values: &[Value]) -> usize {
    let texts = values.iter().filter_map(Value::as_str);
    texts.map(|text| text.chars().count()).sum()
}

/// Every schema in a schema, itself first.
fn every<'s>(schema: &'s Value, all: &mut Vec<&'s Map<String, Value>>) {
    let Value::Object(map) = schema else { return };
    all.push(map);
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(schemas)) => {
                schemas.values().for_each(|schema| every(schema, all));
            }
            ("anyOf", Value::Array(schemas)) => {
                schemas.iter().for_each(|schema| every(schema, all));
            }
            ("items", schema) => every(schema, all),
            _ => {}
        }
    }
}

/// Objects inside objects; a reference into what is open already ends there.
fn levels<'s>(schema: &'s Value, root: &'s Value, open: &mut Vec<&'s str>) -> usize {
    let Value::Object(map) = schema else { return 0 };
    if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
        if open.contains(&reference) {
            return 0;
        }
        let Some(target) = reference.strip_prefix('#').and_then(|at| root.pointer(at)) else {
            return 0;
        };
        open.push(reference);
        let deep = levels(target, root, open);
        open.pop();
        return deep;
    }
    let mut deepest = |schemas: Vec<&'s Value>| {
        let each = schemas.into_iter().map(|schema| levels(schema, root, open));
        each.max().unwrap_or(0)
    };
    let properties = map.get("properties").and_then(Value::as_object);
    let inside = properties.map_or(0, |all| 1 + deepest(all.values().collect()));
    let choices = map.get("anyOf").and_then(Value::as_array);
    let beside = choices.into_iter().flatten().chain(map.get("items"));
    inside.max(deepest(beside.collect()))
}
