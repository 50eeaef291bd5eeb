//! A query text is one reading query without values in it.

use crate::finding::{Finding, Place};
use crate::query::{ESCAPE, FIRST, Query, SELECT, Token, TokenKind};
use crate::registry::Rule;
use crate::source::Source;

/// Keywords a template may not have.
const FORBIDDEN: &[&str] = &[
    "УНИЧТОЖИТЬ",
    "DROP",
    "ПОМЕСТИТЬ",
    "INTO",
    "ДОБАВИТЬ",
    "ADD",
    "ДЛЯ",
    "FOR",
];
/// Functions that write a date out.
const DATES: &[&str] = &["ДАТАВРЕМЯ", "DATETIME"];

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for query in source.queries.values() {
        if let Some(place) = query.unclosed {
            findings.push(
                Finding::new(Rule::QueryUnreadable, place, "a string that never ends")
                    .help("close it, or bind the value as a parameter"),
            );
        }
        starts(query, findings);
        let mut previous: Option<&Token> = None;
        for token in &query.tokens {
            findings.extend(forbidden(token));
            // A string that never ends is no value; it has its own finding.
            if query
                .unclosed
                .is_none_or(|place| place.start != token.place.start)
            {
                findings.extend(literal(token, previous));
            }
            previous = Some(token);
        }
    }
}

fn starts(query: &Query, findings: &mut Vec<Finding>) {
    let first = query.tokens.first();
    if !first.is_some_and(|token| token.is_word(SELECT)) {
        let place = first.map_or(
            Place {
                file: query.file,
                start: 0,
                end: 0,
            },
            |token| token.place,
        );
        findings.push(Finding::new(
            Rule::QueryForbidden,
            place,
            "a query text starts with `ВЫБРАТЬ`",
        ));
    }
}

fn forbidden(token: &Token) -> Option<Finding> {
    if token.kind == TokenKind::Mark && token.text == ";" {
        return Some(
            Finding::new(
                Rule::QueryForbidden,
                token.place,
                "`;` makes a batch of queries",
            )
            .help("a template is one query"),
        );
    }
    token.is_word(FORBIDDEN).then(|| {
        let message = format!("`{}` does more than read", token.text);
        Finding::new(Rule::QueryForbidden, token.place, message)
    })
}

fn literal(token: &Token, previous: Option<&Token>) -> Option<Finding> {
    let what = match token.kind {
        TokenKind::Number if previous.is_some_and(|word| word.is_word(FIRST)) => return None,
        TokenKind::Text
            if previous.is_some_and(|word| word.is_word(ESCAPE))
                && token.text.chars().count() == 1 =>
        {
            return None;
        }
        TokenKind::Number => "number",
        TokenKind::Text => "string",
        TokenKind::Word if token.is_word(DATES) => "date",
        _ => return None,
    };
    Some(
        Finding::new(
            Rule::QueryLiteral,
            token.place,
            format!("a {what} stands in the query text"),
        )
        .help("bind it as a parameter `&Name`"),
    )
}
