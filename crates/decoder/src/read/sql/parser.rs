//! Parses tokens into the tree of one statement, by recursive descent.
//!
//! Each bracket and each nested query is one level, and levels are bounded. Chains of operators, of `NOT` and of `-`
//! add none. A clause with an error is left out, and parsing continues at the next clause of the same query.

mod clauses;
mod expressions;
mod token_cursor;

pub(super) use clauses::CHANGES;

use crate::finding::Finding;
use crate::read::sql::parser::token_cursor::TokenCursor;
use crate::read::sql::tree::{Query, Statement};
use crate::span::Spanned;

/// The parsed part of a statement, and the errors.
pub(crate) struct ParsedStatement<'a> {
    pub(crate) statement: Option<Spanned<Statement<'a>>>,
    pub(crate) findings: Vec<Finding>,
}

/// Parses one statement from the byte `from` on; brackets and queries nest at most `depth` levels.
pub(crate) fn parse(text: &str, from: usize, depth: u32) -> ParsedStatement<'_> {
    let mut tokens = TokenCursor::new(text, from, depth);
    let statement = clauses::statement(&mut tokens);
    ParsedStatement {
        statement,
        findings: tokens.findings,
    }
}

/// Parses a query in brackets. It is defined here because expressions and queries contain each other.
fn query_in_brackets<'a>(tokens: &mut TokenCursor<'a>) -> Option<Spanned<Query<'a>>> {
    tokens.brackets(clauses::query)
}
