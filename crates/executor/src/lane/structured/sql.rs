//! A contract as one SQL statement.
//!
//! A statement has two levels: the *matches* of the contract with the values that are asked for, and over them the rows or the
//! groups with their order and page. A database takes the inner one apart where that is faster. Names in the text are the
//! catalogue's; every value of the contract is a parameter.
//!
//! A place that may be of several types makes a variant of the matches for each of them, and these are put together.

// What texts mean in the data, and how rows are ordered.
mod anchors;
mod nearest;
mod sort;

mod writer;

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
pub use graph::edges::{EdgeStep, Passable, edge_steps, edges, names};
pub use nearest::{Nearest, Scan};
pub use places::stored_columns::forms;
pub use select::lookup::{Match, lookup};
pub use select::values::{any_with, texts_of};
pub use write::{keys, total, write};
pub use writer::{AnswerColumn, WriteError, Writer, WrittenStatement};

/// The statement of a select.
fn statement(select: &SelectStatement, engine: Engine) -> Result<Statement, WriteError> {
    let (text, Values(values)) = match engine {
        Engine::Sqlite => select.build(SqliteQueryBuilder),
        Engine::Postgres => select.build(PostgresQueryBuilder),
    };
    let values = values.into_iter().map(parameter);
    Ok(Statement::new(text, values.collect::<Result<_, _>>()?))
}

/// A value that was put into a select; nothing else ever is.
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
