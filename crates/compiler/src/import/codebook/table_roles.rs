//! Tables that are no types: pairs of a relation, or values of a field.

use cmec_executor::database_schema::{ColumnSchema, ForeignKeySchema, ROW_NUMBER, TableSchema};

/// The column of a single-column key.
pub(super) fn only(columns: &[String]) -> Option<&str> {
    match columns {
        [only] => Some(only),
        _ => None,
    }
}

/// The two foreign keys of a table that has no other columns except its own key.
pub(super) fn pure_link(table: &TableSchema) -> Option<(&ForeignKeySchema, &ForeignKeySchema)> {
    let [first, second] = table.foreign_keys.as_slice() else {
        return None;
    };
    let (one, other) = (only(&first.columns)?, only(&second.columns)?);
    let of_keys = |name: &str| [one, other].contains(&name);
    let own_key = only(&table.primary_key);
    let rest = table.columns.iter().filter(|column| !of_keys(&column.name));
    let nothing_else = rest
        .into_iter()
        .all(|column| Some(column.name.as_str()) == own_key);
    (one != other && nothing_else).then_some((first, second))
}

/// The foreign key and the only other column of a table that holds values of another table's field.
pub(super) fn values_of<'t>(
    table: &'t TableSchema,
    owner: &str,
) -> Option<(&'t ForeignKeySchema, &'t ColumnSchema)> {
    let [key] = table.foreign_keys.as_slice() else {
        return None;
    };
    let declared = table.columns.iter().filter(|own| own.name != ROW_NUMBER);
    let declared: Vec<&ColumnSchema> = declared.collect();
    let (own, [one, other]) = (only(&key.columns)?, declared.as_slice()) else {
        return None;
    };
    let column = if one.name == own { other } else { one };
    let is_row = only(&table.primary_key) == Some(&column.name);
    (key.table == owner && !is_row).then_some((key, column))
}
