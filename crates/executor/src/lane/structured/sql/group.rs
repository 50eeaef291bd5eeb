//! Groups of rows and the metrics of each group.

pub(crate) mod groups;
pub(crate) mod numbers;
pub(crate) mod periods;
