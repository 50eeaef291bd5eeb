//! Words of SQL, and how a name is written beside them.

use std::borrow::Cow;

/// Words that are no names where they are not in quotes.
pub(crate) const RESERVED: &[&str] = &[
    "and",
    "as",
    "asc",
    "between",
    "by",
    "case",
    "cross",
    "desc",
    "distinct",
    "else",
    "end",
    "except",
    "exists",
    "fetch",
    "from",
    "full",
    "group",
    "having",
    "ilike",
    "in",
    "inner",
    "intersect",
    "is",
    "join",
    "left",
    "like",
    "limit",
    "natural",
    "not",
    "null",
    "nulls",
    "offset",
    "on",
    "or",
    "order",
    "outer",
    "qualify",
    "right",
    "select",
    "then",
    "union",
    "using",
    "when",
    "where",
    "window",
    "with",
];

/// Words that a value begins with, and those that are names only in some places.
const KEYWORDS: &[&str] = &["all", "false", "interval", "true"];

/// Functions and words that are today.
const TODAY: &[&str] = &[
    "current_date",
    "curdate",
    "today",
    "now",
    "current_timestamp",
    "localtimestamp",
    "getdate",
    "sysdate",
];

/// Whether a word is today.
pub(crate) fn is_today(word: &str) -> bool {
    TODAY.iter().any(|today| is_same(today, word))
}

/// Whether a word is no name where it is not in quotes.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    RESERVED.iter().any(|own| own.eq_ignore_ascii_case(word))
        || KEYWORDS.iter().any(|own| own.eq_ignore_ascii_case(word))
        || is_today(word)
}

/// A name of SQL, in quotes where it needs them.
#[must_use]
pub fn name(said: &str) -> Cow<'_, str> {
    let mut letters = said.chars();
    let begins = letters
        .next()
        .is_some_and(|letter| letter.is_alphabetic() || letter == '_');
    let is_plain = begins && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    match is_plain && !is_keyword(said) {
        true => Cow::Borrowed(said),
        false => Cow::Owned(format!("\"{}\"", said.replace('"', "\"\""))),
    }
}

/// A text of SQL, in quotes.
#[must_use]
pub fn text(said: &str) -> String {
    format!("'{}'", said.replace('\'', "''"))
}

/// Whether two names differ by case alone.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let lower = |text: &str| {
        text.chars()
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    one == other || (one.len() <= 1024 && lower(one) == lower(other))
}
