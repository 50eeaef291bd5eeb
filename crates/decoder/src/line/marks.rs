//! The marks and keywords of the line, each in one table that its reader and its writer share.

use crate::vocabulary::{Direction, Function, Operator, SetOperator};

/// The number of rows.
pub const COUNT: &str = "count";
/// The number of different values.
const DISTINCT: &str = "distinct";
/// A sum.
const SUM: &str = "sum";
/// A mean.
const AVG: &str = "avg";
/// The smallest value.
const MIN: &str = "min";
/// The largest value.
const MAX: &str = "max";
/// What to group by.
pub const BY: &str = "by";
/// A condition on a metric.
pub const HAVING: &str = "having";
/// Ranking the texts again.
pub const RERANK: &str = "rerank";
/// A path between two sets of ends.
pub const PATH: &str = "path";

/// How a metric's function is called.
#[must_use]
pub const fn function(function: Function) -> &'static str {
    match function {
        Function::Count => COUNT,
        Function::CountDistinct => DISTINCT,
        Function::Sum => SUM,
        Function::Avg => AVG,
        Function::Min => MIN,
        Function::Max => MAX,
    }
}

/// The function that is called so.
pub(crate) fn function_of(name: &str) -> Option<Function> {
    Some(match name {
        COUNT => Function::Count,
        DISTINCT => Function::CountDistinct,
        SUM => Function::Sum,
        AVG => Function::Avg,
        MIN => Function::Min,
        MAX => Function::Max,
        _ => return None,
    })
}

/// How an operator is written; those of a list and a range are told by their values.
#[must_use]
pub const fn operator(operator: Operator) -> &'static str {
    match operator {
        Operator::Eq | Operator::In | Operator::Between => "=",
        Operator::Ne | Operator::NotIn => "!=",
        Operator::Contains => "~",
        Operator::NotContains => "!~",
        Operator::StartsWith => "^=",
        Operator::EndsWith => "$=",
        Operator::Lt => "<",
        Operator::Le => "<=",
        Operator::Gt => ">",
        Operator::Ge => ">=",
        Operator::Exists => "=*",
    }
}

/// How a way along a relation is written.
#[must_use]
pub const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Out => ">",
        Direction::In => "<",
        Direction::Both => "<>",
    }
}

/// How an operation on sets is written.
#[must_use]
pub const fn set_operator(operator: SetOperator) -> &'static str {
    match operator {
        SetOperator::Union => "|",
        SetOperator::Intersect => "&",
        SetOperator::Except => "!",
    }
}

/// How the line says what cMEC says by a code.
pub(crate) fn of_code(code: &str) -> Option<&'static str> {
    if let Some(known) = Operator::from_code(code) {
        return Some(match known {
            Operator::In => "=a|b",
            Operator::NotIn => "!=a|b",
            Operator::Between => "=a..b",
            other => operator(other),
        });
    }
    if let Some(known) = Function::from_code(code) {
        return Some(function(known));
    }
    Some(match code {
        "tg" => "a type",
        "E" => "@name",
        "E+tg" => "@name @name",
        "R" => ">relation",
        "A" => ".field",
        "C.flt" => "field=value",
        "C.srt" => "-field",
        "C.pg" => "20",
        "C.agg" => "count",
        "C.grp" => "name{…}",
        "C.set" => ";a|b",
        "G" => "*2",
        "G.path" => "path(…)",
        "Q" => "^10",
        "Q.txt" => "\"text\"",
        "X" => "?\"question\"",
        _ => return None,
    })
}
