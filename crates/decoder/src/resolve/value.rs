//! A value as it was said → a value of its field's type. Nothing is converted but an enum's synonym.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::Resolver;
use super::report::Advice;
use crate::contract::Value;
use crate::draft::Raw;
use crate::registry;
use crate::similar::{self, Known};
use crate::span::Said;
use crate::tables::names::{self, Naming};
use crate::tables::{EnumValue, FieldDef};
use crate::vocabulary::ValueType;
use crate::{calendar, decimal};

/// Why a value is none of its field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wrong {
    /// It is not of the type: what is wanted, and how to say it.
    Type(&'static str, &'static str),
    /// It is no whole number.
    Fraction,
    /// It is too large to be held exactly.
    TooLarge,
    /// It is beyond what numbers are read as.
    OutOfRange,
    /// It is no day, or no day and time, of this form.
    Date(&'static str),
    /// It is none of the listed values.
    Unlisted,
}

/// The typed value, or why it is none.
pub(crate) fn typed<'a>(field: &'a FieldDef, said: &Said<Raw<'a>>) -> Result<Value<'a>, Wrong> {
    match (field.value_type, &said.value) {
        (ValueType::String | ValueType::Text | ValueType::Reference, Raw::Text(text)) => {
            Ok(Value::Text(text.clone()))
        }
        (ValueType::String | ValueType::Text | ValueType::Reference, _) => {
            Err(Wrong::Type("a text", "put it in double quotes"))
        }
        (ValueType::Integer, Raw::Number(digits)) => integer(digits),
        (ValueType::Decimal, Raw::Number(digits)) if decimal::is_in_range(digits) => {
            Ok(Value::Decimal(Cow::Borrowed(digits)))
        }
        (ValueType::Decimal, Raw::Number(_)) => Err(Wrong::OutOfRange),
        (ValueType::Integer | ValueType::Decimal, _) => {
            Err(Wrong::Type("a number", "say it without quotes"))
        }
        (ValueType::Boolean, Raw::Boolean(yes)) => Ok(Value::Boolean(*yes)),
        (ValueType::Boolean, _) => Err(Wrong::Type(
            "true or false",
            "say `true` or `false`, without quotes",
        )),
        (ValueType::Date, Raw::Text(text)) if calendar::is_date(text) => {
            Ok(Value::Date(text.clone()))
        }
        (ValueType::Datetime, Raw::Text(text)) if calendar::is_datetime(text) => {
            Ok(Value::Datetime(text.clone()))
        }
        (ValueType::Date, Raw::Text(_)) => Err(Wrong::Date("YYYY-MM-DD")),
        (ValueType::Datetime, Raw::Text(_)) => Err(Wrong::Date("YYYY-MM-DDTHH:MM:SS")),
        (ValueType::Date, _) => Err(Wrong::Type("a date", "say it as `\"YYYY-MM-DD\"`")),
        (ValueType::Datetime, _) => Err(Wrong::Type(
            "a date and time",
            "say it as `\"YYYY-MM-DDTHH:MM:SS\"`",
        )),
        (ValueType::Enum, Raw::Text(text)) => enum_value(field, text),
        (ValueType::Enum, _) => Err(Wrong::Type(
            "one of its listed values",
            "put it in double quotes",
        )),
    }
}

fn integer<'a>(digits: &str) -> Result<Value<'a>, Wrong> {
    if !decimal::is_whole(digits) {
        return Err(Wrong::Fraction);
    }
    (digits.parse()).map_or(Err(Wrong::TooLarge), |number| Ok(Value::Integer(number)))
}

fn enum_value<'a>(field: &'a FieldDef, text: &str) -> Result<Value<'a>, Wrong> {
    called(field, text).map_or(Err(Wrong::Unlisted), |(value, _)| {
        Ok(Value::Text(Cow::Borrowed(&value.value)))
    })
}

/// The value of an enum that a text names, and how.
pub(super) fn called<'a>(field: &'a FieldDef, text: &str) -> Option<(&'a EnumValue, Naming)> {
    names::find(&field.values, &field.name_slots, text)
}

impl FieldDef {
    /// Whether an enum field has this value, by its own name or by a label or a synonym.
    pub(crate) fn has_value(&self, text: &str) -> bool {
        enum_value(self, text).is_ok()
    }
}

/// How to say a number that can be read.
const RANGE: &str = "say a number between -1e308 and 1e308, and no nearer to zero than 1e-300";
/// Characters of a number that a message shows.
const SHOWN: usize = 40;

fn beyond(number: &str) -> String {
    format!(
        "`{}` is beyond the numbers that can be read",
        shortened(number)
    )
}

fn shortened(number: &str) -> String {
    match number.get(..SHOWN) {
        Some(start) if number.len() > SHOWN => format!("{start}…"),
        _ => number.to_owned(),
    }
}

impl<'a> Resolver<'a> {
    /// Reports a number that no field has.
    pub(super) fn out_of_range(&mut self, said: &Said<Raw<'a>>) {
        self.report(
            &registry::OUT_OF_RANGE,
            said.span,
            |_| beyond(said.value.text()),
            |_| Advice::help(RANGE),
        );
    }

    /// Reports a value that is none of its field; `named`: the field, where a policy may name it.
    pub(super) fn wrong_value(
        &mut self,
        field: &'a FieldDef,
        said: &Said<Raw<'a>>,
        wrong: Wrong,
        named: Option<&'a FieldDef>,
    ) {
        let rule = match wrong {
            Wrong::Type(..) | Wrong::Fraction => &registry::WRONG_VALUE_TYPE,
            Wrong::TooLarge | Wrong::OutOfRange => &registry::OUT_OF_RANGE,
            Wrong::Date(_) => &registry::BAD_DATE,
            Wrong::Unlisted => &registry::UNKNOWN_ENUM_VALUE,
        };
        self.report_on(
            named,
            rule,
            said.span,
            |_| wrong.message(field, &said.value),
            |me| (wrong.advice(field, &said.value, me.cap())).about(Some(field)),
        );
    }
}

impl Wrong {
    fn message(self, field: &FieldDef, said: &Raw<'_>) -> String {
        let (path, text) = (&field.path, said.text());
        match self {
            Self::Type(wanted, _) => format!("`{path}` is {wanted}, and this is {}", said.kind()),
            Self::Fraction => {
                format!("`{path}` is a whole number, and this has a fraction or an exponent")
            }
            Self::TooLarge => format!("`{}` is too large to be held exactly", shortened(text)),
            Self::OutOfRange => beyond(text),
            Self::Date(form) => format!("`{text}` is not a date of the form {form}"),
            Self::Unlisted => format!("`{path}` has no value `{text}`"),
        }
    }

    fn advice(self, field: &FieldDef, said: &Raw<'_>, cap: usize) -> Advice {
        match self {
            Self::Type(_, help) => Advice::help(help),
            Self::Fraction => Advice::help("say a whole number"),
            Self::TooLarge => Advice::help("say a whole number of at most 18 digits"),
            Self::OutOfRange => Advice::help(RANGE),
            Self::Date(_) => Advice::help("use ISO 8601 and a day that exists"),
            Self::Unlisted => {
                let known: Vec<Known<'_>> = field.values.iter().map(Known::enum_value).collect();
                let candidates = similar::rank_or_all(said.text(), known, cap);
                let help = similar::slip(said.text(), &candidates).unwrap_or_else(|| {
                    let values: Vec<&str> = (field.values.iter())
                        .map(|value| value.value.as_ref())
                        .collect();
                    format!("its values are `{}`", values.join("`, `"))
                });
                Advice::help(help).or(candidates)
            }
        }
    }
}

/// Whether `low` is not above `high`; values that cannot be compared count as in order.
pub(super) fn in_order(low: &Value<'_>, high: &Value<'_>) -> bool {
    compare(low, high) != Some(Ordering::Greater)
}

/// How two values stand to one another, where values of their kind have an order.
pub(super) fn compare(one: &Value<'_>, other: &Value<'_>) -> Option<Ordering> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => Some(one.cmp(other)),
        (Value::Decimal(one), Value::Decimal(other)) => decimal::compare(one, other),
        (Value::Date(one), Value::Date(other)) => Some(one.cmp(other)),
        (Value::Datetime(one), Value::Datetime(other)) => {
            Some(calendar::compare_datetimes(one, other))
        }
        _ => None,
    }
}
