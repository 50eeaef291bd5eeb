//! What rows are sorted by.

use cmec_decoder::language::{Order, ValueType};
use sea_query::Expr;

use crate::catalogue::KeyType;

/// What rows are sorted by.
#[derive(Debug, Clone)]
pub(crate) struct SortKey {
    pub(crate) expr: Expr,
    pub(crate) order: Order,
    pub(crate) kind: KeyKind,
    /// The shown column that has the same values.
    pub(crate) shown: Option<String>,
}

/// What rows are sorted by, and the column that has it.
#[derive(Debug, Clone)]
pub(crate) struct SortColumn {
    pub(crate) kind: KeyKind,
    pub(crate) column: String,
}

/// What the values of a sort key are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyKind {
    /// Values of a type.
    Value(ValueType),
    /// Keys of rows, of which each has one.
    RowKey(KeyType),
}
