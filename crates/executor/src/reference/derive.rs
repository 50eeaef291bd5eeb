//! Derivations of values; a derivation of a missing value is missing.

use bigdecimal::{BigDecimal, RoundingMode, Zero};
use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, Timelike};
use cmec_decoder::language::Derivation;

use super::SCALE;
use super::cell::Cell;

/// A derivation of some values; missing where one of them is, or where the derivation is undefined.
pub(super) fn derived(name: &str, of: &[Cell]) -> Cell {
    let derivation = Derivation::from_name(name);
    derivation
        .and_then(|derivation| of_cells(derivation, of))
        .unwrap_or(Cell::Missing)
}

fn of_cells(derivation: Derivation, of: &[Cell]) -> Option<Cell> {
    match of {
        [Cell::Number(first), Cell::Number(second)] => {
            Some(Cell::Number(of_numbers(derivation, first, second)?))
        }
        [Cell::Text(text)] if derivation == Derivation::Length => {
            Some(Cell::count(text.chars().count()))
        }
        [Cell::Moment(moment)] if matches!(derivation, Derivation::Hour | Derivation::HourOf) => {
            of_hour(derivation, *moment)
        }
        [first, second] if derivation == Derivation::Days => {
            let days = (day(second)? - day(first)?).num_days();
            Some(Cell::Number(BigDecimal::from(days)))
        }
        [only] => of_day(derivation, day(only)?),
        _ => None,
    }
}

fn of_numbers(
    derivation: Derivation,
    first: &BigDecimal,
    second: &BigDecimal,
) -> Option<BigDecimal> {
    Some(match derivation {
        Derivation::Add => first + second,
        Derivation::Subtract => first - second,
        Derivation::Multiply => first * second,
        Derivation::Divide if second.is_zero() => return None,
        Derivation::Divide => {
            let scales = [first, second].map(BigDecimal::fractional_digit_count);
            let scale = scales.into_iter().fold(SCALE, i64::max);
            (first / second).with_scale_round(scale, RoundingMode::HalfEven)
        }
        _ => return None,
    })
}

fn of_hour(derivation: Derivation, moment: NaiveDateTime) -> Option<Cell> {
    let hour = moment.hour();
    match derivation {
        Derivation::Hour => Some(Cell::Moment(moment.date().and_hms_opt(hour, 0, 0)?)),
        _ => Some(Cell::count(hour as usize)),
    }
}

fn of_day(derivation: Derivation, day: NaiveDate) -> Option<Cell> {
    let number = |number: u32| Some(Cell::count(number as usize));
    match derivation {
        Derivation::Year => Some(Cell::Number(BigDecimal::from(day.year()))),
        Derivation::Quarter => first_of(day, day.month0() / 3 * 3 + 1),
        Derivation::Month => first_of(day, day.month()),
        Derivation::Week => {
            let behind_monday = u64::from(day.weekday().num_days_from_monday());
            Some(Cell::Day(day.checked_sub_days(Days::new(behind_monday))?))
        }
        Derivation::Day => Some(Cell::Day(day)),
        Derivation::MonthOf => number(day.month()),
        Derivation::DayOf => number(day.day()),
        Derivation::Weekday => number(day.weekday().number_from_monday()),
        _ => None,
    }
}

fn first_of(day: NaiveDate, month: u32) -> Option<Cell> {
    Some(Cell::Day(NaiveDate::from_ymd_opt(day.year(), month, 1)?))
}

pub(super) fn day(cell: &Cell) -> Option<NaiveDate> {
    match cell {
        Cell::Day(day) => Some(*day),
        Cell::Moment(moment) => Some(moment.date()),
        _ => None,
    }
}
