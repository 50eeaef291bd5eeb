//! A value as it is compared: a number by its digits, a moment in one spelling, a list as the set of its members.

use std::collections::BTreeSet;

use cmec_executor::ports::raw_row::Cell;
use serde_json::Value;

/// Digits behind the point that are compared: as many as a mean and a quotient of the executor have at least.
const PLACES: usize = 6;

/// Digits that a float holds exactly, whatever its size.
const EXACT: u32 = 15;

/// A value of a statement or of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Datum {
    Missing,
    /// A number, as digits.
    Number(String),
    Text(String),
    /// Several values.
    List(Vec<Datum>),
}

impl Datum {
    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        let own = match self {
            Self::Missing => 0,
            Self::Number(text) | Self::Text(text) => text.len(),
            Self::List(members) => members.iter().map(Self::bytes).sum(),
        };
        size_of::<Self>() + own
    }

    /// The value of a cell.
    pub(super) fn of(cell: &Cell) -> Self {
        match cell {
            Cell::Null => Self::Missing,
            Cell::Boolean(yes) => Self::Number(u8::from(*yes).to_string()),
            Cell::Number(digits) => Self::Number(digits.clone()),
            Cell::Text(text) | Cell::Other(text) => Self::Text(text.clone()),
            Cell::Reference(reference) => Self::Text(reference.presentation.clone()),
            Cell::List(members) => Self::List(members.iter().map(Self::of).collect()),
        }
    }

    /// The one spelling of all values that are equal.
    pub(super) fn spelling(&self) -> String {
        match self {
            Self::Missing => String::new(),
            Self::Number(digits) => {
                number(digits).map_or_else(|| text(digits), |scaled| format!("n{scaled}"))
            }
            Self::Text(own) => match number(own).filter(|_| is_as_written(own)) {
                Some(scaled) => format!("n{scaled}"),
                None => text(own),
            },
            Self::List(members) => {
                let members: BTreeSet<String> = members.iter().map(Self::spelling).collect();
                match members.is_empty() {
                    true => String::new(),
                    false => json_of(&members),
                }
            }
        }
    }

    /// The same where lists are expected. SQL has none: it gives them as JSON or between commas.
    pub(super) fn spelling_as_list(&self) -> String {
        let Self::Text(text) = self else {
            return match self {
                Self::Number(_) => Self::List(vec![self.clone()]).spelling(),
                _ => self.spelling(),
            };
        };
        let members = match serde_json::from_str::<Value>(text) {
            Ok(Value::Array(members)) => members.into_iter().filter_map(of_json).collect(),
            _ => {
                let members = text.split(',').map(str::trim);
                members.map(|own| Self::Text(own.to_owned())).collect()
            }
        };
        Self::List(members).spelling()
    }
}

fn of_json(member: Value) -> Option<Datum> {
    match member {
        Value::Null => None,
        Value::Bool(yes) => Some(Datum::Number(u8::from(yes).to_string())),
        Value::Number(number) => Some(Datum::Number(number.to_string())),
        Value::String(text) => Some(Datum::Text(text)),
        other => Some(Datum::Text(other.to_string())),
    }
}

fn json_of(members: &BTreeSet<String>) -> String {
    Value::from_iter(members.iter().map(String::as_str)).to_string()
}

/// Whether a text of digits is a number written as numbers are: `007` is a name.
fn is_as_written(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.starts_with('0') || digits == "0" || digits.starts_with("0.")
}

/// A text; a moment without its zone and with `T`, since moments are in UTC everywhere here; a month by its first day, as the
/// executor has it.
fn text(own: &str) -> String {
    let bytes = own.as_bytes();
    let has = |place: usize, mark: &[u8]| bytes.get(place).is_some_and(|own| mark.contains(own));
    let is_moment = has(4, b"-") && has(7, b"-") && has(10, b" T") && has(13, b":");
    let is_month = bytes.len() == "2026-03".len()
        && (bytes.iter().enumerate()).all(|(place, byte)| {
            if place == 4 {
                *byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        });
    match (is_moment, is_month) {
        (true, _) => format!("t{}", own.replacen(' ', "T", 1).trim_end_matches('Z')),
        (_, true) => format!("t{own}-01"),
        _ => format!("t{own}"),
    }
}

/// A number in millionths, of which as many digits count as a float has; `None`: it is none, or too large.
fn number(text: &str) -> Option<i128> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let kept = fraction.get(..PLACES).unwrap_or(fraction);
    let scaled: i128 = format!("{whole}{kept:0<PLACES$}").parse().ok()?;
    let goes_up = fraction
        .as_bytes()
        .get(PLACES)
        .is_some_and(|next| *next >= b'5');
    let scaled = scaled.checked_add(i128::from(goes_up))?;
    let long = scaled.checked_ilog10().map_or(0, |log| log + 1);
    let unit = 10_i128.checked_pow(long.saturating_sub(EXACT))?;
    let rounded = scaled.checked_add(unit / 2)? / unit * unit;
    Some(if is_negative { -rounded } else { rounded })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_equal_is_spelled_alike() {
        let (number, text) = (
            |own: &str| Datum::Number(own.to_owned()),
            |own: &str| Datum::Text(own.to_owned()),
        );
        for (one, other, alike) in [
            (number("1500"), number("1500.0"), true),
            (number("-0"), number("0"), true),
            (number("1.0000004"), number("1"), true),
            (number("1.000001"), number("1"), false),
            (
                number("123456789012345.67"),
                number("123456789012345.66"),
                true,
            ),
            (number("12345678901.25"), number("12345678901.26"), false),
            (number("3"), text("3"), true),
            (number("7"), text("007"), false),
            (
                text("2026-03-30 22:00:00"),
                text("2026-03-30T22:00:00Z"),
                true,
            ),
            (text("2026-03"), text("2026-03-01"), true),
            (text("2026-031"), text("2026-031-01"), false),
            (text("a"), text("A"), false),
            (Datum::Missing, text(""), false),
            (Datum::Missing, Datum::List(Vec::new()), true),
        ] {
            assert_eq!(
                one.spelling() == other.spelling(),
                alike,
                "{one:?} {other:?}"
            );
        }
    }

    #[test]
    fn a_list_is_a_set_however_it_is_joined() {
        let list = Datum::List(vec![
            Datum::Text("b".to_owned()),
            Datum::Text("a".to_owned()),
        ]);
        for (given, alike) in [
            (r#"["a","b"]"#, true),
            (r#"["a","b","a",null]"#, true),
            ("a, b", true),
            ("b,a,b", true),
            ("a", false),
        ] {
            let given = Datum::Text(given.to_owned());
            assert_eq!(
                given.spelling_as_list() == list.spelling(),
                alike,
                "{given:?}"
            );
        }
    }
}
