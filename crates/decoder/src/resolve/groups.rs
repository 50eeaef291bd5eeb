//! A contract, and the groups within it.

pub(crate) mod contract;
pub(crate) mod group_checks;
pub(crate) mod sets;
