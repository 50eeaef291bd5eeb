//! What SQL differs in between engines.

use cmec_decoder::language::{Derivation, ValueType};
use sea_query::{BinOper, Expr, ExprTrait, Func};
use serde_json::Value;

use crate::ports::database::{DatabaseValue, Engine, Parameter};

impl Engine {
    /// A text without case, `ё` as `е`.
    pub(super) fn folded(self, text: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_folded").arg(text).into(),
            Self::Postgres => {
                let lower = Func::cust("lower").arg(self.collated(text, "pg_c_utf8"));
                Func::cust("translate")
                    .arg(lower)
                    .arg(Expr::cust("'ё'"))
                    .arg(Expr::cust("'е'"))
                    .into()
            }
        }
    }

    /// An expression with a collation of the engine.
    fn collated(self, expr: Expr, collation: &'static str) -> Expr {
        expr.binary(BinOper::Custom("COLLATE"), Expr::col(collation))
    }

    /// A text that is compared by its code points.
    pub(super) fn by_code_points(self, text: Expr) -> Expr {
        match self {
            // It compares bytes, and those of UTF-8 stand in the order of code points.
            Self::Sqlite => text,
            Self::Postgres => self.collated(text, "C"),
        }
    }

    /// A column as a text. SQLite compares a text with a number as its column is declared.
    pub(super) fn as_text(self, column: Expr) -> Expr {
        match self {
            Self::Sqlite => column,
            Self::Postgres => column.cast_as("text"),
        }
    }

    /// A number that no float stands for.
    pub(super) fn exact(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let digits = Func::cust("cmec_number").arg(number).into();
                self.collated(digits, "cmec_decimal")
            }
            Self::Postgres => number.cast_as("numeric"),
        }
    }

    /// A moment in UTC.
    pub(super) fn moment(self, moment: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_moment").arg(moment).into(),
            Self::Postgres => {
                let zoned = moment.cast_as("timestamptz");
                zoned.binary(BinOper::Custom("AT TIME ZONE"), Expr::cust("'UTC'"))
            }
        }
    }

    /// The day of a moment in UTC.
    pub(super) fn day_of_moment(self, moment: Expr) -> Expr {
        match self {
            Self::Sqlite => first_letters(moment, 10),
            Self::Postgres => moment.cast_as("date"),
        }
    }

    /// A day as it is said.
    pub(super) fn day(self, text: String) -> Expr {
        match self {
            Self::Sqlite => Expr::val(text),
            Self::Postgres => Expr::val(text).cast_as("date"),
        }
    }

    /// No value, of a type.
    pub(super) fn missing(self, value_type: ValueType) -> Expr {
        match self {
            Self::Sqlite => Expr::cust("NULL"),
            Self::Postgres => Expr::cust("NULL").cast_as(match value_type {
                ValueType::Integer => "bigint",
                ValueType::Decimal => "numeric",
                ValueType::Boolean => "boolean",
                ValueType::Date => "date",
                ValueType::Datetime => "timestamp",
                _ => "text",
            }),
        }
    }

    /// Whether a text has a piece, begins or ends with it.
    pub(super) fn has_piece(self, text: Expr, piece: Expr) -> Expr {
        let found = match self {
            Self::Sqlite => Func::cust("instr"),
            Self::Postgres => Func::cust("strpos"),
        };
        Expr::from(found.arg(text).arg(piece)).gt(Expr::cust("0"))
    }

    /// Whether a text begins with a piece.
    pub(super) fn begins_with(self, text: Expr, piece: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let length = Func::cust("length").arg(piece.clone());
                let begin = Func::cust("substr")
                    .arg(text)
                    .arg(Expr::cust("1"))
                    .arg(length);
                Expr::from(begin).eq(piece)
            }
            Self::Postgres => Func::cust("starts_with").arg(text).arg(piece).into(),
        }
    }

    /// Whether a text ends with a piece.
    pub(super) fn ends_with(self, text: Expr, piece: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_ends_with").arg(text).arg(piece).into(),
            Self::Postgres => {
                let length = Func::cust("length").arg(piece.clone());
                Expr::from(Func::cust("right").arg(text).arg(length)).eq(piece)
            }
        }
    }

    /// What is derived from values: days are days, moments are in UTC, numbers are exact.
    pub(super) fn derived(self, derivation: Derivation, of: Vec<Expr>) -> Option<Expr> {
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
            Self::Postgres => second.sub(first).cast_as("bigint"),
        }
    }

    /// A day moved by a number of years, months, weeks or days, `-1y`.
    pub(super) fn shifted(self, day: Expr, far: &str, interval: String) -> Expr {
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

    /// The values of a list in one column, as JSON.
    pub(super) fn list(self, list: Expr) -> Expr {
        match self {
            Self::Sqlite => list,
            Self::Postgres => Func::cust("to_jsonb").arg(list).into(),
        }
    }

    /// No list.
    pub(super) fn no_list(self) -> Expr {
        match self {
            Self::Sqlite => Expr::cust("NULL"),
            Self::Postgres => Expr::cust("NULL").cast_as("jsonb"),
        }
    }

    /// A key with its type: as the port gives it, or as JSON, which tells numbers from texts.
    pub(super) fn key_told(self, key: Expr) -> Expr {
        match self {
            Self::Sqlite => key,
            Self::Postgres => Expr::from(Func::cust("to_jsonb").arg(key)).cast_as("text"),
        }
    }

    /// A number as the port reads it.
    pub(super) fn number_told(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => number,
            Self::Postgres => number.cast_as("text"),
        }
    }

    /// The key that a row of a look-up has.
    #[must_use]
    pub fn key(self, told: &DatabaseValue) -> Option<Parameter> {
        match (self, told) {
            (Self::Postgres, DatabaseValue::Text(json)) => match serde_json::from_str(json).ok()? {
                Value::Number(number) => number.as_i64().map(Parameter::Integer),
                Value::String(text) => Some(Parameter::Text(text)),
                _ => None,
            },
            (_, told) => told.parameter(),
        }
    }

    /// The members of a list, as a table with one column.
    pub(super) fn members(self, list: Expr) -> (sea_query::FunctionCall, &'static str) {
        match self {
            Self::Sqlite => (Func::cust("json_each").arg(list), "value"),
            Self::Postgres => (Func::cust("unnest").arg(list), ""),
        }
    }

    /// A sum, exact.
    pub(super) fn sum(self, number: Expr, value_type: ValueType, exact: bool) -> Expr {
        match (self, value_type) {
            (Self::Sqlite, ValueType::Integer) if !exact => Func::cust("sum").arg(number).into(),
            (Self::Sqlite, _) => {
                let sum = Func::cust("cmec_sum").arg(number).into();
                self.collated(sum, "cmec_decimal")
            }
            (Self::Postgres, _) => Expr::from(Func::cust("sum").arg(number)).cast_as("numeric"),
        }
    }

    /// A mean, exact to six digits or as many as a number has.
    pub(super) fn mean(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let mean = Func::cust("cmec_avg").arg(number).into();
                self.collated(mean, "cmec_decimal")
            }
            Self::Postgres => {
                let number = number.cast_as("numeric");
                let scale = Func::cust("scale").arg(number.clone());
                let scale = greatest(vec![Func::cust("max").arg(scale).into()]);
                let sum = Func::cust("sum").arg(number.clone()).into();
                let count = Expr::from(Func::cust("count").arg(number)).cast_as("numeric");
                half_to_even(sum, nothing_for_nought(count), scale)
            }
        }
    }

    /// The different values in their order, as JSON.
    pub(super) fn listed(self, value: Expr) -> Expr {
        self.gathered(self.distinct(value.clone()), value)
    }

    /// All values in their order, as JSON.
    pub(super) fn all_of(self, value: Expr) -> Expr {
        self.gathered(value.clone(), value)
    }

    fn gathered(self, values: Expr, by: Expr) -> Expr {
        let ordered = match self {
            Self::Sqlite => "? ORDER BY ?",
            Self::Postgres => "$1 ORDER BY $2",
        };
        let gather = Func::cust(match self {
            Self::Sqlite => "json_group_array",
            Self::Postgres => "jsonb_agg",
        });
        gather
            .arg(Expr::cust_with_exprs(ordered, [values, by]))
            .into()
    }

    /// The different ones of some values, within the brackets of a function.
    pub(super) fn distinct(self, value: Expr) -> Expr {
        Expr::cust_with_expr(self.mark("DISTINCT {}"), value)
    }

    /// A text with the engine's mark of the first expression.
    fn mark(self, text: &str) -> String {
        text.replace(
            "{}",
            match self {
                Self::Sqlite => "?",
                Self::Postgres => "$1",
            },
        )
    }
}

/// At least six.
fn greatest(mut scales: Vec<Expr>) -> Expr {
    scales.insert(0, Expr::cust("6"));
    Func::cust("greatest").args(scales).into()
}

fn nothing_for_nought(number: Expr) -> Expr {
    Func::cust("nullif").arg(number).arg(Expr::cust("0")).into()
}

/// A quotient in PostgreSQL with so many digits behind the point, half to even: `round` would round half away from nought.
fn half_to_even(number: Expr, by: Expr, scale: Expr) -> Expr {
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

fn first_letters(text: Expr, count: u8) -> Expr {
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

fn of_day_in_postgres(derivation: Derivation, day: Expr) -> Option<Expr> {
    let number = |part: &'static str| {
        let part = Func::cust("date_part")
            .arg(Expr::cust(part))
            .arg(day.clone());
        Expr::from(part).cast_as("bigint")
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
