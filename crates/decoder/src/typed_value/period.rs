//! Adapts a value for a comparison with a derived field: a day becomes the period that contains it, and a number must
//! be in the field's range.
//!
//! ```text
//! month(founded) = 2026-06-15  ──►  2026-06-01        month_of(founded) = 13  ──►  no value of it
//! ```

use crate::calendar::{day, day_number, days_in_month};
use crate::contract::Value;
use crate::language::{CalendarUnit, Call, Derivation, Operator, RelativeDay};

/// The value to compare a derived field with.
#[derive(Debug, PartialEq)]
pub(crate) enum DerivedValue {
    /// The value as given.
    AsSaid,
    /// The first day of the period that contains the given day.
    First(String),
    /// The field never has this value: a description of its values, and likely candidates.
    Never(&'static str, Vec<i64>),
}

/// Adapts a value for the field with this path.
pub(crate) fn for_derived(path: &str, operator: Operator, value: &Value<'_>) -> DerivedValue {
    let derivation = Call::read(path).and_then(|call| Derivation::from_name(call.name));
    match (derivation, value) {
        (Some(derivation), Value::Date(day)) => match first_day(day, derivation) {
            Some(first) if first != *day => DerivedValue::First(first),
            _ => DerivedValue::AsSaid,
        },
        (Some(derivation), Value::Relative(text)) => match RelativeDay::read(text) {
            Some(day) => relative(derivation, day),
            None => DerivedValue::AsSaid,
        },
        (Some(derivation), Value::Integer(number)) => numbered(derivation, operator, *number),
        _ => DerivedValue::AsSaid,
    }
}

/// The first day of the week, month or quarter that contains a day; `None` if the text is not a day, or the derivation
/// has no such period.
fn first_day(text: &str, derivation: Derivation) -> Option<String> {
    let [mut year, mut month, mut first] = day(text)?;
    match derivation {
        Derivation::Month => first = 1,
        Derivation::Quarter => (month, first) = ((month - 1) / 3 * 3 + 1, 1),
        Derivation::Week => {
            // The calendar starts on a Monday.
            first -= (day_number(text)? - 1) % 7;
            if first < 1 {
                (year, month) = match month {
                    1 => (year - 1, 12),
                    _ => (year, month - 1),
                };
                first += days_in_month(year, month);
            }
        }
        _ => return None,
    }
    Some(format!("{year:04}-{month:02}-{first:02}"))
}

/// Adapts a relative day. The first day of its week, month or year is again a relative day, if it can be written as
/// one.
fn relative(derivation: Derivation, day: RelativeDay) -> DerivedValue {
    let begin = |unit, count| RelativeDay {
        count,
        unit,
        begins: true,
    };
    let years_begin = day.begins && day.unit == CalendarUnit::Year;
    let (first, has) = match derivation {
        Derivation::Month => {
            let first = match (day.unit, day.count) {
                (CalendarUnit::Month, count) => Some(begin(CalendarUnit::Month, count)),
                (CalendarUnit::Year, _) if years_begin => Some(day),
                (CalendarUnit::Year, count) => Some(begin(CalendarUnit::Month, count * 12)),
                (CalendarUnit::Day, 0) => Some(begin(CalendarUnit::Month, 0)),
                _ => None,
            };
            (
                first,
                "months, which are counted from today in months and years",
            )
        }
        Derivation::Week => {
            let first = match (day.unit, day.count) {
                (CalendarUnit::Week, count) => Some(begin(CalendarUnit::Week, count)),
                (CalendarUnit::Day, count) if count % 7 == 0 => {
                    Some(begin(CalendarUnit::Week, count / 7))
                }
                _ => None,
            };
            (first, "weeks, which are counted from today in weeks")
        }
        Derivation::Quarter => {
            let first = years_begin.then_some(day);
            (first, "quarters, which are said by their first day")
        }
        _ => return DerivedValue::AsSaid,
    };
    let written = first.map(RelativeDay::written);
    match written.filter(|text| RelativeDay::read(text).is_some()) {
        Some(_) if first == Some(day) => DerivedValue::AsSaid,
        Some(text) => DerivedValue::First(text),
        None => DerivedValue::Never(has, Vec::new()),
    }
}

fn numbered(derivation: Derivation, operator: Operator, number: i64) -> DerivedValue {
    let (range, has) = match derivation {
        Derivation::Year => (1_000..=9_999, "years of four digits"),
        Derivation::MonthOf => (1..=12, "months from 1 to 12"),
        Derivation::DayOf => (1..=31, "days from 1 to 31"),
        Derivation::Weekday => (1..=7, "days from 1 for Monday to 7 for Sunday"),
        Derivation::HourOf => (0..=23, "hours from 0 to 23"),
        Derivation::Length => (0..=i64::MAX, "lengths from 0"),
        _ => return DerivedValue::AsSaid,
    };
    // No value is below the first number or above the last.
    let is_beyond = match operator {
        Operator::Lt => number == *range.start(),
        Operator::Gt => number == *range.end(),
        _ => false,
    };
    let meant = match (derivation, number) {
        _ if range.contains(&number) && !is_beyond => return DerivedValue::AsSaid,
        (Derivation::Weekday, 0) => vec![7],
        (Derivation::Year, 0..100) => vec![2_000 + number, 1_900 + number],
        _ => Vec::new(),
    };
    DerivedValue::Never(has, meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_means_the_period_that_holds_it() {
        for (path, said, expected) in [
            ("month(a.b)", "2026-06-15", "2026-06-01"),
            ("month(a.b)", "2026-06-01", "-"),
            ("quarter(a.b)", "2026-06-15", "2026-04-01"),
            ("quarter(a.b)", "2026-12-31", "2026-10-01"),
            ("week(a.b)", "2026-11-29", "2026-11-23"),
            ("week(a.b)", "2026-01-01", "2025-12-29"),
            ("week(a.b)", "2026-11-23", "-"),
            ("week(a.b)", "0001-01-03", "0001-01-01"),
            ("day(a.b)", "2026-06-15", "-"),
            ("a.b", "2026-06-15", "-"),
            ("month(a.b)", "-1m", "-1m^"),
            ("month(a.b)", "-1m^", "-"),
            ("month(a.b)", "0d", "0m^"),
            ("month(a.b)", "-1y", "-12m^"),
            ("month(a.b)", "-1y^", "-"),
            ("month(a.b)", "-3d", "never"),
            ("month(a.b)", "-9999y", "never"),
            ("week(a.b)", "-1w", "-1w^"),
            ("week(a.b)", "-14d", "-2w^"),
            ("week(a.b)", "0d", "0w^"),
            ("week(a.b)", "-1m", "never"),
            ("quarter(a.b)", "-1m^", "never"),
            ("quarter(a.b)", "0y^", "-"),
            ("day(a.b)", "-3d", "-"),
        ] {
            let value = match said.len() == 10 && !said.starts_with('-') {
                true => Value::Date(said.into()),
                false => Value::Relative(said.into()),
            };
            let own = match for_derived(path, Operator::Eq, &value) {
                DerivedValue::AsSaid => "-".to_owned(),
                DerivedValue::First(first) => first,
                DerivedValue::Never(..) => "never".to_owned(),
            };
            assert_eq!(own, expected, "{path} {said}");
        }
    }

    #[test]
    fn numbers_are_those_that_a_field_can_be() {
        for (path, operator, number, meant) in [
            ("month_of(a.b)", Operator::Eq, 12, None),
            ("month_of(a.b)", Operator::Eq, 13, Some(vec![])),
            ("weekday(a.b)", Operator::Eq, 0, Some(vec![7])),
            ("weekday(a.b)", Operator::Eq, 8, Some(vec![])),
            ("hour_of(a.b)", Operator::Eq, 0, None),
            ("hour_of(a.b)", Operator::Eq, 24, Some(vec![])),
            ("day_of(a.b)", Operator::Eq, 32, Some(vec![])),
            ("year(a.b)", Operator::Eq, 26, Some(vec![2026, 1926])),
            ("year(a.b)", Operator::Eq, 2026, None),
            ("length(a.b)", Operator::Eq, -1, Some(vec![])),
            ("days(a.b,a.c)", Operator::Eq, -1, None),
            ("a.b", Operator::Eq, 13, None),
            ("month_of(a.b)", Operator::Gt, 12, Some(vec![])),
            ("month_of(a.b)", Operator::Ge, 12, None),
            ("hour_of(a.b)", Operator::Lt, 0, Some(vec![])),
            ("length(a.b)", Operator::Lt, 0, Some(vec![])),
            ("length(a.b)", Operator::Gt, 0, None),
        ] {
            let own = match for_derived(path, operator, &Value::Integer(number)) {
                DerivedValue::Never(_, meant) => Some(meant),
                _ => None,
            };
            assert_eq!(own, meant, "{path} {operator:?} {number}");
        }
    }
}
