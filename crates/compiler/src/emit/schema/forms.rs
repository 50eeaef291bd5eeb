//! The shapes of a filter's value, in long names and in codes.

use cmec_decoder::vocabulary::Operator;
use serde_json::{Map, Value, json};

/// Whether a schema is written in the contract's long names or in cMEC codes.
#[derive(Clone, Copy)]
pub(super) enum Spelling {
    Name,
    Code,
}

impl Spelling {
    fn operators(self, operators: &[Operator]) -> Value {
        super::one_of(operators.iter().map(|operator| match self {
            Self::Name => operator.name(),
            Self::Code => operator.code(),
        }))
    }
}

/// A single value.
pub(super) fn scalar() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

/// Objects `{…rest, operator, value}` in the four shapes a value has: none or a flag, a list, a pair, a scalar.
///
/// `rest` are the properties before the operator, all of them required; `keys` name the operator and the value.
pub(super) fn compared(
    rest: &Value,
    keys: (&str, &str),
    spelling: Spelling,
    list_cap: Option<u32>,
) -> Value {
    let (operator_key, value_key) = keys;
    let lists = [Operator::In, Operator::NotIn];
    let scalars: Vec<Operator> = (Operator::ALL.iter().copied())
        .filter(|operator| !matches!(operator, Operator::Exists | Operator::Between))
        .filter(|operator| !lists.contains(operator))
        .collect();
    let mut many = json!({ "type": "array", "minItems": 1, "items": scalar() });
    if let (Value::Object(many), Some(cap)) = (&mut many, list_cap) {
        many.insert("maxItems".to_owned(), json!(cap));
    }
    let pair = json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": scalar() });
    let shape = |operators: &[Operator], value: Value, value_required: bool| {
        let mut properties = rest.as_object().cloned().unwrap_or_else(Map::new);
        let mut required: Vec<String> = properties.keys().cloned().collect();
        properties.insert(operator_key.to_owned(), spelling.operators(operators));
        properties.insert(value_key.to_owned(), value);
        required.push(operator_key.to_owned());
        if value_required {
            required.push(value_key.to_owned());
        }
        json!({
            "type": "object",
            "required": required,
            "additionalProperties": false,
            "properties": properties,
        })
    };
    json!({ "oneOf": [
        shape(&scalars, scalar(), true),
        shape(&lists, many, true),
        shape(&[Operator::Between], pair, true),
        shape(&[Operator::Exists], json!({ "type": "boolean" }), false),
    ] })
}
