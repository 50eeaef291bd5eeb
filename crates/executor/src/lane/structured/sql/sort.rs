//! Sort keys of rows.

use cmec_decoder::language::{Order, ValueType};
use sea_query::Expr;

use crate::catalogue::KeyType;

#[derive(Debug, Clone)]
pub(crate) struct SortKey {
    pub(crate) expr: Expr,
    pub(crate) order: Order,
    pub(crate) kind: KeyKind,
    /// The shown column with the same values.
    pub(crate) shown: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct SortColumn {
    pub(crate) kind: KeyKind,
    pub(crate) column: String,
}

/// The kind of a sort key's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyKind {
    Value(ValueType),
    /// Row keys, which every row has.
    RowKey(KeyType),
}
