//! `DatabaseSchema`: the tables of a live database, read by a port.

use std::collections::BTreeMap;

use serde::Serialize;

/// The tables of a database, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct DatabaseSchema {
    /// True where columns hold values of their type only and names are case-sensitive; false for SQLite.
    pub strict: bool,
    /// The tables.
    pub tables: Vec<TableSchema>,
    /// Views that cannot be queried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
    /// Number of values without the form of their field, by field path, where a codebook's bindings were checked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub out_of_form: BTreeMap<String, u64>,
}

impl DatabaseSchema {
    /// The table with this name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&TableSchema> {
        self.tables.iter().find(|table| table.name == name)
    }
}

/// The implicit row number column of SQLite.
pub const ROW_NUMBER: &str = "rowid";

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct TableSchema {
    /// Its name, with its schema where that is not the default one: `schema.table`.
    pub name: String,
    /// Its kind.
    #[serde(skip_serializing_if = "TableKind::is_table")]
    pub kind: TableKind,
    /// Its comment; empty where there is none.
    pub comment: String,
    /// Its columns in order.
    pub columns: Vec<ColumnSchema>,
    /// Columns of its primary key.
    pub primary_key: Vec<String>,
    /// Columns of each index in order, including unique indexes.
    pub indexes: Vec<IndexSchema>,
    /// Its foreign keys.
    pub foreign_keys: Vec<ForeignKeySchema>,
}

/// The kind of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// A table of this database.
    #[default]
    Table,
    /// A view.
    View,
    /// A table of another server, which cannot have a declared key.
    Foreign,
}

impl TableKind {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    const fn is_table(&self) -> bool {
        matches!(self, Self::Table)
    }
}

impl TableSchema {
    /// The column with this name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&ColumnSchema> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The columns that identify its rows: its primary key, or else a unique index over columns without NULL.
    #[must_use]
    pub fn key(&self) -> &[String] {
        let is_filled = |name: &String| self.column(name).is_some_and(|own| !own.nullable);
        let unique = self.indexes.iter().filter(|index| index.unique);
        let mut unique = unique.map(|index| index.columns.as_slice());
        match self.primary_key.as_slice() {
            [] => unique
                .find(|own| own.iter().all(is_filled))
                .unwrap_or_default(),
            key => key,
        }
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ColumnSchema {
    /// Its name.
    pub name: String,
    /// Its declared type.
    pub declared: String,
    /// The type of its values; `None` where they cannot be compared.
    pub stored: Option<StoredType>,
    /// True where it holds several values.
    pub array: bool,
    /// True where it may be NULL.
    pub nullable: bool,
    /// Its comment; empty where there is none.
    pub comment: String,
    /// Its distinct values, where they were requested and are few.
    pub values: Option<Vec<String>>,
}

/// The type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredType {
    /// Texts.
    Text,
    /// Integers.
    Integer,
    /// Numbers.
    Decimal,
    /// True or false.
    Boolean,
    /// Days.
    Date,
    /// Moments.
    Datetime,
}

/// An index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IndexSchema {
    /// Its columns in order.
    pub columns: Vec<String>,
    /// True for a unique index.
    pub unique: bool,
}

/// A foreign key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ForeignKeySchema {
    /// Its columns.
    pub columns: Vec<String>,
    /// The referenced table.
    pub table: String,
    /// The referenced columns; empty: the primary key.
    pub referred: Vec<String>,
}

/// The dimension of a vector column by its declared type, such as PostgreSQL's `vector(384)`.
#[must_use]
pub fn vector_dimension(declared: &str) -> Option<u32> {
    let inner = declared.trim().strip_prefix("vector(")?;
    inner.strip_suffix(')')?.trim().parse().ok()
}
