//! Values as SQL of each engine.

pub(crate) mod connectives;
pub(crate) mod derived_values;
pub(crate) mod dialect;
pub(crate) mod exact_numbers;
pub(crate) mod expressions;
pub(crate) mod keys;
pub(crate) mod lists;
pub(crate) mod literal;
pub(crate) mod texts;
pub(crate) mod value_expr;
