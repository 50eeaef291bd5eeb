//! Selects of bindings, of rows and of single columns.

pub(crate) mod lookup;
pub(crate) mod matches;
pub(crate) mod rows;
pub(crate) mod values;
