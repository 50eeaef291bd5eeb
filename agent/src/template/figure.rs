//! Finds numbers written in digits.

use std::ops::Range;

/// True for a numeric Unicode character, or a symbol that contains one, such as `㋀` and `🔟`.
fn is_figure(letter: char) -> bool {
    letter.is_numeric()
        || matches!(letter, '\u{32c0}'..='\u{32cb}' | '\u{3358}'..='\u{3370}' | '\u{33e0}'..='\u{33fe}' | '🔟' | '💯')
}

/// The ranges of numbers in a text: with a decimal point or comma, and spaces before groups of three digits.
pub(super) fn figures(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find(is_figure)?;
        let mut end = start;
        while let Some(rest) = text.get(end..).filter(|rest| !rest.is_empty()) {
            let more = rest.trim_start_matches(is_figure);
            let behind = more.strip_prefix(['.', ',', ' ', '\u{a0}', '\u{202f}']);
            let digits = behind.map_or(0, |own| {
                own.chars()
                    .take(4)
                    .take_while(|own| is_figure(*own))
                    .count()
            });
            end = text.len() - more.len();
            match (more.starts_with(['.', ',']), digits) {
                (true, 1..) | (false, 3) => end += more.len() - behind.map_or(0, str::len),
                _ => break,
            }
        }
        from = end;
        Some(start..end)
    })
}
