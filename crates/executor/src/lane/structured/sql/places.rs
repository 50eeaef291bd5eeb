//! The variables of a contract as tables, and the columns and values read from them.

pub(crate) mod compare;
pub(crate) mod field_value;
pub(crate) mod link;
pub(crate) mod row_security;
pub(crate) mod scope;
pub(crate) mod stored_columns;
pub(crate) mod subject;
pub(crate) mod variant;
