//! Keywords of SQL, and the quoting of names.

use std::borrow::Cow;

/// Words that are names only in quotes.
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

/// Words that start a value, and words that are names only in some positions.
const KEYWORDS: &[&str] = &["all", "false", "interval", "true"];

/// Functions and words for the current day.
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

pub(crate) fn is_today(word: &str) -> bool {
    TODAY.iter().any(|today| is_same(today, word))
}

/// `true` if a word is a name only in quotes.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    RESERVED.iter().any(|own| own.eq_ignore_ascii_case(word))
        || KEYWORDS.iter().any(|own| own.eq_ignore_ascii_case(word))
        || is_today(word)
}

/// A SQL name, quoted if necessary.
#[must_use]
pub fn name(said: &str) -> Cow<'_, str> {
    let mut letters = said.chars();
    let begins = letters
        .next()
        .is_some_and(|letter| letter.is_alphabetic() || letter == '_');
    let is_plain = begins && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    match is_plain && !is_keyword(said) {
        true => Cow::Borrowed(said),
        false => Cow::Owned(quoted(said)),
    }
}

/// A quoted name, which every database reads as it is.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A table name with its optional schema; each part is quoted if necessary.
#[must_use]
pub fn table(said: &str) -> String {
    match table_parts(said) {
        Some(parts) => parts
            .iter()
            .map(|part| name(part))
            .collect::<Vec<_>>()
            .join("."),
        None => name(said).into_owned(),
    }
}

/// A quoted SQL text.
#[must_use]
pub fn text(said: &str) -> String {
    format!("'{}'", said.replace('\'', "''"))
}

/// `true` if two names are equal when case is ignored.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let lower = |text: &str| {
        text.chars()
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    one == other || (one.len() <= 1024 && lower(one) == lower(other))
}

/// The longest name of a table or column, in bytes. PostgreSQL keeps 63, SQLite has no limit.
const NAME_BYTES: usize = 255;

/// `true` if a text can be the name of a table or column.
#[must_use]
pub fn is_name(text: &str) -> bool {
    (1..=NAME_BYTES).contains(&text.len()) && !text.chars().any(char::is_control)
}

/// Splits a table name into its optional schema and its own name. A part with a dot or a quote must be in double
/// quotes. `None` if the text is not a table name.
#[must_use]
pub fn table_parts(name: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = name;
    loop {
        let (part, behind) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (mut part, mut letters) = (String::new(), quoted.chars());
                loop {
                    match letters.next()? {
                        '"' if letters.as_str().starts_with('"') => {
                            part.push('"');
                            letters.next();
                        }
                        '"' => break,
                        letter => part.push(letter),
                    }
                }
                (part, letters.as_str())
            }
            None => {
                let end = rest.find(['.', '"']).unwrap_or(rest.len());
                let (part, behind) = rest.split_at_checked(end)?;
                (part.to_owned(), behind)
            }
        };
        if part.is_empty() {
            return None;
        }
        parts.push(part);
        if behind.is_empty() {
            return (parts.len() <= 2).then_some(parts);
        }
        rest = behind.strip_prefix('.')?;
    }
}

/// The table name with these parts.
#[must_use]
pub fn table_of_parts<'p>(parts: impl IntoIterator<Item = &'p str>) -> String {
    let parts = parts.into_iter();
    let written = parts.map(|part| match part.contains(['.', '"']) {
        true => quoted(part),
        false => part.to_owned(),
    });
    written.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::{table_of_parts, table_parts};

    #[test]
    fn a_table_is_its_parts() {
        for (name, parts) in [
            ("orders", &["orders"][..]),
            ("Order Details", &["Order Details"]),
            ("sales.Order", &["sales", "Order"]),
            ("学生", &["学生"]),
            (r#""a.b""#, &["a.b"]),
            (r#"s."a""b.c""#, &["s", r#"a"b.c"#]),
        ] {
            let read = table_parts(name).unwrap_or_default();
            assert_eq!(read, parts, "{name}");
            assert_eq!(table_of_parts(parts.iter().copied()), name);
        }
        for name in [
            "", ".", "a.", ".a", "a.b.c", r#""a"#, r#"a"b"#, r#""a"b"#, r#""""#,
        ] {
            assert_eq!(table_parts(name), None, "{name}");
        }
    }
}
