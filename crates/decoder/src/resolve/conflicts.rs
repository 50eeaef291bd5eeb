//! Conflicts between the parts of an intent.

pub(crate) mod conflict;
pub(crate) mod exclusion;
pub(crate) mod pairs;
pub(crate) mod reports;
