//! A query text is one reading query without values in it.

use crate::finding::list::too_many;
use crate::finding::{Finding, Place, Rule, Spanned};
use crate::source::Source;
use crate::source::query_tokens::{ESCAPE, FIRST, Query, SELECT, Token, TokenKind};

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
        if too_many(findings) {
            return;
        }
        if let Some(place) = query.unclosed {
            findings.push(
                Finding::new(Rule::QueryUnreadable, place, "a string that never ends")
                    .help("close it, or bind the value as a parameter"),
            );
        }
        starts(source, query, findings);
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

fn starts(source: &Source, query: &Query, findings: &mut Vec<Finding>) {
    if (query.tokens.first()).is_some_and(|token| token.is_word(SELECT)) {
        return;
    }
    // An empty text has no place of its own; the template that names it has.
    let named = || {
        let templates = source.recipes.iter().flat_map(|recipes| &recipes.templates);
        let mut names =
            templates.flat_map(|template| template.query.iter().chain(&template.query_asc));
        let read = |name: &&Spanned<String>| {
            let text = source.queries.get(name.text());
            text.is_some_and(|text| text.file == query.file)
        };
        names.find(read).map(|name| name.place)
    };
    let place = (query.start().or_else(named)).unwrap_or(Place::file_start(query.file));
    let message = "a query text starts with `ВЫБРАТЬ`";
    findings.push(Finding::new(Rule::QueryForbidden, place, message));
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

/// Numbers, strings and dates carry data. `ИСТИНА`, `ЛОЖЬ`, `НЕОПРЕДЕЛЕНО` and `NULL` carry none: they are words of
/// the language, as `ВЫБОР` is.
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
