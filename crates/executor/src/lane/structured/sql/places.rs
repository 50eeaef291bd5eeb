//! The places of a contract as tables, and the columns and values that are read there.

pub(crate) mod compare;
pub(crate) mod field_value;
pub(crate) mod link;
pub(crate) mod scope;
pub(crate) mod seen;
pub(crate) mod stored;
pub(crate) mod subject;
pub(crate) mod variant;
