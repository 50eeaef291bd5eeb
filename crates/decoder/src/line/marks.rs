//! The marks and keywords of the line, each in one table that its reader and its writer share.

use crate::read::line::lexer::Token;
use crate::vocabulary::{Direction, Function, Operator, SetOperator};

/// The number of rows.
pub const COUNT: &str = Function::Count.mark();
/// What to group by.
pub const BY: &str = "by";
/// A condition on a metric.
pub const HAVING: &str = "having";
/// Ranking the texts again.
pub const RERANK: &str = "rerank";
/// A path between two sets of ends.
pub const PATH: &str = "path";

/// The operator a mark stands for, before its value is known.
pub(crate) const fn operator_of(token: Token) -> Option<Operator> {
    Some(match token {
        Token::Equal => Operator::Eq,
        Token::Unequal => Operator::Ne,
        Token::Contains => Operator::Contains,
        Token::Lacks => Operator::NotContains,
        Token::Starts => Operator::StartsWith,
        Token::Ends => Operator::EndsWith,
        Token::Less => Operator::Lt,
        Token::AtMost => Operator::Le,
        Token::More => Operator::Gt,
        Token::AtLeast => Operator::Ge,
        Token::Exists | Token::Present | Token::Absent => Operator::Exists,
        _ => return None,
    })
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

/// The way a mark stands for.
pub(crate) const fn direction_of(token: Token) -> Option<Direction> {
    Some(match token {
        Token::More => Direction::Out,
        Token::Less => Direction::In,
        Token::Either => Direction::Both,
        _ => return None,
    })
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

/// The operation a mark stands for.
pub(crate) const fn set_operator_of(token: Token) -> Option<SetOperator> {
    Some(match token {
        Token::Bar => SetOperator::Union,
        Token::And => SetOperator::Intersect,
        Token::Not => SetOperator::Except,
        _ => return None,
    })
}

/// How the line says what cMEC says by a code.
pub(crate) fn of_code(code: &str) -> Option<&'static str> {
    if let Some(known) = Operator::from_code(code) {
        return Some(known.in_line());
    }
    if let Some(known) = Function::from_code(code) {
        return Some(known.mark());
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
