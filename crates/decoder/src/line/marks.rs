//! The marks and keywords of the line, each in one table that its reader and its writer share.

use crate::language::{Derivation, Direction, Function, Operator, Part, SetOperator};

/// The number of rows.
pub const COUNT: &str = Function::Count.mark();
/// A path between two sets of ends.
pub const PATH: &str = "path";

/// A choice of filters.
pub const ANY: &str = "any";
/// What is written between the branches of a choice.
pub const OR: &str = "or";
/// What is read there.
pub const ORS: &[&str] = &[OR, "или", "或", "或者"];

/// Whether a text may be a line: it starts with a word, a text in quotes or a mark of the line, and so is no JSON but
/// a bare scalar.
pub(crate) fn may_begin(text: &str, from: usize) -> bool {
    let text = text.get(from..).unwrap_or_default().trim_ascii_start();
    if text.starts_with('{') {
        return false;
    }
    let name = text.starts_with('`') && !text.starts_with("``");
    name || text.starts_with(|first: char| {
        first == '_' || first.is_alphanumeric() || "\"@><*.-+;?%^/$!&".contains(first)
    })
}

/// Whether a word stands between others of which one holds.
#[must_use]
pub(crate) fn is_or(word: &str) -> bool {
    ORS.contains(&word.to_lowercase().as_str())
}

/// The mark that a sign of mathematics stands for.
pub(crate) const fn of_sign(sign: char) -> Option<&'static str> {
    match sign {
        '≤' | '⩽' => Some("<="),
        '≥' | '⩾' => Some(">="),
        '≠' => Some("!="),
        '→' => Some(">"),
        '←' => Some("<"),
        '↔' => Some("<>"),
        '−' | '–' => Some("-"),
        '…' => Some(".."),
        _ => None,
    }
}

/// Whether a sign stands for a comparison. An arrow is a relation.
pub(crate) fn compares(sign: char) -> bool {
    let of_mathematics = of_sign(sign).is_some_and(|mark| mark.ends_with('='));
    of_mathematics || matches!(sign, '＝' | '～' | '＞' | '＜')
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

/// What stands before a relation that must not be there.
pub const ABSENT: &str = "!";
/// Before a value that must not be.
pub(crate) const NOT: &str = "!";

/// How an operation on sets is written.
#[must_use]
pub const fn set_operator(operator: SetOperator) -> &'static str {
    match operator {
        SetOperator::Union => "|",
        SetOperator::Intersect => "&",
        SetOperator::Except => "!",
    }
}

/// How the line says that a field has a value: said at all, true or false.
pub(crate) const fn presence(said: Option<bool>) -> &'static str {
    match said {
        None => Operator::Exists.mark(),
        Some(true) => "==*",
        Some(false) => "!=*",
    }
}

/// How the line says what cMEC says by a code.
pub(crate) fn of_code(code: &str) -> Option<&'static str> {
    if let Some(known) = Operator::from_code(code) {
        return Some(known.in_line());
    }
    if let Some(known) = Function::from_code(code) {
        return Some(known.mark());
    }
    if let Some(known) = Derivation::from_code(code) {
        return Some(known.mark());
    }
    Part::from_code(code).map(Part::in_line)
}
