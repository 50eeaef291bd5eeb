//! Keys of rows as SQL of each engine, and the keys in the rows of an answer.

use sea_query::{Expr, ExprTrait};
use serde_json::Value;

use crate::catalogue::KeyType;
use crate::lane::structured::sql::values::expressions::call;
use crate::lane::structured::sql::values::value_expr::parameter_value;
use crate::ports::database::{DatabaseValue, Engine, Parameter};

/// A key with its type: in PostgreSQL as the port reads it, in SQLite as JSON, which separates numbers from texts.
pub(crate) fn key_told(engine: Engine, key: Expr) -> Expr {
    match engine {
        Engine::Sqlite => key,
        Engine::Postgres => call("to_jsonb", [key]).cast_as("text"),
    }
}

/// The key in a row of a lookup statement.
#[must_use]
pub fn key_of_row(engine: Engine, told: &DatabaseValue) -> Option<Parameter> {
    match (engine, told) {
        (Engine::Postgres, DatabaseValue::Text(json)) => match serde_json::from_str(json).ok()? {
            Value::Number(number) => number.as_i64().map(Parameter::Integer),
            Value::String(text) => Some(Parameter::Text(text)),
            _ => None,
        },
        (_, told) => told.parameter(),
    }
}

/// A key as a value that a key column is compared with.
pub(crate) fn key_value(engine: Engine, key_type: KeyType, key: &Parameter) -> Expr {
    let value = parameter_value(key);
    match (engine, key_type) {
        (Engine::Postgres, KeyType::Uuid) => value.cast_as("uuid"),
        _ => value,
    }
}
