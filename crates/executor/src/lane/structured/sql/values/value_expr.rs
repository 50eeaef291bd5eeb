//! `Value`: a value as an expression, with the properties that a comparison needs.

use chrono::NaiveDate;
use cmec_decoder::language::ValueType;
use sea_query::Expr;

use crate::ports::database::Parameter;

pub(crate) fn parameter_value(parameter: &Parameter) -> Expr {
    match parameter {
        Parameter::Text(text) => Expr::val(text.clone()),
        Parameter::Integer(number) => Expr::val(*number),
        Parameter::Real(number) => Expr::val(*number),
        Parameter::Boolean(flag) => Expr::val(*flag),
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(crate) expr: Expr,
    pub(crate) value_type: ValueType,
    /// True for a number that must be compared digit by digit.
    pub(crate) exact: bool,
    /// True where the comparison ignores case.
    pub(crate) folded: bool,
    /// True where the comparison uses the composed Unicode form.
    pub(crate) is_composed: bool,
    /// The stored column of the value, where an index on it can find days and moments.
    pub(crate) stored: Option<Expr>,
    /// The same for a derived value; also a column of days, which is compared directly.
    pub(crate) dated: Option<Expr>,
    /// The stored column of the value, where the answer reads it directly and counts values of another form.
    pub(crate) shown: Option<Expr>,
    /// Days from the first to the last day of the value's period: 30 for a month.
    pub(crate) days_behind: u64,
    /// The day of a constant or of a moment; for a number, the first day of that year.
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
