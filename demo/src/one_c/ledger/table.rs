//! Tables that are kept as text.

use std::str::FromStr;

/// Rows of a table, but for its comments.
pub(super) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// A number of a table; 0 where none stands.
pub(super) fn number<T: FromStr + Default>(text: &str) -> T {
    text.parse().unwrap_or_default()
}
