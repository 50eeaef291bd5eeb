//! SQL functions that SQLite lacks: case folding beyond ASCII, exact decimals, moments in UTC.
//!
//! An exact number is a text of digits. A collation compares such texts as numbers, so that they sort, group and
//! compare correctly.

use std::str::FromStr;

use bigdecimal::{BigDecimal, RoundingMode, Zero};
use chrono::NaiveDate;
use cmec_decoder::language::RelativeDay;
use cmec_decoder::letters::uncased;
use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Result};

use crate::plain_name::{composed, plain};
use crate::ports::database::{DatabaseValue, stored_value};
use crate::relative_days::day_on;

/// Minimum number of decimal places of a mean and of a quotient.
const SCALE: i64 = 6;

pub(super) fn add(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_collation("cmec_decimal", |one, other| {
        match (BigDecimal::from_str(one), BigDecimal::from_str(other)) {
            (Ok(one), Ok(other)) => one.cmp(&other),
            _ => one.cmp(other),
        }
    })?;
    connection.create_scalar_function("cmec_folded", 1, flags, |context| {
        // The same folding as PostgreSQL's `lower`, so that an answer can say that a value occurs in another form.
        Ok(text(context, 0).map(|text| uncased(text.chars())))
    })?;
    connection.create_scalar_function("cmec_composed", 1, flags, |context| {
        Ok(text(context, 0).map(composed))
    })?;
    connection.create_scalar_function("cmec_plain", 1, flags, |context| {
        Ok(text(context, 0).map(plain))
    })?;
    connection.create_scalar_function("cmec_ends_with", 2, flags, |context| {
        let ends = |piece: &str| text(context, 0).map(|text| text.ends_with(piece));
        Ok(text(context, 1).and_then(ends))
    })?;
    connection.create_scalar_function("cmec_moment", 1, flags, |context| {
        Ok(text(context, 0).and_then(stored_value::moment))
    })?;
    connection.create_scalar_function("cmec_as_day", 1, flags, |context| {
        let day = text(context, 0).and_then(stored_value::day);
        Ok(day.map(str::to_owned))
    })?;
    connection.create_scalar_function("cmec_as_number", 1, flags, |context| {
        Ok(match context.get_raw(0) {
            ValueRef::Integer(number) => Some(Value::Integer(number)),
            ValueRef::Real(number) => Some(Value::Real(number)),
            ValueRef::Text(_) | ValueRef::Blob(_) => {
                match text(context, 0).and_then(stored_value::number) {
                    Some(DatabaseValue::Integer(number)) => Some(Value::Integer(number)),
                    Some(DatabaseValue::Real(number)) => Some(Value::Real(number)),
                    _ => None,
                }
            }
            ValueRef::Null => None,
        })
    })?;
    connection.create_scalar_function("cmec_as_boolean", 1, flags, |context| {
        Ok(match context.get_raw(0) {
            ValueRef::Integer(number @ 0..=1) => Some(number == 1),
            ValueRef::Text(_) | ValueRef::Blob(_) => {
                text(context, 0).and_then(stored_value::boolean)
            }
            ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => None,
        })
    })?;
    connection.create_scalar_function("cmec_number", 1, flags, |context| {
        Ok(number(context.get_raw(0)).map(|number| written(&number)))
    })?;
    connection.create_scalar_function("cmec_shifted", 2, flags, |context| {
        let day = text(context, 0).and_then(|day| NaiveDate::from_str(day).ok());
        let far = text(context, 1).and_then(RelativeDay::read);
        let shifted = day.zip(far).map(|(day, far)| day_on(far, day));
        Ok(shifted.map(|day| day.to_string()))
    })?;
    for (name, compute) in [
        ("cmec_add", sum as Arithmetic),
        ("cmec_subtract", difference),
        ("cmec_multiply", product),
        ("cmec_divide", quotient),
    ] {
        connection.create_scalar_function(name, 2, flags, move |context| {
            let numbers = number(context.get_raw(0)).zip(number(context.get_raw(1)));
            let computed = numbers.and_then(|(first, second)| compute(&first, &second));
            Ok(computed.map(|number| written(&number)))
        })?;
    }
    connection.create_aggregate_function("cmec_sum", 1, flags, Sum)?;
    connection.create_aggregate_function("cmec_avg", 1, flags, Mean)
}

type Arithmetic = fn(&BigDecimal, &BigDecimal) -> Option<BigDecimal>;

fn sum(first: &BigDecimal, second: &BigDecimal) -> Option<BigDecimal> {
    Some(first + second)
}

fn difference(first: &BigDecimal, second: &BigDecimal) -> Option<BigDecimal> {
    Some(first - second)
}

fn product(first: &BigDecimal, second: &BigDecimal) -> Option<BigDecimal> {
    Some(first * second)
}

/// Rounds half to even; division by zero has no value.
fn quotient(first: &BigDecimal, second: &BigDecimal) -> Option<BigDecimal> {
    (!second.is_zero()).then_some(())?;
    let scales = [first, second].map(BigDecimal::fractional_digit_count);
    let scale = scales.into_iter().fold(SCALE, i64::max);
    Some((first / second).with_scale_round(scale, RoundingMode::HalfEven))
}

fn text<'c>(context: &'c Context<'_>, index: usize) -> Option<&'c str> {
    match context.get_raw(index) {
        // A text may be stored as a blob; an answer shows it as a text, too.
        ValueRef::Text(text) | ValueRef::Blob(text) => std::str::from_utf8(text).ok(),
        _ => None,
    }
}

/// A stored number; a float by the shortest digits that represent it.
fn number(value: ValueRef<'_>) -> Option<BigDecimal> {
    match value {
        ValueRef::Integer(number) => Some(BigDecimal::from(number)),
        ValueRef::Real(number) => BigDecimal::from_str(&number.to_string()).ok(),
        ValueRef::Text(text) => BigDecimal::from_str(std::str::from_utf8(text).ok()?).ok(),
        ValueRef::Null | ValueRef::Blob(_) => None,
    }
}

fn written(number: &BigDecimal) -> String {
    number.normalized().to_plain_string()
}

/// An exact sum; missing over no values.
struct Sum;

impl Aggregate<Option<BigDecimal>, Option<String>> for Sum {
    fn init(&self, _: &mut Context<'_>) -> Result<Option<BigDecimal>> {
        Ok(None)
    }

    fn step(&self, context: &mut Context<'_>, so_far: &mut Option<BigDecimal>) -> Result<()> {
        if let Some(number) = number(context.get_raw(0)) {
            *so_far = Some(match so_far.take() {
                Some(sum) => sum + number,
                None => number,
            });
        }
        Ok(())
    }

    fn finalize(
        &self,
        _: &mut Context<'_>,
        sum: Option<Option<BigDecimal>>,
    ) -> Result<Option<String>> {
        Ok(sum.flatten().map(|sum| written(&sum)))
    }
}

/// A mean, rounded half to even, with six decimal places or as many as a number has.
struct Mean;

#[derive(Default)]
struct MeanSoFar {
    sum: BigDecimal,
    count: u64,
    scale: i64,
}

impl Aggregate<MeanSoFar, Option<String>> for Mean {
    fn init(&self, _: &mut Context<'_>) -> Result<MeanSoFar> {
        Ok(MeanSoFar::default())
    }

    fn step(&self, context: &mut Context<'_>, so_far: &mut MeanSoFar) -> Result<()> {
        if let Some(number) = number(context.get_raw(0)) {
            so_far.scale = so_far.scale.max(number.fractional_digit_count());
            so_far.count += 1;
            so_far.sum += number;
        }
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, mean: Option<MeanSoFar>) -> Result<Option<String>> {
        let mean = mean.filter(|mean| mean.count > 0).map(|mean| {
            let quotient = mean.sum / BigDecimal::from(mean.count);
            quotient.with_scale_round(mean.scale.max(SCALE), RoundingMode::HalfEven)
        });
        Ok(mean.map(|mean| written(&mean)))
    }
}
