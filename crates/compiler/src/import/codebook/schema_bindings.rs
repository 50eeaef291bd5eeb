//! Where the elements of a book stand in the tables of a database.

use cmec_executor::catalogue::KeyType;

/// Where each element stands.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    pub(crate) types: Vec<BoundType>,
    pub(crate) relations: Vec<BoundRelation>,
}

/// A type and its table.
#[derive(Debug)]
pub(crate) struct BoundType {
    pub(crate) name: String,
    pub(crate) table: String,
    pub(crate) key: Vec<String>,
    pub(crate) key_type: KeyType,
    pub(crate) label: Vec<String>,
    /// A column of embeddings, and how many numbers each has.
    pub(crate) embedding: Option<(String, u32)>,
    pub(crate) columns: Vec<BoundColumn>,
}

/// A field and its column.
#[derive(Debug)]
pub(crate) struct BoundColumn {
    pub(crate) field: String,
    pub(crate) column: String,
    /// A table of the values, and its column with the key of the instance.
    pub(crate) values: Option<(String, String)>,
}

/// A relation and its keys.
#[derive(Debug)]
pub(crate) struct BoundRelation {
    pub(crate) name: String,
    pub(crate) by: BoundBy,
}

#[derive(Debug)]
pub(crate) enum BoundBy {
    /// A column; whether the end that the relation leads to has it.
    Key { column: String, of_to: bool },
    /// A table of pairs.
    Link {
        table: String,
        from: String,
        to: String,
    },
}
