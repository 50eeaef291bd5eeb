//! Accounts: a token as people write it → a code of the chart of accounts, and the test whether a row's account belongs
//! to it.

use std::borrow::Cow;

/// The account code in a token: `62`, `62.01`, `76.АВ`, also written with a comma, a look-alike letter or spaces.
///
/// `None` for any other token. A code has two digits or two letters of the chart, then parts of one to three digits or
/// letters, each after a dot.
#[must_use]
pub fn normalise(token: &str) -> Option<String> {
    let code: String = token
        .trim()
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| if character == ',' { '.' } else { character })
        .flat_map(char::to_uppercase)
        .map(cyrillic)
        .collect();
    is_code(&code).then_some(code)
}

/// True where a displayed account is one of these codes or a sub-account of one.
#[must_use]
pub fn lies_under(shown: &str, scopes: &[impl AsRef<str>]) -> bool {
    let code = if is_code(shown) {
        Some(Cow::Borrowed(shown))
    } else {
        normalise(shown).map(Cow::Owned)
    };
    code.is_some_and(|code| scopes.iter().any(|scope| covers(scope.as_ref(), &code)))
}

/// True for a code in the spelling of the chart.
fn is_code(code: &str) -> bool {
    let mut parts = code.split('.');
    let head = parts.next().unwrap_or_default();
    let alphabet = |part: &str| {
        part.chars()
            .all(|character| character.is_ascii_digit() || ('А'..='Я').contains(&character))
    };
    let head_fits = (2..=3).contains(&head.chars().count()) && alphabet(head);
    let rest_fits = parts.all(|part| (1..=3).contains(&part.chars().count()) && alphabet(part));
    head_fits && rest_fits
}

/// True where `account` is `scope` or a sub-account of it: `60` covers `60.01` but not `601`.
#[must_use]
pub fn covers(scope: &str, account: &str) -> bool {
    account
        .strip_prefix(scope)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The Russian letter that a Latin letter resembles: `76.AB` is typed for `76.АВ`.
fn cyrillic(letter: char) -> char {
    let mut alike = "ABCEHKMOPTX".chars().zip("АВСЕНКМОРТХ".chars());
    let found = alike.find(|(latin, _)| *latin == letter);
    found.map_or(letter, |(_, russian)| russian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_tokens() {
        for (token, code) in [
            ("62", Some("62")),
            (" 62.01 ", Some("62.01")),
            ("62,01", Some("62.01")),
            ("62.р", Some("62.Р")),
            ("76.AB", Some("76.АВ")),
            ("рв.1", Some("РВ.1")),
            ("001", Some("001")),
            ("", None),
            ("6", None),
            ("62.", None),
            ("62..01", None),
            ("62%", None),
            ("счёт 62", None),
            ("62' ИЛИ 1=1", None),
        ] {
            assert_eq!(normalise(token).as_deref(), code, "{token}");
        }
    }

    #[test]
    fn an_account_lies_under_a_code_however_it_is_written() {
        let scopes = ["60".to_owned(), "76.АВ".to_owned()];
        for (shown, inside) in [
            ("60", true),
            ("60.01", true),
            (" 60,01", true),
            ("76.АВ", true),
            ("76.ab", true),
            ("76.АС", false),
            ("601", false),
            ("счёт 60", false),
            ("", false),
        ] {
            assert_eq!(lies_under(shown, &scopes), inside, "{shown}");
        }
    }

    #[test]
    fn covers_itself_and_children() {
        for (scope, account, inside) in [
            ("60", "60", true),
            ("60", "60.01", true),
            ("60", "601", false),
            ("60.01", "60", false),
            ("62", "62.Р", true),
        ] {
            assert_eq!(covers(scope, account), inside, "{scope} {account}");
        }
    }
}
