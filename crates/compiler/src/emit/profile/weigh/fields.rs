//! The fields of one codebook, counted for each place that names them.

use std::collections::HashMap;

use cmec_decoder::tables::{FieldDef, Tables};
use cmec_decoder::vocabulary::{Operator, ValueType};

use super::cmec::operators;
use crate::emit::profile::weight::{Scale, Tally, Weight, characters};
use crate::emit::schema::{Arity, NUMBERS, ORDERED};

/// Codes of fields, by what can be said of them.
pub(super) struct Fields {
    pub(super) all: Tally,
    pub(super) sortable: Tally,
    pub(super) groupable: Tally,
    pub(super) numbers: Tally,
    pub(super) ordered: Tally,
    /// Fields and values of each shape of a filter.
    shapes: Vec<(Arity, Vec<Operator>, Weight, Tally)>,
}

impl Fields {
    pub(super) fn of(tables: &Tables) -> Self {
        let mut fields = Self {
            all: Tally::default(),
            sortable: Tally::default(),
            groupable: Tally::default(),
            numbers: Tally::default(),
            ordered: Tally::default(),
            shapes: Vec::new(),
        };
        let mut kinds: HashMap<Kind<'_>, Tally> = HashMap::new();
        for field in tables.fields.iter() {
            let code = characters(&field.code);
            for (is_one, tally) in [
                (true, &mut fields.all),
                (field.sortable, &mut fields.sortable),
                (field.groupable, &mut fields.groupable),
                (NUMBERS.contains(&field.value_type), &mut fields.numbers),
                (ORDERED.contains(&field.value_type), &mut fields.ordered),
            ] {
                if is_one {
                    tally.add(code);
                }
            }
            kinds.entry(Kind::of(field)).or_default().add(code);
        }
        fields.shapes = shapes(kinds);
        fields
    }

    /// Filters on any field.
    pub(super) fn filter(&self, scale: Scale) -> Option<Weight> {
        Weight::any_of(self.shapes.iter().map(|(arity, said, value, fields)| {
            let required: &[&str] = match arity {
                Arity::Flag => &["f", "op"],
                _ => &["f", "op", "v"],
            };
            let properties = [
                ("f", Some(fields.one_of())),
                ("op", operators(said)),
                ("v", Some(*value)),
            ];
            Some(scale.object(required, properties))
        }))
    }
}

/// What fields have in common that share all their shapes.
#[derive(PartialEq, Eq, Hash)]
struct Kind<'t> {
    operators: &'t [Operator],
    value: Value<'t>,
}

/// What a filter compares with, as far as its schema tells.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Value<'t> {
    Plain(ValueType),
    /// One of these.
    Enum(Vec<&'t str>),
}

impl<'t> Kind<'t> {
    fn of(field: &'t FieldDef) -> Self {
        let value = match field.value_type {
            ValueType::String | ValueType::Text | ValueType::Reference => {
                Value::Plain(ValueType::String)
            }
            ValueType::Enum => Value::Enum(
                field
                    .values
                    .iter()
                    .map(|value| value.value.as_ref())
                    .collect(),
            ),
            other => Value::Plain(other),
        };
        Self {
            operators: &field.operators,
            value,
        }
    }
}

/// Kinds that agree in the operators of an arity, and in what these compare with, share the shape.
fn shapes(kinds: HashMap<Kind<'_>, Tally>) -> Vec<(Arity, Vec<Operator>, Weight, Tally)> {
    let mut shapes: HashMap<(Arity, Vec<Operator>, Option<Value<'_>>), Tally> = HashMap::new();
    for (kind, fields) in kinds {
        for arity in Arity::ALL {
            let operators = arity.among(kind.operators);
            if operators.is_empty() {
                continue;
            }
            // A flag is a yes or no, whatever the field has.
            let value = (arity != Arity::Flag).then(|| kind.value.clone());
            (shapes.entry((arity, operators, value)).or_default()).join(fields);
        }
    }
    let shapes = shapes.into_iter();
    shapes
        .map(|((arity, operators, value), fields)| {
            let value = match value {
                Some(Value::Enum(values)) => Tally::of(values).one_of(),
                Some(Value::Plain(_)) | None => Weight::NOTHING,
            };
            (arity, operators, value, fields)
        })
        .collect()
}
