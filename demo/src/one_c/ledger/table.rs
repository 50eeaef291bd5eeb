//! Tables stored as text.

use std::str::FromStr;

/// The rows of a table, without comments.
pub(super) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// A number in a table; 0 if it is empty.
pub(super) fn number<T: FromStr + Default>(text: &str) -> T {
    text.parse().unwrap_or_default()
}
