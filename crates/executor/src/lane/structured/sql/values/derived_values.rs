//! Derivations as SQL of each engine. Days stay days, moments are in UTC, numbers are exact.

use cmec_decoder::language::Derivation;
use sea_query::{BinOper, Expr, ExprTrait, Func};

use crate::ports::database::Engine;

impl Engine {
    /// A derivation of some values. Days stay days, moments are in UTC, numbers are exact.
    pub(crate) fn derived(self, derivation: Derivation, of: Vec<Expr>) -> Option<Expr> {
        let mut of = of.into_iter();
        let first = of.next()?;
        Some(match (derivation, of.next()) {
            (Derivation::Days, Some(second)) => self.days_between(first, second),
            (_, Some(second)) => self.computed(derivation, first, second)?,
            (Derivation::Length, None) => Func::cust("length").arg(first).into(),
            (_, None) => match self {
                Self::Sqlite => of_day_in_sqlite(derivation, first)?,
                Self::Postgres => of_day_in_postgres(derivation, first)?,
            },
        })
    }

    fn computed(self, derivation: Derivation, first: Expr, second: Expr) -> Option<Expr> {
        match self {
            Self::Sqlite => {
                let computed = Func::cust(match derivation {
                    Derivation::Add => "cmec_add",
                    Derivation::Subtract => "cmec_subtract",
                    Derivation::Multiply => "cmec_multiply",
                    Derivation::Divide => "cmec_divide",
                    _ => return None,
                });
                let computed = computed.arg(first).arg(second).into();
                Some(self.collated(computed, "cmec_decimal"))
            }
            Self::Postgres => {
                let [first, second] = [first, second].map(|number| number.cast_as("numeric"));
                Some(match derivation {
                    Derivation::Add => first.add(second),
                    Derivation::Subtract => first.sub(second),
                    Derivation::Multiply => first.mul(second),
                    Derivation::Divide => {
                        let scale =
                            |number: &Expr| Expr::from(Func::cust("scale").arg(number.clone()));
                        let scale = greatest(vec![scale(&first), scale(&second)]);
                        half_to_even(first, second, scale)
                    }
                    _ => return None,
                })
            }
        }
    }

    fn days_between(self, first: Expr, second: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let count = |day: Expr| Expr::from(Func::cust("julianday").arg(day));
                count(second).sub(count(first)).cast_as("integer")
            }
            Self::Postgres => {
                let days = [first.clone(), second.clone()];
                where_finite(&days, second.sub(first).cast_as("bigint"))
            }
        }
    }

    /// A day moved by a number of years, months, weeks or days, such as `-1y`.
    pub(crate) fn shifted(self, day: Expr, far: &str, interval: String) -> Expr {
        match self {
            Self::Sqlite => {
                let far = Expr::val(far.to_owned());
                Func::cust("cmec_shifted").arg(day).arg(far).into()
            }
            Self::Postgres => {
                let interval = Expr::val(interval).cast_as("interval");
                day.cast_as("timestamp").add(interval).cast_as("date")
            }
        }
    }
}

/// The greatest of some numbers of decimal places, at least six.
pub(crate) fn greatest(mut scales: Vec<Expr>) -> Expr {
    scales.insert(0, Expr::cust("6"));
    Func::cust("greatest").args(scales).into()
}

pub(crate) fn nothing_for_nought(number: Expr) -> Expr {
    Func::cust("nullif").arg(number).arg(Expr::cust("0")).into()
}

/// A quotient in PostgreSQL with `scale` decimal places, rounded half to even; `round` would round half away from zero.
pub(crate) fn half_to_even(number: Expr, by: Expr, scale: Expr) -> Expr {
    let by = nothing_for_nought(by);
    let unit: Expr = Func::cust("power")
        .arg(Expr::cust("10::numeric"))
        .arg(scale.clone())
        .into();
    let whole = number.mul(unit.clone());
    let quotient: Expr = Func::cust("div").arg(whole.clone()).arg(by.clone()).into();
    let rest: Expr = Func::cust("mod").arg(whole.clone()).arg(by.clone()).into();
    let twice: Expr = Func::cust("abs").arg(rest.mul(Expr::cust("2"))).into();
    let bound: Expr = Func::cust("abs").arg(by.clone()).into();
    let sign: Expr = Expr::from(Func::cust("sign").arg(whole)).mul(Func::cust("sign").arg(by));
    let odd: Expr = Func::cust("abs")
        .arg(Func::cust("mod").arg(quotient.clone()).arg(Expr::cust("2")))
        .into();
    let carry = Expr::case(twice.clone().gt(bound.clone()), Expr::cust("1"))
        .case(twice.eq(bound), odd)
        .finally(Expr::cust("0"));
    let rounded = quotient.add(sign.mul(carry));
    Func::cust("round")
        .arg(rounded.div(unit))
        .arg(scale.cast_as("integer"))
        .into()
}

pub(crate) fn first_letters(text: Expr, count: u8) -> Expr {
    let substr = Func::cust("substr").arg(text).arg(Expr::cust("1"));
    substr.arg(Expr::cust(count.to_string())).into()
}

fn of_day_in_sqlite(derivation: Derivation, day: Expr) -> Option<Expr> {
    let number = |from: u8, letters: u8| {
        let substr = Func::cust("substr").arg(day.clone());
        let substr = substr.arg(Expr::cust(from.to_string()));
        Expr::from(substr.arg(Expr::cust(letters.to_string()))).cast_as("integer")
    };
    let moved = |steps: &[&'static str]| {
        let date = Func::cust("date").arg(day.clone());
        let date = steps
            .iter()
            .fold(date, |date, step| date.arg(Expr::cust(*step)));
        Expr::from(date)
    };
    let concat =
        |text: Expr, end: &'static str| text.binary(BinOper::Custom("||"), Expr::cust(end));
    Some(match derivation {
        Derivation::Year => number(1, 4),
        Derivation::MonthOf => number(6, 2),
        Derivation::DayOf => number(9, 2),
        Derivation::HourOf => number(12, 2),
        Derivation::Weekday => {
            let sunday_is_0 = Func::cust("strftime")
                .arg(Expr::cust("'%w'"))
                .arg(day.clone());
            let from_monday = Expr::from(sunday_is_0)
                .cast_as("integer")
                .add(Expr::cust("6"));
            from_monday.modulo(Expr::cust("7")).add(Expr::cust("1"))
        }
        Derivation::Month => concat(first_letters(day, 7), "'-01'"),
        Derivation::Quarter => {
            let month = number(6, 2).sub(Expr::cust("1")).div(Expr::cust("3"));
            let month = month.mul(Expr::cust("3")).add(Expr::cust("1"));
            let month = Func::cust("printf").arg(Expr::cust("'%02d-01'")).arg(month);
            first_letters(day.clone(), 5).binary(BinOper::Custom("||"), month)
        }
        Derivation::Week => moved(&["'-6 days'", "'weekday 1'"]),
        Derivation::Day => first_letters(day, 10),
        Derivation::Hour => concat(first_letters(day, 13), "':00:00'"),
        _ => return None,
    })
}

/// A number computed from PostgreSQL days, missing where one of them is `infinity`.
fn where_finite(days: &[Expr], number: Expr) -> Expr {
    let finite = |day: &Expr| Expr::from(Func::cust("isfinite").arg(day.clone()));
    let all = days.iter().map(finite).reduce(ExprTrait::and);
    match all {
        Some(all) => Expr::case(all, number).into(),
        None => number,
    }
}

fn of_day_in_postgres(derivation: Derivation, day: Expr) -> Option<Expr> {
    let number = |part: &'static str| {
        let part = Func::cust("date_part")
            .arg(Expr::cust(part))
            .arg(day.clone());
        where_finite(
            std::slice::from_ref(&day),
            Expr::from(part).cast_as("bigint"),
        )
    };
    let first_of = |part: &'static str| {
        let part = Func::cust("date_trunc").arg(Expr::cust(part));
        Expr::from(part.arg(day.clone().cast_as("timestamp")))
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
