//! `Value`: a value as an expression, with what comparing it needs to know.

use chrono::NaiveDate;
use cmec_decoder::language::ValueType;
use sea_query::Expr;

use crate::ports::database::Parameter;

/// A parameter as a value of a statement.
pub(crate) fn parameter_value(parameter: &Parameter) -> Expr {
    match parameter {
        Parameter::Text(text) => Expr::val(text.clone()),
        Parameter::Integer(number) => Expr::val(*number),
        Parameter::Real(number) => Expr::val(*number),
        Parameter::Boolean(flag) => Expr::val(*flag),
    }
}

/// A value as an expression.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(crate) expr: Expr,
    pub(crate) value_type: ValueType,
    /// Whether it is a number that must be compared digit by digit.
    pub(crate) exact: bool,
    /// Whether it is compared without case.
    pub(crate) folded: bool,
    /// Whether it is compared in one form of letters.
    pub(crate) is_composed: bool,
    /// The column that it is read from, where an index of it finds days and moments.
    pub(crate) stored: Option<Expr>,
    /// The same of what is derived of it: a column of days as well, which is compared as it is.
    pub(crate) dated: Option<Expr>,
    /// The column that it is read from, where an answer reads it by itself and counts what is not of its form.
    pub(crate) shown: Option<Expr>,
    /// Days that the last day of its period lies behind the first: a month has 30.
    pub(crate) days_behind: u64,
    /// The day of a value that a contract says, or of a moment; of a number the first day of the year.
    pub(crate) day: Option<NaiveDate>,
}

impl Value {
    pub(crate) const fn new(expr: Expr, value_type: ValueType) -> Self {
        Self {
            expr,
            value_type,
            exact: false,
            folded: false,
            is_composed: false,
            stored: None,
            dated: None,
            shown: None,
            days_behind: 0,
            day: None,
        }
    }
}
