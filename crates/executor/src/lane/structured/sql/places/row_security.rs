//! Row-level security: the tables of types, narrowed to their visible rows.
//!
//! Every type table in `FROM` comes from here, so that no statement bypasses the row policy. Visibility is decided over
//! all rows: a filter may read rows that are not visible themselves.

use sea_query::{Expr, ExprTrait, IntoIden, TableRef};

use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::values::expressions::{column, concat};
use crate::ports::database::table_ref;

pub(crate) enum Columns {
    All,
    Key,
}

/// The visible rows of a type as a table with an alias.
pub(crate) fn placed(
    context: &SqlContext<'_>,
    type_name: &str,
    name: &str,
) -> Result<TableRef, WriteError> {
    let narrowed = context.narrowed(type_name, &Columns::All)?;
    Ok(match narrowed {
        Some(select) => TableRef::SubQuery(Box::new(select), name.to_owned().into_iden()),
        None => table_ref(&context.table(type_name)?.table).alias(name.to_owned()),
    })
}

/// The key of a type's row in an aliased table: its column, or its columns as one text.
pub(crate) fn key_of(
    context: &SqlContext<'_>,
    type_name: &str,
    name: &str,
) -> Result<Expr, WriteError> {
    let table = context.table(type_name)?;
    let mut parts = table.key.iter().map(|own| column(name, own));
    let first = parts
        .next()
        .ok_or_else(|| WriteError::Unknown(type_name.to_owned()))?;
    Ok(match table.key.len() {
        1 => first,
        _ => parts.fold(first.cast_as("text"), |key, part| {
            concat(concat(key, Expr::val("/")), part.cast_as("text"))
        }),
    })
}

/// True where a key belongs to a visible row of a type; `None` where all are visible.
pub(crate) fn is_seen(
    context: &SqlContext<'_>,
    type_name: &str,
    key: Expr,
) -> Result<Option<Expr>, WriteError> {
    let narrowed = context.narrowed(type_name, &Columns::Key)?;
    Ok(narrowed.map(|keys| key.in_subquery(keys)))
}
