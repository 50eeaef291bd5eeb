//! Masks secrets in server messages, and hides names where a host wants it.
//!
//! A server's message may contain its connection string. The secret in it does not explain an error, so the text after
//! the name of a password or a token, and the user of an address, are masked before the message reaches an answer or an
//! envelope.

const MASK: &str = "***";

/// Replaces a hidden name.
pub const HIDDEN: &str = "•••";

/// Maximum number of letters in an account code: `76.АВ`.
const ACCOUNT_LETTERS: usize = 2;

/// Filters whose values never name somebody.
const NAMELESS: &[&str] = &[
    "period_from",
    "period_to",
    "as_of_date",
    "account",
    "limit",
    "sort",
];

/// True where the value of a filter may name somebody. A value that is given as an account but is not an account code
/// may be a name.
#[must_use]
pub fn names_somebody(filter: &str, value: &str) -> bool {
    let is_code = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | ' ');
    let has_letters = value.chars().filter(|letter| !is_code(*letter)).count();
    !NAMELESS.contains(&filter) || (filter == "account" && has_letters > ACCOUNT_LETTERS)
}

/// Hides the quoted values of a line: everything from the first backtick to the last, since a value may contain
/// backticks.
#[must_use]
pub fn quoted(line: &str) -> String {
    match (line.split_once('`'), line.rsplit_once('`')) {
        (Some((before, _)), Some((rest, after))) if rest.len() > before.len() => {
            format!("{before}`{HIDDEN}`{after}")
        }
        // After a single backtick a truncated value may follow.
        (Some((before, _)), _) => format!("{before}`{HIDDEN}"),
        (None, _) => line.to_owned(),
    }
}

/// Minimum length of a secret that is masked in rows, in bytes.
const LONG: usize = 8;

/// Secrets that a server knows; they are masked wherever it repeats them.
#[derive(Clone, Default)]
pub struct KnownSecrets(Vec<String>);

impl KnownSecrets {
    /// Creates the set; empty texts are dropped.
    #[must_use]
    pub fn new(mut secrets: Vec<String>) -> Self {
        secrets.retain(|secret| !secret.is_empty());
        // A secret that contains another is masked first, or its rest would stay.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self(secrets)
    }

    /// A row value with its secrets masked, if it contains any. A short secret may equal an ordinary value, an account
    /// or a number, so rows keep those.
    #[must_use]
    pub fn mask_in_row(&self, text: &str) -> Option<String> {
        let mut long = self.0.iter().filter(|secret| secret.len() >= LONG);
        long.any(|secret| text.contains(secret.as_str()))
            .then(|| self.mask(text))
    }

    /// A text with the secrets masked.
    #[must_use]
    pub fn mask(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for secret in &self.0 {
            masked = masked.replace(secret, MASK);
        }
        masked
    }
}

impl std::fmt::Debug for KnownSecrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(MASK)
    }
}

/// Names that precede a secret, in lower case.
const NAMES: &[&str] = &[
    "pwd",
    "password",
    "passwd",
    "пароль",
    "token",
    "secret",
    "api_key",
    "apikey",
    "api-key",
    "authorization",
];

/// A text with its recognisable secrets masked.
#[must_use]
pub fn secrets(text: &str) -> String {
    let named = masked(&masked(text, user), named);
    // Masking may remove the end of an address: `://pwd="a"@host`.
    masked(&named, user)
}

/// Masks the secrets that `next` finds. It returns the text before the next secret and the text after it.
fn masked(text: &str, next: fn(&str) -> Option<(&str, &str)>) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = next(rest) {
        shown.push_str(before);
        shown.push_str(MASK);
        rest = after;
    }
    shown.push_str(rest);
    shown
}

/// Finds `Pwd="…"`, `password: …`, `Authorization: Bearer …`.
fn named(text: &str) -> Option<(&str, &str)> {
    // Folding may change the length of a letter, so positions refer to the original text.
    let found = text.char_indices().find_map(|(at, _)| {
        let tail = text.get(at..)?;
        let before = text.get(..at)?.chars().next_back();
        if before.is_some_and(char::is_alphanumeric) {
            return None;
        }
        let value = NAMES.iter().find_map(|name| after_name(tail, name))?;
        (!value.is_empty() && !value.starts_with(MASK)).then_some(text.len() - value.len())
    })?;
    let (before, value) = text.split_at_checked(found)?;
    let value_end = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = value.get(1..).unwrap_or_default();
            inner.find(quote).map_or(value.len(), |end| end + 2)
        }
        _ => ends(value),
    };
    Some((before, value.get(value_end..).unwrap_or_default()))
}

/// The end of an unquoted secret. A secret of `Authorization` is a scheme and a token.
fn ends(value: &str) -> usize {
    let stop =
        |letter: char| letter.is_whitespace() || matches!(letter, ';' | ',' | '&' | ')' | '}');
    let scheme = ["bearer ", "basic "];
    let skipped = scheme
        .iter()
        .find(|scheme| {
            value
                .get(..scheme.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        })
        .map_or(0, |scheme| scheme.len());
    let token = value.get(skipped..).unwrap_or_default();
    skipped + token.find(stop).unwrap_or(token.len())
}

/// The text after a name and `=` or `:`.
fn after_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut letters = text.char_indices();
    for wanted in name.chars() {
        let (_, letter) = letters.next()?;
        if !letter.to_lowercase().eq([wanted]) {
            return None;
        }
    }
    let tail = letters
        .as_str()
        .trim_start_matches(['"', '\''])
        .trim_start();
    let value = tail.strip_prefix(['=', ':'])?;
    Some(value.trim_start_matches([' ', '\t']))
}

/// Finds `https://user:secret@host`.
fn user(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find("://") {
        let start = from + found + 3;
        let tail = text.get(start..)?;
        let authority = tail
            .find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '?' | '"'))
            .and_then(|end| tail.get(..end))
            .unwrap_or(tail);
        if let Some(at) = authority.rfind('@')
            && authority.get(..at) != Some(MASK)
        {
            return Some((text.get(..start)?, tail.get(at..)?));
        }
        from = start;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_secret_is_masked_and_nothing_else() {
        for (text, shown) in [
            ("нет прав", "нет прав"),
            (
                r#"Srvr="s";Ref="b";Usr="u";Pwd="se cret";"#,
                r#"Srvr="s";Ref="b";Usr="u";Pwd=***;"#,
            ),
            ("password=abc; other", "password=***; other"),
            ("Пароль: тайна, дальше", "Пароль: ***, дальше"),
            (r#"{"token":"abc","n":1}"#, r#"{"token":***,"n":1}"#),
            ("Authorization: Bearer ab.cd ok", "Authorization: *** ok"),
            (
                "http://user:pw@host/mcp failed",
                "http://***@host/mcp failed",
            ),
            ("http://host/mcp?a=b@c", "http://host/mcp?a=b@c"),
            ("tokens: 12", "tokens: 12"),
            ("the token ended", "the token ended"),
            ("pwd=a pwd=b", "pwd=*** pwd=***"),
            ("pwd=", "pwd="),
            (r#"http://pwd="a"@host"#, "http://***@host"),
            ("http://token:a@host", "http://***@host"),
        ] {
            assert_eq!(secrets(text), shown, "{text}");
            assert_eq!(secrets(shown), shown, "{text}");
        }
    }

    #[test]
    fn a_row_keeps_what_may_be_a_value() {
        let known = KnownSecrets::new(vec!["62".into(), "s3cr3t-token".into()]);
        assert_eq!(known.mask_in_row("62.01"), None);
        assert_eq!(
            known.mask_in_row("doc s3cr3t-token").as_deref(),
            Some("doc ***")
        );
    }

    #[test]
    fn a_secret_that_is_known_needs_no_name() {
        let known = KnownSecrets::new(vec!["".into(), "ab".into(), "abcd".into()]);
        assert_eq!(
            known.mask("bad credential abcd, ab"),
            "bad credential ***, ***"
        );
        assert_eq!(known.mask("нет прав"), "нет прав");
        assert_eq!(format!("{known:?}"), "***");
    }

    #[test]
    fn values_in_backticks_are_hidden_whatever_they_hold() {
        for (line, shown) in [
            (
                "account: `Вася` is no account code",
                "account: `•••` is no account code",
            ),
            ("`Ва`ся` could be 2 elements", "`•••` could be 2 elements"),
            ("`a` and `b` differ", "`•••` differ"),
            ("cut off: `Вас", "cut off: `•••"),
            ("nothing is said", "nothing is said"),
            ("", ""),
        ] {
            assert_eq!(quoted(line), shown, "{line}");
        }
    }

    #[test]
    fn an_account_that_is_none_may_be_a_name() {
        for (filter, value, names) in [
            ("account", "62.01", false),
            ("account", "76.АВ", false),
            ("account", "Вася", true),
            ("as_of_date", "2026-03-31", false),
            ("contract", "14/2024", true),
        ] {
            assert_eq!(names_somebody(filter, value), names, "{filter} {value}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "([a-zA-Zа-я =:;@/\"']|pwd=|token: |://|\u{130}){0,24}") {
            let shown = secrets(&text);
            prop_assert_eq!(secrets(&shown), shown);
        }
    }
}
