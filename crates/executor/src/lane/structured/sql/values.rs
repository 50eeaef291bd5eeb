//! Values as SQL of each engine.

pub(crate) mod connectives;
pub(crate) mod derived_values;
pub(crate) mod dialect;
pub(crate) mod literal;
pub(crate) mod value_expr;
