//! The tables of types, narrowed to the rows that may be seen.
//!
//! Whatever names the table of a type in `FROM` gets it here, so that no way round the row policy is left. What may be seen is
//! decided over all rows: a row filter reads what it refers to even where that may not be seen.

use sea_query::{Expr, ExprTrait, IntoIden, TableRef};

use crate::lane::structured::sql::writer::{WriteError, Writer};
use crate::ports::database::table_ref;

/// Which columns of the rows are read.
pub(crate) enum Columns {
    All,
    Key,
}

/// The rows of a type that may be seen, as a table with a name.
pub(crate) fn placed(
    writer: &Writer<'_>,
    type_name: &str,
    name: &str,
) -> Result<TableRef, WriteError> {
    let narrowed = writer.narrowed(type_name, &Columns::All)?;
    Ok(match narrowed {
        Some(select) => TableRef::SubQuery(Box::new(select), name.to_owned().into_iden()),
        None => table_ref(&writer.table(type_name)?.table).alias(name.to_owned()),
    })
}

/// The key of a row of a type in a table with a name: its column, or its columns as one text.
pub(crate) fn key_of(writer: &Writer<'_>, type_name: &str, name: &str) -> Result<Expr, WriteError> {
    let table = writer.table(type_name)?;
    let column = |column: &str| Expr::col((name.to_owned(), column.to_owned()));
    let concat = || sea_query::BinOper::Custom("||");
    let mut parts = table.key.iter().map(|own| column(own));
    let first = parts
        .next()
        .ok_or_else(|| WriteError::Unknown(type_name.to_owned()))?;
    Ok(match table.key.len() {
        1 => first,
        _ => parts.fold(first.cast_as("text"), |key, part| {
            let key = key.binary(concat(), Expr::val("/"));
            key.binary(concat(), part.cast_as("text"))
        }),
    })
}

/// Whether a key is that of a row of a type that may be seen; `None`: all of them may.
pub(crate) fn is_seen(
    writer: &Writer<'_>,
    type_name: &str,
    key: Expr,
) -> Result<Option<Expr>, WriteError> {
    let narrowed = writer.narrowed(type_name, &Columns::Key)?;
    Ok(narrowed.map(|keys| key.in_subquery(keys)))
}
