//! Values with their equality and order.

use std::cmp::Ordering;
use std::str::FromStr;

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, NaiveDateTime};
use cmec_decoder::contract::Value;
use cmec_decoder::language::Order;
use cmec_decoder::letters::folded;
use cmec_decoder::tables::FieldDef;

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No value.
    Missing,
    /// A text, an enum value, or the key of a referenced instance.
    Text(String),
    /// An exact number.
    Number(BigDecimal),
    /// True or false.
    Boolean(bool),
    /// A day.
    Day(NaiveDate),
    /// A moment in UTC; without an offset, UTC is assumed.
    Moment(NaiveDateTime),
    /// Several values of one field.
    List(Vec<Cell>),
}

/// The form of a value for comparisons: unchanged, or without case.
pub(super) type ComparableValue = fn(&Cell) -> Cell;

/// The form in which a field's values are compared.
pub(super) fn comparable(field: &FieldDef) -> ComparableValue {
    match field.folded {
        true => Cell::without_case,
        false => Cell::clone,
    }
}

impl Cell {
    /// A number.
    #[must_use]
    pub fn count(number: usize) -> Self {
        Self::Number(BigDecimal::from(number as u64))
    }

    /// A number from its digits.
    #[must_use]
    pub fn number(digits: &str) -> Option<Self> {
        BigDecimal::from_str(digits).ok().map(Self::Number)
    }

    /// A day such as `2026-03-31`.
    #[must_use]
    pub fn day(text: &str) -> Option<Self> {
        NaiveDate::from_str(text).ok().map(Self::Day)
    }

    /// A moment such as `2026-03-31T12:00:00`, with an optional fraction and offset.
    #[must_use]
    pub fn moment(text: &str) -> Option<Self> {
        let with_offset = DateTime::parse_from_rfc3339(text).map(|moment| moment.naive_utc());
        let moment = with_offset.or_else(|_| NaiveDateTime::from_str(text));
        moment.ok().map(Self::Moment)
    }

    /// The cells of a contract value: one, or the members of a list.
    pub(super) fn of_value(value: &Value<'_>) -> Vec<Self> {
        let one = match value {
            Value::Text(text) => Self::Text(text.clone().into_owned()),
            Value::Integer(number) => Self::Number(BigDecimal::from(*number)),
            Value::Decimal(digits) => Self::number(digits).unwrap_or(Self::Missing),
            Value::Boolean(flag) => Self::Boolean(*flag),
            Value::Date(text) => Self::day(text).unwrap_or(Self::Missing),
            Value::Datetime(text) => Self::moment(text).unwrap_or(Self::Missing),
            // Relative days are replaced by calendar days before the evaluation.
            Value::Relative(_) => Self::Missing,
            Value::List(values) => return values.iter().flat_map(Self::of_value).collect(),
        };
        vec![one]
    }

    /// The value in lower case, with `ё` as `е`.
    pub(super) fn without_case(&self) -> Self {
        match self {
            Self::Text(text) => Self::Text(folded(text)),
            Self::List(list) => Self::List(list.iter().map(Self::without_case).collect()),
            other => other.clone(),
        }
    }

    /// The members of a list, or the value itself.
    pub(super) fn members(self) -> Vec<Self> {
        match self {
            Self::List(members) => members,
            one => vec![one],
        }
    }

    /// True for a missing value.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        *self == Self::Missing || matches!(self, Self::List(list) if list.is_empty())
    }

    /// Equality; a day equals every moment of it.
    pub(super) fn is(&self, value: &Self) -> bool {
        match (self, value) {
            (Self::Moment(moment), Self::Day(day)) => moment.date() == *day,
            (one, other) => one == other,
        }
    }

    /// The order of two values; `None` where they are of different kinds. Texts compare by code points.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => Some(one.cmp(other)),
            (Self::Number(one), Self::Number(other)) => Some(one.cmp(other)),
            (Self::Boolean(one), Self::Boolean(other)) => Some(one.cmp(other)),
            (Self::Day(one), Self::Day(other)) => Some(one.cmp(other)),
            (Self::Moment(one), Self::Moment(other)) => Some(one.cmp(other)),
            (Self::Moment(one), Self::Day(other)) => Some(one.date().cmp(other)),
            _ => None,
        }
    }

    /// The order in a sort; missing values are last in either direction.
    pub(super) fn in_order(&self, other: &Self, order: Order) -> Ordering {
        match (self.is_missing(), other.is_missing()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => {
                let ordering = self.compare(other).unwrap_or(Ordering::Equal);
                match order {
                    Order::Asc => ordering,
                    Order::Desc => ordering.reverse(),
                }
            }
        }
    }
}
