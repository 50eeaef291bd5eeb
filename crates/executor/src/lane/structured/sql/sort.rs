//! What rows are sorted by.

use cmec_decoder::language::{Order, ValueType};
use sea_query::Expr;

use crate::catalogue::KeyType;

/// What rows are sorted by.
#[derive(Debug, Clone)]
pub(super) struct SortKey {
    pub(super) expr: Expr,
    pub(super) order: Order,
    pub(super) kind: KeyKind,
    /// The shown column that has the same values.
    pub(super) shown: Option<String>,
}

/// What rows are sorted by, and the column that has it.
#[derive(Debug, Clone)]
pub(super) struct Sorted {
    pub(super) kind: KeyKind,
    pub(super) column: String,
}

/// What the values of a sort key are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyKind {
    /// Values of a type.
    Value(ValueType),
    /// Keys of rows, of which each has one.
    RowKey(KeyType),
}
