//! Conditions of a match, the joins that they need, and what is asked of matches.

pub(crate) mod condition;
pub(crate) mod joins;
pub(crate) mod needs;
pub(crate) mod semi_joins;
pub(crate) mod sets;
pub(crate) mod subquery;
