//! Measures a schema against a provider's budgets.

use serde_json::{Map, Value};

use super::definitions::parts_of;

/// A provider's limit on one schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) measure: Measure,
    most: usize,
}

/// A schema measured against a budget.
pub(super) struct BudgetUse {
    pub(super) budget: Budget,
    pub(super) have: usize,
}

impl Budget {
    pub(super) const fn new(measure: Measure, most: usize) -> Self {
        Self { measure, most }
    }

    /// The measure in words, and the limit.
    pub(super) const fn said(self) -> (&'static str, usize) {
        (self.measure.name(), self.most)
    }

    pub(super) fn measured(self, schema: &Value) -> BudgetUse {
        self.used(self.measure.of(schema))
    }

    pub(super) const fn used(self, have: usize) -> BudgetUse {
        let budget = self;
        BudgetUse { budget, have }
    }
}

impl BudgetUse {
    /// The excess, if any.
    pub(super) fn over(&self, document: &str) -> Option<Over> {
        let (what, most) = self.budget.said();
        Over::of(document, (what, most), self.have)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// Properties of all objects.
    Properties,
    /// Nesting depth of objects.
    Levels,
    /// Values of all enums.
    EnumValues,
    /// Characters in all names of properties and definitions and in all enum values.
    Characters,
    /// Characters of the longest enum with more than [`LONG_ENUM`] values.
    LongEnum,
    /// Optional properties.
    Optional,
    /// Schemas with several types.
    Unions,
}

/// A schema over a provider's budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// The schema: `cmec-c0.2` or a tool name; the domain's name if tools are counted.
    pub document: String,
    /// The measure in words.
    pub what: &'static str,
    /// The provider's limit.
    pub most: usize,
    /// The measured amount.
    pub have: usize,
}

/// An enum with more values than this has its own budget.
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

    /// The amount in a whole schema.
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

    /// The amount in one schema, without nested ones.
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

/// All nested schemas, the outermost first.
fn every<'s>(schema: &'s Value, all: &mut Vec<&'s Map<String, Value>>) {
    all.extend(schema.as_object());
    let definitions = schema.get("$defs").and_then(Value::as_object);
    let definitions = definitions.into_iter().flat_map(Map::values);
    for part in parts_of(schema).map(|(_, part)| part).chain(definitions) {
        every(part, all);
    }
}

/// Nesting depth of objects; a recursive reference ends it.
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
    let (inside, beside): (Vec<_>, Vec<_>) = parts_of(schema).partition(|(key, _)| key.is_some());
    let of = |parts: Vec<(_, &'s Value)>| parts.into_iter().map(|(_, part)| part).collect();
    let level = usize::from(map.contains_key("properties"));
    (level + deepest(of(inside))).max(deepest(of(beside)))
}
