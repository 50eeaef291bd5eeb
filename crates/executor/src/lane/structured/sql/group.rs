//! Groups of rows, and the numbers over each.

pub(crate) mod groups;
pub(crate) mod numbers;
pub(crate) mod periods;
