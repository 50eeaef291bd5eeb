//! Values: what they are, when they are equal, which comes first.

use std::cmp::Ordering;
use std::str::FromStr;

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, NaiveDateTime};
use cmec_decoder::contract::Value;
use cmec_decoder::language::Order;
use cmec_decoder::letters::folded;

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell {
    /// There is none.
    Missing,
    /// A text, a value of an enum, or the key of what is referred to.
    Text(String),
    /// A number, exact.
    Number(BigDecimal),
    /// True or false.
    Boolean(bool),
    /// A day.
    Day(NaiveDate),
    /// A moment, in UTC. One without an offset is taken to be.
    Moment(NaiveDateTime),
    /// Several values of one field.
    List(Vec<Cell>),
}

/// A value as it is compared: as it is, or without case.
pub(super) type ComparableValue = fn(&Cell) -> Cell;

impl Cell {
    /// A number.
    #[must_use]
    pub fn count(number: usize) -> Self {
        Self::Number(BigDecimal::from(number as u64))
    }

    /// A number in its digits.
    #[must_use]
    pub fn number(digits: &str) -> Option<Self> {
        BigDecimal::from_str(digits).ok().map(Self::Number)
    }

    /// A day, `2026-03-31`.
    #[must_use]
    pub fn day(text: &str) -> Option<Self> {
        NaiveDate::from_str(text).ok().map(Self::Day)
    }

    /// A moment, `2026-03-31T12:00:00`, with a fraction and an offset or without.
    #[must_use]
    pub fn moment(text: &str) -> Option<Self> {
        let with_offset = DateTime::parse_from_rfc3339(text).map(|moment| moment.naive_utc());
        let moment = with_offset.or_else(|_| NaiveDateTime::from_str(text));
        moment.ok().map(Self::Moment)
    }

    /// The values of a contract's value: one, or those of a list.
    pub(super) fn of_value(value: &Value<'_>) -> Vec<Self> {
        let one = match value {
            Value::Text(text) => Self::Text(text.clone().into_owned()),
            Value::Integer(number) => Self::Number(BigDecimal::from(*number)),
            Value::Decimal(digits) => Self::number(digits).unwrap_or(Self::Missing),
            Value::Boolean(flag) => Self::Boolean(*flag),
            Value::Date(text) => Self::day(text).unwrap_or(Self::Missing),
            Value::Datetime(text) => Self::moment(text).unwrap_or(Self::Missing),
            // A contract is evaluated with the days that it means.
            Value::Relative(_) => Self::Missing,
            Value::List(values) => return values.iter().flat_map(Self::of_value).collect(),
        };
        vec![one]
    }

    /// The same without case, `ё` as `е`.
    pub(super) fn without_case(&self) -> Self {
        match self {
            Self::Text(text) => Self::Text(folded(text)),
            Self::List(list) => Self::List(list.iter().map(Self::without_case).collect()),
            other => other.clone(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        *self == Self::Missing || matches!(self, Self::List(list) if list.is_empty())
    }

    /// Whether it is a value; a moment is each moment of a day.
    pub(super) fn is(&self, value: &Self) -> bool {
        match (self, value) {
            (Self::Moment(moment), Self::Day(day)) => moment.date() == *day,
            (one, other) => one == other,
        }
    }

    /// Which of two values comes first; none where they are not of a kind. Texts are compared by code points.
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

    /// Which comes first in a sort: missing values are last in either order.
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
