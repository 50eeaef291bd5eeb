//! Which rows a caller may see: filters that a codebook adds to every intent about their type. A model cannot say them away.
//!
//! What a filter compares with is a constant of the codebook or a principal: a value that the host says of the caller. The
//! decoder writes constants into the contract. An executor binds principals; no contract has one.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::contract::Value;
use crate::language::{Arity, Operator, ValueType};
use crate::tables::{FieldDef, List, Tables, Text};
use crate::{calendar, decimal};

/// A value that the host says of whoever asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Principal {
    /// Its name.
    pub name: Text,
    /// Type of its values.
    pub value_type: ValueType,
    /// Whether it has any number of values; otherwise exactly one.
    pub array: bool,
}

/// A filter that every row of a type passes that may be seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFilter {
    /// Path of its field.
    pub field: Text,
    /// How the value compares.
    pub operator: Operator,
    /// What it compares with.
    pub is: RowValue,
}

/// What a row filter compares with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowValue {
    /// Values as they are written: none for `exists`, two for `between`, some for a list, one otherwise.
    Constant(List<Text>),
    /// The principal with this name.
    Principal(Text),
}

impl RowFilter {
    /// The constant of the filter in a contract, `Some(None)` where the operator takes none; `None` where it compares with a
    /// principal, or its texts are no value of the field under this operator.
    #[must_use]
    pub fn constant(&self, field: &FieldDef) -> Option<Option<Value<'_>>> {
        match &self.is {
            RowValue::Constant(texts) => self.value(field, texts),
            RowValue::Principal(_) => None,
        }
    }

    /// The value of the filter that these texts write, `Some(None)` where the operator takes none; `None` where they are no
    /// value of the field under this operator.
    #[must_use]
    pub fn value<'t>(&self, field: &FieldDef, texts: &'t [Text]) -> Option<Option<Value<'t>>> {
        let listed = |text: &str| field.values.iter().any(|value| value.value == text);
        self.value_of(field.value_type, &field.operators, &listed, texts)
    }

    /// The same for a field with this type, these operators and these values.
    #[must_use]
    pub fn value_of<'t>(
        &self,
        value_type: ValueType,
        operators: &[Operator],
        listed: &dyn Fn(&str) -> bool,
        texts: &'t [Text],
    ) -> Option<Option<Value<'t>>> {
        operators.contains(&self.operator).then_some(())?;
        let typed = texts.iter().map(|text| value(value_type, listed, text));
        let values: Vec<Value<'_>> = typed.collect::<Option<_>>()?;
        match (self.operator.arity(), values.len()) {
            (Arity::Flag, 0) => Some(None),
            (Arity::Pair, 2) | (Arity::List, 1..) => Some(Some(Value::List(values))),
            (Arity::One | Arity::Piece, 1) => values.into_iter().next().map(Some),
            _ => None,
        }
    }

    /// Whether a principal can be what a filter of a field of this type and with these operators compares with.
    #[must_use]
    pub fn takes(
        &self,
        principal: &Principal,
        value_type: ValueType,
        operators: &[Operator],
    ) -> bool {
        let arity = match principal.array {
            true => matches!(self.operator.arity(), Arity::List),
            false => matches!(self.operator.arity(), Arity::One | Arity::Piece),
        };
        arity && principal.value_type == value_type && operators.contains(&self.operator)
    }
}

impl Tables {
    /// The principal with this name.
    #[must_use]
    pub fn principal(&self, name: &str) -> Option<&Principal> {
        self.principals.iter().find(|own| own.name == name)
    }

    /// Whether every row filter is one its field can have.
    pub(super) fn row_filters_hold(&self) -> bool {
        self.row_filters.iter().all(|filter| {
            let Some(field) = self.field_by_path(&filter.field) else {
                return false;
            };
            match &filter.is {
                RowValue::Constant(_) => filter.constant(field).is_some(),
                RowValue::Principal(name) => self.principal(name).is_some_and(|principal| {
                    filter.takes(principal, field.value_type, &field.operators)
                }),
            }
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
