//! Values of a contract as expressions.

use chrono::NaiveDate;
use cmec_decoder::contract::Value as Said;
use cmec_decoder::language::ValueType;
use sea_query::{Expr, ExprTrait};

use crate::lane::structured::sql::context::SqlContext;
use crate::lane::structured::sql::values::dialect;
use crate::lane::structured::sql::values::value_expr::Value;
use crate::ports::database::Engine;
use crate::relative_days::in_zone;

/// The values that a contract gives; several for a list.
pub(crate) fn said(context: &SqlContext<'_>, value: &Said<'_>) -> Vec<Value> {
    let engine = context.engine;
    let one = match value {
        Said::Text(text) => Value::new(Expr::val(text.clone().into_owned()), ValueType::String),
        Said::Integer(number) => Value {
            day: (i32::try_from(*number).ok()).and_then(|year| NaiveDate::from_ymd_opt(year, 1, 1)),
            ..Value::new(Expr::val(*number), ValueType::Integer)
        },
        Said::Decimal(digits) => number(context, digits),
        Said::Boolean(flag) => Value::new(Expr::val(*flag), ValueType::Boolean),
        Said::Date(day) => Value {
            day: day.parse().ok(),
            ..Value::new(
                dialect::day(engine, day.clone().into_owned()),
                ValueType::Date,
            )
        },
        Said::Datetime(moment) => Value {
            day: moment.get(..10).and_then(|day| day.parse().ok()),
            ..Value::new(
                dialect::moment(
                    engine,
                    Expr::val(in_zone(moment, context.bindings.minutes_ahead)),
                ),
                ValueType::Datetime,
            )
        },
        // Relative days are replaced by calendar days before a statement is written.
        Said::Relative(_) => Value::new(dialect::missing(engine, ValueType::Date), ValueType::Date),
        Said::List(values) => {
            let members = values.iter();
            return members.flat_map(|value| said(context, value)).collect();
        }
    };
    vec![one]
}

/// A number by its digits. Where a float represents them exactly, the float is used, which compares faster.
fn number(context: &SqlContext<'_>, digits: &str) -> Value {
    if context.engine == Engine::Postgres {
        let number = Expr::val(digits.to_owned()).cast_as("numeric");
        return Value::new(number, ValueType::Decimal);
    }
    if let Ok(whole) = digits.parse::<i64>() {
        return Value::new(Expr::val(whole), ValueType::Decimal);
    }
    let float = digits.parse::<f64>().ok();
    let is_same = |float: &f64| {
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        float.to_string() == digits
    };
    match float.filter(is_same) {
        Some(float) => Value::new(Expr::val(float), ValueType::Decimal),
        None => Value {
            exact: true,
            ..Value::new(Expr::val(digits.to_owned()), ValueType::Decimal)
        },
    }
}
