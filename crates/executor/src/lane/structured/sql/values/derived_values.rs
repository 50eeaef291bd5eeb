//! Derivations as SQL of each engine. Days stay days, moments are in UTC, numbers are exact.

use cmec_decoder::language::Derivation;
use sea_query::{Expr, ExprTrait};

use crate::lane::structured::sql::values::connectives::every;
use crate::lane::structured::sql::values::exact_numbers::{decimal, quotient};
use crate::lane::structured::sql::values::expressions::{call, concat};
use crate::ports::database::Engine;

/// A derivation of some values. Days stay days, moments are in UTC, numbers are exact.
pub(crate) fn derived(engine: Engine, derivation: Derivation, of: Vec<Expr>) -> Option<Expr> {
    let mut of = of.into_iter();
    let first = of.next()?;
    match (derivation, of.next()) {
        (Derivation::Days, Some(second)) => Some(days_between(engine, first, second)),
        (_, Some(second)) => computed(engine, derivation, first, second),
        (Derivation::Length, None) => Some(call("length", [first])),
        (_, None) => match engine {
            Engine::Sqlite => of_day_in_sqlite(derivation, first),
            Engine::Postgres => of_day_in_postgres(derivation, first),
        },
    }
}

fn computed(engine: Engine, derivation: Derivation, first: Expr, second: Expr) -> Option<Expr> {
    if engine == Engine::Sqlite {
        let function = match derivation {
            Derivation::Add => "cmec_add",
            Derivation::Subtract => "cmec_subtract",
            Derivation::Multiply => "cmec_multiply",
            Derivation::Divide => "cmec_divide",
            _ => return None,
        };
        return Some(decimal(function, [first, second]));
    }
    let [first, second] = [first, second].map(|number| number.cast_as("numeric"));
    Some(match derivation {
        Derivation::Add => first.add(second),
        Derivation::Subtract => first.sub(second),
        Derivation::Multiply => first.mul(second),
        Derivation::Divide => quotient(first, second),
        _ => return None,
    })
}

fn days_between(engine: Engine, first: Expr, second: Expr) -> Expr {
    match engine {
        Engine::Sqlite => {
            let count = |day: Expr| call("julianday", [day]);
            count(second).sub(count(first)).cast_as("integer")
        }
        Engine::Postgres => {
            let days = [first.clone(), second.clone()];
            where_finite(&days, second.sub(first).cast_as("bigint"))
        }
    }
}

/// A day moved by a number of years, months, weeks or days, such as `-1y`.
pub(crate) fn shifted(engine: Engine, day: Expr, far: &str, interval: String) -> Expr {
    match engine {
        Engine::Sqlite => call("cmec_shifted", [day, Expr::val(far.to_owned())]),
        Engine::Postgres => {
            let interval = Expr::val(interval).cast_as("interval");
            day.cast_as("timestamp").add(interval).cast_as("date")
        }
    }
}

fn letters(text: Expr, from: u8, count: u8) -> Expr {
    let [from, count] = [from, count].map(|number| Expr::cust(number.to_string()));
    call("substr", [text, from, count])
}

pub(crate) fn first_letters(text: Expr, count: u8) -> Expr {
    letters(text, 1, count)
}

fn of_day_in_sqlite(derivation: Derivation, day: Expr) -> Option<Expr> {
    let number = |from: u8, count: u8| letters(day.clone(), from, count).cast_as("integer");
    Some(match derivation {
        Derivation::Year => number(1, 4),
        Derivation::MonthOf => number(6, 2),
        Derivation::DayOf => number(9, 2),
        Derivation::HourOf => number(12, 2),
        Derivation::Weekday => {
            let sunday_is_0 = call("strftime", [Expr::cust("'%w'"), day]).cast_as("integer");
            let from_monday = sunday_is_0.add(Expr::cust("6"));
            from_monday.modulo(Expr::cust("7")).add(Expr::cust("1"))
        }
        Derivation::Month => concat(first_letters(day, 7), Expr::cust("'-01'")),
        Derivation::Quarter => {
            let month = number(6, 2).sub(Expr::cust("1")).div(Expr::cust("3"));
            let month = month.mul(Expr::cust("3")).add(Expr::cust("1"));
            let month = call("printf", [Expr::cust("'%02d-01'"), month]);
            concat(first_letters(day, 5), month)
        }
        Derivation::Week => {
            let [back, monday] = ["'-6 days'", "'weekday 1'"].map(Expr::cust);
            call("date", [day, back, monday])
        }
        Derivation::Day => first_letters(day, 10),
        Derivation::Hour => concat(first_letters(day, 13), Expr::cust("':00:00'")),
        _ => return None,
    })
}

/// A number computed from PostgreSQL days, missing where one of them is `infinity`.
fn where_finite(days: &[Expr], number: Expr) -> Expr {
    let finite = days.iter().map(|day| call("isfinite", [day.clone()]));
    Expr::case(every(finite.collect()), number).into()
}

fn of_day_in_postgres(derivation: Derivation, day: Expr) -> Option<Expr> {
    let number = |part: &'static str| {
        let number = call("date_part", [Expr::cust(part), day.clone()]).cast_as("bigint");
        where_finite(std::slice::from_ref(&day), number)
    };
    let first_of = |part: &'static str| {
        let moment = day.clone().cast_as("timestamp");
        call("date_trunc", [Expr::cust(part), moment])
    };
    Some(match derivation {
        Derivation::Year => number("'year'"),
        Derivation::MonthOf => number("'month'"),
        Derivation::DayOf => number("'day'"),
        Derivation::HourOf => number("'hour'"),
        Derivation::Weekday => number("'isodow'"),
        Derivation::Month => first_of("'month'").cast_as("date"),
        Derivation::Quarter => first_of("'quarter'").cast_as("date"),
        Derivation::Week => first_of("'week'").cast_as("date"),
        Derivation::Day => day.cast_as("date"),
        Derivation::Hour => first_of("'hour'"),
        _ => return None,
    })
}
