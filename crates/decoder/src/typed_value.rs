//! Checks a value against the type of its field. Only synonyms of enum values are converted.

pub(crate) mod period;
pub(crate) mod reading;

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::blank::is_blank;
use crate::contract::Value;
use crate::draft::Raw;
use crate::language::{RelativeDay, ValueType};
use crate::span::Spanned;
use crate::tables::value_names::{self, Name, ValueMatch};
use crate::tables::{EnumValue, FieldDef};
use crate::{calendar, decimal};

/// The reason why a value does not fit its field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ValueError {
    /// The value has another type: the expected type, and the advice.
    Type(&'static str, &'static str),
    /// A blank text.
    Empty,
    /// Not a whole number.
    Fraction,
    /// Too large to be held exactly.
    TooLarge,
    /// Outside the range of supported numbers.
    OutOfRange,
    /// Not a day, or not a moment, of this format.
    Date(&'static str),
    /// Not one of the listed values.
    Unlisted,
}

/// The number of characters of a number that a message shows.
const SHOWN: usize = 40;

impl ValueError {
    pub(crate) fn message(self, field: &FieldDef, said: &Raw<'_>) -> String {
        let (path, text) = (&field.path, said.text());
        match self {
            Self::Type(wanted, _) => format!("`{path}` is {wanted}, and this is {}", said.kind()),
            Self::Fraction => {
                format!("`{path}` is a whole number, and this has a fraction or an exponent")
            }
            Self::TooLarge => format!("`{}` is too large to be held exactly", shortened(text)),
            Self::OutOfRange => beyond(text),
            Self::Date(form) if is_of_form(text, form) => {
                format!("`{text}` is no day of the calendar")
            }
            Self::Date(form) => format!("`{text}` is not a date of the form {form}"),
            Self::Empty => format!("`{path}` is compared with an empty text"),
            Self::Unlisted => format!("`{path}` has no value `{text}`"),
        }
    }
}

/// The message for a number outside the supported range.
pub(crate) fn beyond(number: &str) -> String {
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

/// The typed value, or the reason why it does not fit.
pub(crate) fn typed<'a>(
    field: &'a FieldDef,
    said: &Spanned<Raw<'a>>,
) -> Result<Value<'a>, ValueError> {
    match (field.value_type, &said.value) {
        (of, Raw::Text(text)) if !of.is_number() && of != ValueType::Boolean && is_blank(text) => {
            Err(ValueError::Empty)
        }
        (ValueType::String | ValueType::Text | ValueType::Reference, Raw::Text(text)) => {
            Ok(Value::Text(text.clone()))
        }
        (ValueType::String | ValueType::Text | ValueType::Reference, _) => {
            Err(ValueError::Type("a text", "say a text, in double quotes"))
        }
        (ValueType::Integer, Raw::Number(digits)) => integer(digits),
        (ValueType::Decimal, Raw::Number(digits)) if decimal::is_in_range(digits) => {
            Ok(Value::Decimal(Cow::Borrowed(digits)))
        }
        (ValueType::Decimal, Raw::Number(_)) => Err(ValueError::OutOfRange),
        (ValueType::Integer | ValueType::Decimal, _) => {
            Err(ValueError::Type("a number", "say a number, without quotes"))
        }
        (ValueType::Boolean, Raw::Boolean(yes)) => Ok(Value::Boolean(*yes)),
        (ValueType::Boolean, _) => Err(ValueError::Type(
            "true or false",
            "say `true` or `false`, without quotes",
        )),
        (ValueType::Date, Raw::Text(text)) if calendar::is_date(text) => {
            Ok(Value::Date(text.clone()))
        }
        (ValueType::Datetime, Raw::Text(text)) if calendar::is_datetime(text) => {
            Ok(Value::Datetime(text.clone()))
        }
        // The SQL format, with a space for the `T`.
        (ValueType::Datetime, Raw::Text(text))
            if calendar::is_datetime(&text.replacen(' ', "T", 1)) =>
        {
            Ok(Value::Datetime(text.replacen(' ', "T", 1).into()))
        }
        (ValueType::Date | ValueType::Datetime, Raw::Text(text))
            if RelativeDay::read(text).is_some() =>
        {
            Ok(Value::Relative(text.clone()))
        }
        (ValueType::Date, Raw::Text(_)) => Err(ValueError::Date("YYYY-MM-DD")),
        (ValueType::Datetime, Raw::Text(_)) => Err(ValueError::Date("YYYY-MM-DDTHH:MM:SS")),
        (ValueType::Date, _) => Err(ValueError::Type("a date", "say it as `\"YYYY-MM-DD\"`")),
        (ValueType::Datetime, _) => Err(ValueError::Type(
            "a date and time",
            "say it as `\"YYYY-MM-DDTHH:MM:SS\"`",
        )),
        (ValueType::Enum, Raw::Text(text)) => enum_value(field, text),
        (ValueType::Enum, _) => Err(ValueError::Type(
            "one of its listed values",
            "say one of them, in double quotes",
        )),
    }
}

fn integer<'a>(digits: &str) -> Result<Value<'a>, ValueError> {
    if !decimal::is_whole(digits) {
        return Err(ValueError::Fraction);
    }
    (digits.parse()).map_or(Err(ValueError::TooLarge), |number| {
        Ok(Value::Integer(number))
    })
}

fn enum_value<'a>(field: &'a FieldDef, text: &str) -> Result<Value<'a>, ValueError> {
    called(field, text).map_or(Err(ValueError::Unlisted), |(value, _)| {
        Ok(Value::Text(Cow::Borrowed(&value.value)))
    })
}

/// Compares two values; `None` if their kind has no order.
pub(crate) fn compare(one: &Value<'_>, other: &Value<'_>) -> Option<Ordering> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => Some(one.cmp(other)),
        (Value::Decimal(one), Value::Decimal(other)) => decimal::compare(one, other),
        (Value::Date(one), Value::Date(other)) => Some(one.cmp(other)),
        (Value::Datetime(one), Value::Datetime(other)) => {
            Some(calendar::compare_datetimes(one, other))
        }
        (Value::Relative(one), Value::Relative(other)) => {
            RelativeDay::read(one)?.compare(RelativeDay::read(other)?)
        }
        // Only fields with ordered texts accept operators that need this.
        (Value::Text(one), Value::Text(other)) => Some(one.cmp(other)),
        _ => None,
    }
}

/// The enum value that a text names, and the kind of match.
pub(crate) fn called<'a>(field: &'a FieldDef, text: &str) -> Option<(&'a EnumValue, ValueMatch)> {
    value_names::find(field, &Name::of(text))
}

/// `true` if a text has a digit wherever `form` has a letter of a date, and otherwise equals it.
pub(crate) fn is_of_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(said, wanted)| match wanted {
                b'Y' | b'M' | b'D' | b'H' | b'S' => said.is_ascii_digit(),
                mark => said == mark,
            })
}
