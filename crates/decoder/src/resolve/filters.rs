//! Resolves filters, their values, and choices between filters.

pub(crate) mod compared_fields;
pub(crate) mod conditions;
pub(crate) mod filter;
pub(crate) mod operators;
pub(crate) mod path;
pub(crate) mod row_filters;
pub(crate) mod subquery;
pub(crate) mod value;
