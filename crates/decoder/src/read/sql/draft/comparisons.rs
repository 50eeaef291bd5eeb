//! Conversions between comparison operators.

use crate::language::Operator;
use crate::read::sql::tree::Comparison;
use crate::span::Spanned;

pub(super) fn operator_of(said: &Spanned<Comparison>) -> Spanned<Operator> {
    Spanned::new(
        match said.value {
            Comparison::Equal => Operator::Eq,
            Comparison::Unequal => Operator::Ne,
            Comparison::Less => Operator::Lt,
            Comparison::AtMost => Operator::Le,
            Comparison::More => Operator::Gt,
            Comparison::AtLeast => Operator::Ge,
            Comparison::Contains => Operator::Contains,
        },
        said.span,
    )
}

/// The operator with the operands exchanged.
pub(super) const fn flipped(operator: Operator) -> Operator {
    match operator {
        Operator::Lt => Operator::Gt,
        Operator::Le => Operator::Ge,
        Operator::Gt => Operator::Lt,
        Operator::Ge => Operator::Le,
        other => other,
    }
}

/// The opposite operator, for a value that is present.
pub(super) const fn negated(operator: Operator) -> Operator {
    match operator {
        Operator::Eq => Operator::Ne,
        Operator::Ne => Operator::Eq,
        Operator::Lt => Operator::Ge,
        Operator::Le => Operator::Gt,
        Operator::Gt => Operator::Le,
        Operator::Ge => Operator::Lt,
        Operator::Contains => Operator::NotContains,
        Operator::NotContains => Operator::Contains,
        Operator::In => Operator::NotIn,
        Operator::NotIn => Operator::In,
        other => other,
    }
}

pub(super) const fn among(operator: Operator) -> Operator {
    match operator {
        Operator::Eq => Operator::In,
        Operator::Ne => Operator::NotIn,
        other => other,
    }
}

/// The operator for a list: equality becomes membership.
pub(super) const fn member(operator: Operator) -> Operator {
    match operator {
        Operator::Eq => Operator::Contains,
        Operator::Ne => Operator::NotContains,
        other => other,
    }
}
