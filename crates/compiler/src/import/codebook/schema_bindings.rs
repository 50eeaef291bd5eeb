//! The tables and columns that the elements of a book are bound to.

use cmec_executor::catalogue::KeyType;

#[derive(Debug, Default)]
pub(crate) struct Bound {
    pub(crate) types: Vec<BoundType>,
    pub(crate) relations: Vec<BoundRelation>,
}

#[derive(Debug)]
pub(crate) struct BoundType {
    pub(crate) name: String,
    pub(crate) table: String,
    pub(crate) key: Vec<String>,
    pub(crate) key_type: KeyType,
    pub(crate) label: Vec<String>,
    /// An embedding column and its dimension.
    pub(crate) embedding: Option<(String, u32)>,
    pub(crate) columns: Vec<BoundColumn>,
}

#[derive(Debug)]
pub(crate) struct BoundColumn {
    pub(crate) field: String,
    pub(crate) column: String,
    /// A table of values, and its column with the key of the instance.
    pub(crate) values: Option<(String, String)>,
}

#[derive(Debug)]
pub(crate) struct BoundRelation {
    pub(crate) name: String,
    pub(crate) by: BoundBy,
}

#[derive(Debug)]
pub(crate) enum BoundBy {
    /// A foreign key column; `of_to` is true where the target's table has it.
    Key { column: String, of_to: bool },
    /// A table of pairs.
    Link {
        table: String,
        from: String,
        to: String,
    },
}
