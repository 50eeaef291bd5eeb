//! Conditions on instances: comparisons of fields, and any of several.

use bounded_static::ToStatic;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::contract::Str;
use crate::language::{Call, Operator, given_names};

/// What must hold of an instance.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
#[serde(untagged)]
pub enum Condition<'a> {
    /// A comparison.
    Filter(Filter<'a>),
    /// One of several.
    Any(AnyOf<'a>),
}

impl<'a> Condition<'a> {
    /// The comparison, where it is one.
    #[must_use]
    pub const fn as_filter(&self) -> Option<&Filter<'a>> {
        match self {
            Self::Filter(filter) => Some(filter),
            Self::Any(_) => None,
        }
    }

    /// Whether it holds, where this tells which comparisons do.
    pub fn holds(&self, passes: impl Fn(&Filter<'a>) -> bool) -> bool {
        match self {
            Self::Filter(filter) => passes(filter),
            Self::Any(any) => (any.any_of.iter()).any(|branch| branch.iter().all(&passes)),
        }
    }

    /// The type whose fields it reads; `None` if it reads fields of several types or compares with a group.
    #[must_use]
    pub fn type_name(&self) -> Option<&str> {
        if self.filters().any(|filter| filter.group().is_some()) {
            return None;
        }
        let paths = self.filters().flat_map(Filter::paths);
        let mut types = paths.flat_map(Call::fields).map(|path| {
            let (_, path) = given_names::at_place(path);
            path.split_once('.').map_or(path, |(own, _)| own)
        });
        let first = types.next()?;
        types.all(|own| own == first).then_some(first)
    }

    /// Every comparison in it.
    pub fn filters(&self) -> impl Iterator<Item = &Filter<'a>> {
        let branches = match self {
            Self::Filter(_) => &[],
            Self::Any(any) => any.any_of.as_slice(),
        };
        self.as_filter()
            .into_iter()
            .chain(branches.iter().flatten())
    }
}

/// Branches, one of which must hold.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct AnyOf<'a> {
    /// Two at least; of each all comparisons must hold.
    pub any_of: Vec<Vec<Filter<'a>>>,
}

/// A comparison of a field.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Filter<'a> {
    /// Path of the field; of what is compared with a group of instances the name of its type.
    pub field: Str<'a>,
    /// The comparison.
    pub operator: Operator,
    /// What is compared with; `exists` may have none.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub operand: Option<Operand<'a>>,
}

impl<'a> Filter<'a> {
    /// The value that is compared with.
    #[must_use]
    pub const fn value(&self) -> Option<&Value<'a>> {
        match &self.operand {
            Some(operand) => operand.as_value(),
            None => None,
        }
    }

    /// The values that are compared with, each of a list.
    #[must_use]
    pub fn values(&self) -> &[Value<'a>] {
        match self.value() {
            Some(Value::List(values)) => values,
            Some(one) => std::slice::from_ref(one),
            None => &[],
        }
    }

    /// The name of the group that is compared with.
    #[must_use]
    pub fn group(&self) -> Option<&str> {
        self.operand.as_ref()?.as_group()
    }

    /// The paths of the fields it reads.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.field.as_ref()).chain(self.value_field())
    }

    /// The path of the field that is compared with.
    #[must_use]
    pub fn value_field(&self) -> Option<&str> {
        match &self.operand {
            Some(Operand::Field(path)) => Some(path),
            _ => None,
        }
    }
}

impl<'a> Operand<'a> {
    /// The value, where it is one.
    #[must_use]
    pub const fn as_value(&self) -> Option<&Value<'a>> {
        match self {
            Self::Value(value) => Some(value),
            Self::Field(_) | Self::Group(_) => None,
        }
    }

    /// The name of the group, where it is one.
    #[must_use]
    pub fn as_group(&self) -> Option<&str> {
        match self {
            Self::Group(name) => Some(name),
            Self::Value(_) | Self::Field(_) => None,
        }
    }
}

/// What a field, an instance or a metric is compared with.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub enum Operand<'a> {
    /// A value, or several.
    #[serde(rename = "value")]
    Value(Value<'a>),
    /// Another field of the same match, by its path.
    #[serde(rename = "value_field")]
    Field(Str<'a>),
    /// What a group gives, by its name.
    #[serde(rename = "group")]
    Group(Str<'a>),
}

/// A typed value.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
#[serde(untagged)]
pub enum Value<'a> {
    /// A text, an enum value or a reference.
    Text(Str<'a>),
    /// A whole number.
    Integer(i64),
    /// A number, in the digits it was said in.
    #[serde(serialize_with = "as_said")]
    Decimal(Str<'a>),
    /// True or false.
    Boolean(bool),
    /// `YYYY-MM-DD`.
    Date(Str<'a>),
    /// `YYYY-MM-DDTHH:MM:SS` with optional fraction and offset.
    Datetime(Str<'a>),
    /// A day counted from today, `-1y`: which one it is a [`RelativeDay`](crate::language::RelativeDay) tells. A
    /// moment is compared with it by its own day.
    Relative(Str<'a>),
    /// Several values, for `in`, `not_in` and `between`.
    List(Vec<Value<'a>>),
}

impl Value<'_> {
    /// The text of a text-like value.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Date(text) | Self::Datetime(text) => Some(text),
            Self::Integer(_)
            | Self::Decimal(_)
            | Self::Boolean(_)
            | Self::Relative(_)
            | Self::List(_) => None,
        }
    }
}

/// Writes a number in its digits: a float in between would change them.
fn as_said<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = RawValue::from_string(digits.to_owned()).map_err(Error::custom)?;
    raw.serialize(serializer)
}
