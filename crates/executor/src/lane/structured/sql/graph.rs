//! Steps of a walk.

pub(crate) mod edges;
