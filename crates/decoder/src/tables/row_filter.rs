//! Row-level security: filters that a codebook adds to every intent about their type. A model cannot remove them.
//!
//! A filter compares with a constant of the codebook or with a principal, a value that the host provides about the
//! caller. The decoder writes constants into the contract. The executor binds principals, which a contract never
//! contains.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::contract::Value;
use crate::language::{Arity, Operator, ValueType};
use crate::tables::{FieldDef, List, Text};
use crate::{calendar, decimal};

/// A value that the host provides about the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Principal {
    /// Its name.
    pub name: Text,
    /// Type of its values.
    pub value_type: ValueType,
    /// `true` if it has any number of values, `false` if exactly one.
    pub array: bool,
}

/// A filter that all visible rows of a type pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFilter {
    /// Path of its field.
    pub field: Text,
    /// The comparison operator.
    pub operator: Operator,
    /// The right side of the comparison.
    pub is: RowValue,
}

/// The right side of a row filter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowValue {
    /// Values as written in the codebook: none for `exists`, two for `between`, any number for a list, otherwise one.
    Constant(List<Text>),
    /// The principal with this name.
    Principal(Text),
}

impl RowFilter {
    /// The constant for the contract; `Some(None)` if the operator takes none. `None` if the filter compares with a
    /// principal, or its texts are not values of the field under this operator.
    #[must_use]
    pub fn constant(&self, field: &FieldDef) -> Option<Option<Value<'_>>> {
        match &self.is {
            RowValue::Constant(texts) => self.value(field, texts),
            RowValue::Principal(_) => None,
        }
    }

    /// Parses texts as the filter's value; `Some(None)` if the operator takes none, `None` if they are not values of
    /// the field under this operator.
    #[must_use]
    pub fn value<'t>(&self, field: &FieldDef, texts: &'t [Text]) -> Option<Option<Value<'t>>> {
        let listed = |text: &str| field.values.iter().any(|value| value.value == text);
        self.value_of(field.value_type, &field.operators, &listed, texts)
    }

    /// Parses texts for a field with this type, these operators and these listed values.
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

    /// `true` if a filter on a field of this type and operators can compare with a principal.
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

/// Parses a value of a field.
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

/// `true` if a text is a JSON number within the supported range.
fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text).is_ok() && decimal::is_in_range(text)
}
