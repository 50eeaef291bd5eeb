//! Matches, rows, and single columns.

pub(crate) mod lookup;
pub(crate) mod matches;
pub(crate) mod rows;
pub(crate) mod values;
