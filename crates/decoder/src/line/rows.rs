//! A number of rows: a bare figure where it can be nothing else, and `limit N` elsewhere.

use crate::language::Key;
use crate::tables::Tables;

/// Numbers of three digits: behind a figure they could be the rest of it, as in `2 500`.
pub const GROUPED: (u32, u32) = (100, 999);

/// The word before a number of rows.
pub const WORD: &str = Key::Lim.in_line();

/// Whether every number of rows is said with its word: beside texts that are written in figures a bare one could be
/// such a text.
#[must_use]
pub fn are_named(tables: &Tables) -> bool {
    tables.types.iter().any(|def| def.figures)
}

/// A number of rows as an item.
#[must_use]
pub fn limit(rows: u32, tables: &Tables) -> String {
    if (GROUPED.0..=GROUPED.1).contains(&rows) || are_named(tables) {
        named(&rows.to_string())
    } else {
        rows.to_string()
    }
}

/// Whether digits are a whole number without zeros before it.
pub(crate) fn is_number(digits: &str) -> bool {
    let all = digits.bytes().all(|byte| byte.is_ascii_digit());
    all && !digits.is_empty() && (digits.len() == 1 || !digits.starts_with('0'))
}

/// A number of rows that can be nothing else.
pub(crate) fn named(digits: &str) -> String {
    format!("{WORD} {digits}")
}
