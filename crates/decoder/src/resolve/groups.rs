//! Resolves a contract and its groups.

pub(crate) mod contract;
pub(crate) mod group_checks;
pub(crate) mod sets;
