//! A contract → one SQL statement.
//!
//! A statement has two levels: an inner select of the contract's *bindings* with the values that are read, and an outer
//! select of the rows or groups with their order and page. A database flattens the inner select where that is faster.
//! Identifiers in the statement come from the catalogue; every value of the contract is a parameter.
//!
//! A variable that may have several types gives a variant of the bindings for each type, and the statement is the union
//! of the variants.

mod anchors;
mod nearest;
mod sort;

mod context;

mod values;

mod places;

mod conditions;
mod page;

mod select;

mod group;

mod graph;

mod nested_selects;
mod row_policy;
mod write;

use sea_query::{PostgresQueryBuilder, SelectStatement, SqliteQueryBuilder, Values};

use crate::ports::database::{Engine, Parameter, Statement};

pub use anchors::{Anchors, EntityAnchor, StoredColumn};
pub use context::{AnswerColumn, SqlContext, WriteError, WrittenStatement};
pub use graph::edges::{EdgeStep, Passable, edge_steps, edges, names};
pub use nearest::{Nearest, Scan};
pub use places::stored_columns::forms;
pub use select::lookup::{Match, lookup};
pub use select::values::{any_with, texts_of};
pub use values::keys::key_of_row;
pub use write::{keys, total, write};

fn statement(select: &SelectStatement, engine: Engine) -> Result<Statement, WriteError> {
    let (text, Values(values)) = match engine {
        Engine::Sqlite => select.build(SqliteQueryBuilder),
        Engine::Postgres => select.build(PostgresQueryBuilder),
    };
    let values = values.into_iter().map(parameter);
    Ok(Statement::new(text, values.collect::<Result<_, _>>()?))
}

/// A bound value of a select as a parameter; a select has no other values.
fn parameter(value: sea_query::Value) -> Result<Parameter, WriteError> {
    use sea_query::Value;

    Ok(match value {
        Value::String(Some(text)) => Parameter::Text(text),
        Value::BigInt(Some(number)) => Parameter::Integer(number),
        Value::Double(Some(number)) => Parameter::Real(number),
        Value::Bool(Some(flag)) => Parameter::Boolean(flag),
        Value::BigUnsigned(Some(number)) => {
            Parameter::Integer(i64::try_from(number).unwrap_or(i64::MAX))
        }
        other => return Err(WriteError::Unknown(format!("{other:?}"))),
    })
}
