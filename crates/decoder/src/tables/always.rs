//! Filters that a codebook adds to every intent about their type. A model cannot say them away.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::contract::Value;
use crate::language::{Arity, Operator, ValueType};
use crate::tables::{FieldDef, List, Tables, Text};
use crate::{calendar, decimal};

/// A filter that is always added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlwaysFilter {
    /// Path of its field.
    pub field: Text,
    /// How the value compares.
    pub operator: Operator,
    /// Its values as they are written: none for `exists`, two for `between`, some for a list, one otherwise.
    pub values: List<Text>,
}

impl AlwaysFilter {
    /// The value of the filter in a contract, `Some(None)` where it has none; `None` where its texts are no value of the
    /// field under this operator.
    #[must_use]
    pub fn value(&self, field: &FieldDef) -> Option<Option<Value<'_>>> {
        let listed = |text: &str| field.values.iter().any(|value| value.value == text);
        self.value_of(field.value_type, &field.operators, &listed)
    }

    /// The same for a field with this type, these operators and these values.
    #[must_use]
    pub fn value_of(
        &self,
        value_type: ValueType,
        operators: &[Operator],
        listed: &dyn Fn(&str) -> bool,
    ) -> Option<Option<Value<'_>>> {
        operators.contains(&self.operator).then_some(())?;
        let typed = self
            .values
            .iter()
            .map(|text| value(value_type, listed, text));
        let values: Vec<Value<'_>> = typed.collect::<Option<_>>()?;
        match (self.operator.arity(), values.len()) {
            (Arity::Flag, 0) => Some(None),
            (Arity::Pair, 2) | (Arity::List, 1..) => Some(Some(Value::List(values))),
            (Arity::One | Arity::Piece, 1) => values.into_iter().next().map(Some),
            _ => None,
        }
    }
}

impl Tables {
    /// Whether every filter that is always added is one its field can have.
    pub(super) fn always_hold(&self) -> bool {
        self.always.iter().all(|filter| {
            let field = self.field_by_path(&filter.field);
            field.is_some_and(|field| filter.value(field).is_some())
        })
    }
}

/// A value of a field, from its text.
fn value<'t>(
    value_type: ValueType,
    listed: &dyn Fn(&str) -> bool,
    text: &'t str,
) -> Option<Value<'t>> {
    let borrowed = || Cow::Borrowed(text);
    Some(match value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => Value::Text(borrowed()),
        ValueType::Integer => Value::Integer(text.parse().ok()?),
        ValueType::Decimal => is_number(text).then(|| Value::Decimal(borrowed()))?,
        ValueType::Boolean => Value::Boolean(text.parse().ok()?),
        ValueType::Date => calendar::is_date(text).then(|| Value::Date(borrowed()))?,
        ValueType::Datetime => calendar::is_datetime(text).then(|| Value::Datetime(borrowed()))?,
        ValueType::Enum => listed(text).then(|| Value::Text(borrowed()))?,
    })
}

/// Whether a text is a number of JSON that readers can hold.
fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text).is_ok() && decimal::is_in_range(text)
}
