//! Checks that a query text is a single reading query without literal values.

use crate::finding::list::too_many;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::query_tokens::{ESCAPE, FIRST, Query, SELECT, Token, TokenKind};
use crate::source::templates::TemplateSource;

/// Keywords that a template must not contain.
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
/// Functions that construct a date literal.
const DATES: &[&str] = &["ДАТАВРЕМЯ", "DATETIME"];

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for query in source.queries.values() {
        if too_many(findings) {
            return;
        }
        if let Some(place) = query.unclosed {
            let message = "a string that never ends";
            tell(findings, Rule::QueryUnreadable, place, message)
                .help("close it, or bind the value as a parameter");
        }
        starts(source, query, findings);
        let mut previous: Option<&Token> = None;
        for token in &query.tokens {
            forbidden(token, findings);
            // An unclosed string has its own finding.
            if (query.unclosed).is_none_or(|place| place.start != token.place.start) {
                literal(token, previous, findings);
            }
            previous = Some(token);
        }
    }
}

fn starts(source: &Source, query: &Query, findings: &mut Vec<Finding>) {
    if (query.tokens.first()).is_some_and(|token| token.is_word(SELECT)) {
        return;
    }
    // An empty text has no place, so the template that names it is reported.
    let named = || {
        let templates = source.recipes.iter().flat_map(|recipes| &recipes.templates);
        let mut names = templates.flat_map(TemplateSource::files);
        let read = |name: &&Spanned<String>| {
            let text = source.queries.get(name.text());
            text.is_some_and(|text| text.file == query.file)
        };
        names.find(read).map(|name| name.place)
    };
    let place = (query.start().or_else(named)).unwrap_or(Place::point(query.file, 0));
    let message = "a query text starts with `ВЫБРАТЬ`";
    tell(findings, Rule::QueryForbidden, place, message);
}

fn forbidden(token: &Token, findings: &mut Vec<Finding>) {
    if token.kind == TokenKind::Mark && token.text == ";" {
        let message = "`;` makes a batch of queries";
        tell(findings, Rule::QueryForbidden, token.place, message).help("a template is one query");
    } else if token.is_word(FORBIDDEN) {
        let message = format!("`{}` does more than read", token.text);
        tell(findings, Rule::QueryForbidden, token.place, message);
    }
}

/// Reports literal numbers, strings and dates, which are data. `ИСТИНА`, `ЛОЖЬ`, `НЕОПРЕДЕЛЕНО` and `NULL` are keywords
/// like `ВЫБОР`, and zero is the sum of nothing, so they are allowed.
fn literal(token: &Token, previous: Option<&Token>, findings: &mut Vec<Finding>) {
    let follows = |words| previous.is_some_and(|word| word.is_word(words));
    let what = match token.kind {
        TokenKind::Number if follows(FIRST) => return,
        TokenKind::Text if follows(ESCAPE) && token.text.chars().count() == 1 => return,
        TokenKind::Number if token.text == "0" => return,
        TokenKind::Number => "number",
        TokenKind::Text => "string",
        TokenKind::Word if token.is_word(DATES) => "date",
        _ => return,
    };
    let message = format!("a {what} stands in the query text");
    tell(findings, Rule::QueryLiteral, token.place, message).help("bind it as a parameter `&Name`");
}
