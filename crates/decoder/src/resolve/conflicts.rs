//! Parts that cannot hold together.

pub(crate) mod conflict;
pub(crate) mod exclusion;
pub(crate) mod pairs;
pub(crate) mod reports;
