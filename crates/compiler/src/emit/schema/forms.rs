//! What fields let one say: filters, sorts, groupings and metrics, in long names and in codes.

use cmec_decoder::tables::{FieldDef, Tables};
use cmec_decoder::vocabulary::{Function, Operator, ValueType};
use serde_json::{Map, Value, json};

use super::values::typed;

/// Operators of a condition on a metric: it compares one number or one ordered value.
pub(in crate::emit) const HAVING: &[Operator] = &[
    Operator::Eq,
    Operator::Ne,
    Operator::Lt,
    Operator::Le,
    Operator::Gt,
    Operator::Ge,
];

/// Types of values that have a sum.
pub(in crate::emit) const NUMBERS: &[ValueType] = &[ValueType::Integer, ValueType::Decimal];

/// Types of values of which one is the least.
pub(in crate::emit) const ORDERED: &[ValueType] = &[
    ValueType::Integer,
    ValueType::Decimal,
    ValueType::Date,
    ValueType::Datetime,
];

/// Whether a schema is written in the contract's long names or in cMEC codes.
#[derive(Clone, Copy, PartialEq, Eq)]
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

    fn functions(self, functions: &[Function]) -> Value {
        super::one_of(functions.iter().map(|function| match self {
            Self::Name => function.name(),
            Self::Code => function.code(),
        }))
    }

    fn field(self, field: &FieldDef) -> &str {
        match self {
            Self::Name => &field.path,
            Self::Code => &field.code,
        }
    }

    /// Keys of a filter.
    const fn compared(self) -> [&'static str; 3] {
        match self {
            Self::Name => ["field", "operator", "value"],
            Self::Code => ["f", "op", "v"],
        }
    }

    /// Keys of a metric.
    const fn computed(self) -> [&'static str; 3] {
        match self {
            Self::Name => ["function", "field", "alias"],
            Self::Code => ["fn", "f", "as"],
        }
    }
}

/// The shapes an operator's value has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::emit) enum Arity {
    One,
    Many,
    Two,
    Flag,
}

impl Arity {
    pub(in crate::emit) const ALL: [Self; 4] = [Self::One, Self::Many, Self::Two, Self::Flag];

    const fn of(operator: Operator) -> Self {
        match operator {
            Operator::In | Operator::NotIn => Self::Many,
            Operator::Between => Self::Two,
            Operator::Exists => Self::Flag,
            _ => Self::One,
        }
    }

    /// Those of the operators whose value has this shape.
    pub(in crate::emit) fn among(self, operators: &[Operator]) -> Vec<Operator> {
        let fitting = operators.iter().copied();
        fitting
            .filter(|operator| Self::of(*operator) == self)
            .collect()
    }

    fn value(self, one: Value, list_cap: Option<u32>) -> Value {
        match (self, list_cap) {
            (Self::One, _) => one,
            (Self::Many, None) => json!({ "type": "array", "minItems": 1, "items": one }),
            (Self::Many, Some(cap)) => {
                json!({ "type": "array", "minItems": 1, "maxItems": cap, "items": one })
            }
            (Self::Two, _) => {
                json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": one })
            }
            (Self::Flag, _) => json!({ "type": "boolean" }),
        }
    }
}

/// Filters on any field, for the schema that knows no domain.
pub(super) fn any_filter(field: &Value) -> Value {
    let one = json!({ "type": ["string", "number", "boolean"] });
    let shapes: Vec<Value> = (Arity::ALL.iter())
        .map(|arity| {
            let operators = arity.among(Operator::ALL);
            let value = arity.value(one.clone(), None);
            filter(field.clone(), &operators, *arity, value, Spelling::Name)
        })
        .collect();
    json!({ "oneOf": shapes })
}

/// Filters on a domain's fields: those with the same operators and the same values share a shape.
pub(super) fn filters(tables: &Tables, spelling: Spelling, list_cap: Option<u32>) -> Value {
    let mut shapes: Vec<(Arity, Vec<Operator>, Value, Vec<&str>)> = Vec::new();
    for field in tables.fields.iter() {
        for arity in Arity::ALL {
            let operators = arity.among(&field.operators);
            if operators.is_empty() {
                continue;
            }
            let value = arity.value(typed(field, spelling), list_cap);
            let same = shapes
                .iter_mut()
                .find(|shape| (shape.0, &shape.1, &shape.2) == (arity, &operators, &value));
            match same {
                Some(shape) => shape.3.push(spelling.field(field)),
                None => shapes.push((arity, operators, value, vec![spelling.field(field)])),
            }
        }
    }
    if shapes.is_empty() {
        return json!(false);
    }
    let shapes: Vec<Value> = shapes
        .into_iter()
        .map(|(arity, operators, value, fields)| {
            filter(super::one_of(fields), &operators, arity, value, spelling)
        })
        .collect();
    json!({ "oneOf": shapes })
}

fn filter(
    field: Value,
    operators: &[Operator],
    arity: Arity,
    value: Value,
    spelling: Spelling,
) -> Value {
    let [field_key, operator_key, value_key] = spelling.compared();
    let mut required = vec![field_key, operator_key];
    if arity != Arity::Flag {
        required.push(value_key);
    }
    let properties = [
        (field_key, field),
        (operator_key, spelling.operators(operators)),
        (value_key, value),
    ];
    super::object(&required, map(properties))
}

/// A condition on a metric; `keys` name the metric, the operator and the value.
pub(super) fn having(keys: [&str; 3], spelling: Spelling) -> Value {
    let [metric, operator, value] = keys;
    let properties = [
        (metric, super::text()),
        (operator, spelling.operators(HAVING)),
        (value, json!({ "type": ["string", "number"] })),
    ];
    super::object(&keys, map(properties))
}

/// Metrics of a domain: a function and a field it can be computed over.
pub(super) fn metrics(tables: &Tables, spelling: Spelling) -> Value {
    let [function_key, field_key, alias_key] = spelling.computed();
    let any = |_: &FieldDef| true;
    let shape = |functions: &[Function], field: Value, required: &[&str]| {
        let properties = [
            (function_key, spelling.functions(functions)),
            (field_key, field),
            (alias_key, super::text()),
        ];
        super::object(required, map(properties))
    };
    let count = match which(tables, spelling, any) {
        Some(fields) => shape(&[Function::Count], fields, &[function_key]),
        None => shape(&[Function::Count], json!(false), &[function_key]),
    };
    let over = [
        (vec![Function::CountDistinct], which(tables, spelling, any)),
        (
            vec![Function::Sum, Function::Avg],
            which(tables, spelling, |field| {
                NUMBERS.contains(&field.value_type)
            }),
        ),
        (
            vec![Function::Min, Function::Max],
            which(tables, spelling, |field| {
                ORDERED.contains(&field.value_type)
            }),
        ),
    ];
    let over = over.into_iter().filter_map(|(functions, fields)| {
        Some(shape(&functions, fields?, &[function_key, field_key]))
    });
    let shapes: Vec<Value> = std::iter::once(count).chain(over).collect();
    json!({ "oneOf": shapes })
}

/// The fields a sort may name; `None` where there are none.
pub(super) fn sortable(tables: &Tables, spelling: Spelling) -> Option<Value> {
    which(tables, spelling, |field| field.sortable)
}

/// The fields `group_by` may name; `None` where there are none.
pub(super) fn groupable(tables: &Tables, spelling: Spelling) -> Option<Value> {
    which(tables, spelling, |field| field.groupable)
}

/// Every field; `None` where there are none.
pub(super) fn fields(tables: &Tables, spelling: Spelling) -> Option<Value> {
    which(tables, spelling, |_| true)
}

fn which(tables: &Tables, spelling: Spelling, wanted: impl Fn(&FieldDef) -> bool) -> Option<Value> {
    let fields: Vec<&str> = (tables.fields.iter())
        .filter(|field| wanted(field))
        .map(|field| spelling.field(field))
        .collect();
    (!fields.is_empty()).then(|| super::one_of(fields))
}

fn map<const N: usize>(properties: [(&str, Value); N]) -> Value {
    let properties = properties.into_iter();
    let map: Map<String, Value> = properties
        .map(|(key, schema)| (key.to_owned(), schema))
        .collect();
    Value::Object(map)
}
