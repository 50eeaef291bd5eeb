//! Conditions of a binding, the joins that they need, and the requirements of a select.

pub(crate) mod condition;
pub(crate) mod joins;
pub(crate) mod needs;
pub(crate) mod semi_joins;
pub(crate) mod sets;
pub(crate) mod subquery;
