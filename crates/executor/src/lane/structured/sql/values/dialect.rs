//! Days, moments and missing values as SQL of each engine, and the form in which the port reads a number.

use cmec_decoder::language::ValueType;
use sea_query::{BinOper, Expr, ExprTrait};

use crate::lane::structured::sql::values::derived_values::first_letters;
use crate::lane::structured::sql::values::expressions::call;
use crate::ports::database::Engine;

pub(crate) fn moment(engine: Engine, moment: Expr) -> Expr {
    match engine {
        Engine::Sqlite => call("cmec_moment", [moment]),
        Engine::Postgres => {
            let zoned = moment.cast_as("timestamptz");
            zoned.binary(BinOper::Custom("AT TIME ZONE"), Expr::cust("'UTC'"))
        }
    }
}

pub(crate) fn day_of_moment(engine: Engine, moment: Expr) -> Expr {
    match engine {
        Engine::Sqlite => first_letters(moment, 10),
        Engine::Postgres => moment.cast_as("date"),
    }
}

/// A day literal.
pub(crate) fn day(engine: Engine, text: String) -> Expr {
    match engine {
        Engine::Sqlite => Expr::val(text),
        Engine::Postgres => Expr::val(text).cast_as("date"),
    }
}

pub(crate) fn missing(engine: Engine, value_type: ValueType) -> Expr {
    match engine {
        Engine::Sqlite => Expr::cust("NULL"),
        Engine::Postgres => Expr::cust("NULL").cast_as(match value_type {
            ValueType::Integer => "bigint",
            ValueType::Decimal => "numeric",
            ValueType::Boolean => "boolean",
            ValueType::Date => "date",
            ValueType::Datetime => "timestamp",
            _ => "text",
        }),
    }
}

/// A number in the form that the port reads.
pub(crate) fn number_told(engine: Engine, number: Expr) -> Expr {
    match engine {
        Engine::Sqlite => number,
        Engine::Postgres => number.cast_as("text"),
    }
}
