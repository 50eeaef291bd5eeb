//! `DatabaseSchema`: what a live database says of its tables. A port reads it; what is made of it is others' work.

use std::collections::BTreeMap;

use serde::Serialize;

/// The tables of a database, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct DatabaseSchema {
    /// Whether a column holds values of its type alone, and names have a case. In SQLite it is otherwise.
    pub strict: bool,
    /// The tables.
    pub tables: Vec<TableSchema>,
    /// Views that cannot be run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
    /// How many values of a field are not of its form, by the path of the field, where the bindings of a codebook were read.
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

/// The column of SQLite with the number of a row, which nobody declares.
pub const ROW_NUMBER: &str = "rowid";

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct TableSchema {
    /// Its name, with its schema where that is not the one looked in first: `schema.table`.
    pub name: String,
    /// What it is.
    #[serde(skip_serializing_if = "TableKind::is_table")]
    pub kind: TableKind,
    /// What is said of it; empty where nothing is.
    pub comment: String,
    /// Its columns, in their order.
    pub columns: Vec<ColumnSchema>,
    /// Columns of its primary key.
    pub primary_key: Vec<String>,
    /// Columns of each index, the unique ones among them, in their order.
    pub indexes: Vec<IndexSchema>,
    /// Its foreign keys.
    pub foreign_keys: Vec<ForeignKeySchema>,
}

/// What a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Rows of this database.
    #[default]
    Table,
    /// A view.
    View,
    /// Rows of other servers, over which no key can be declared.
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

    /// The columns that tell its rows apart: its primary key, or else a unique index over columns that are never empty.
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
    /// Its type, as the database writes it.
    pub declared: String,
    /// What it can hold; `None`: nothing that can be compared.
    pub stored: Option<StoredType>,
    /// Whether it holds several values.
    pub array: bool,
    /// Whether it may be empty.
    pub nullable: bool,
    /// What is said of it; empty where nothing is.
    pub comment: String,
    /// Its different values, where they were asked for and are not too many.
    pub values: Option<Vec<String>>,
}

/// What a column can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredType {
    /// Texts.
    Text,
    /// Whole numbers.
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
    /// Its columns, in their order.
    pub columns: Vec<String>,
    /// Whether it holds each row's values once.
    pub unique: bool,
}

/// A foreign key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ForeignKeySchema {
    /// Its columns.
    pub columns: Vec<String>,
    /// The table that it leads to.
    pub table: String,
    /// The columns there; empty: those of the primary key.
    pub referred: Vec<String>,
}

/// How many numbers the vectors of a column have, by the type that is declared: `vector(384)` of PostgreSQL.
#[must_use]
pub fn vector_dimension(declared: &str) -> Option<u32> {
    let inner = declared.trim().strip_prefix("vector(")?;
    inner.strip_suffix(')')?.trim().parse().ok()
}
