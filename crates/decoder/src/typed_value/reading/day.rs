//! Reads days in formats other than ISO 8601.

use crate::calendar;

/// The only day that a text names. Dates with points have the day first; dates with slashes are ambiguous, unless the
/// numbers exclude one order.
pub(super) fn read(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(day) = with_month_named(text) {
        return Some(day);
    }
    if let Some((date, _)) = text.split_once(['T', ' ']) {
        return calendar::is_date(date).then(|| date.to_owned());
    }
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return iso(text.get(..4)?, text.get(4..6)?, text.get(6..)?);
    }
    let text = text.trim_end_matches('日');
    let mark = |letter: char| matches!(letter, '.' | '/' | '-' | '年' | '月');
    let parts: Vec<&str> = text.split(mark).collect();
    let &[first, second, third] = parts.as_slice() else {
        return None;
    };
    if first.len() == 4 {
        return iso(first, second, third);
    }
    if third.len() != 4 {
        return None;
    }
    let day_first = iso(third, second, first);
    let month_first = iso(third, first, second).filter(|_| text.contains('/'));
    match (day_first, month_first) {
        (Some(one), Some(other)) => (one == other).then_some(one),
        (one, other) => one.or(other),
    }
}

/// Beginnings of the names of months, in Russian and English.
const MONTHS: &[&[&str]] = &[
    &["янв", "jan"],
    &["фев", "feb"],
    &["мар", "mar"],
    &["апр", "apr"],
    &["май", "мая", "may"],
    &["июн", "jun"],
    &["июл", "jul"],
    &["авг", "aug"],
    &["сен", "sep"],
    &["окт", "oct"],
    &["ноя", "nov"],
    &["дек", "dec"],
];

/// Reads `31 марта 2026 г.`, `31 Mar 2026`, `March 31, 2026`.
fn with_month_named(text: &str) -> Option<String> {
    let words = text.to_lowercase();
    let mut words = words
        .split(|letter: char| letter.is_whitespace() || letter == ',' || letter == '.')
        .filter(|word| !word.is_empty());
    let (first, second, year) = (words.next()?, words.next()?, words.next()?);
    let rest = words.next().unwrap_or("г");
    let whole = year.len() == 4 && words.next().is_none();
    (whole && ["г", "года"].contains(&rest)).then_some(())?;
    let month = |word: &str| {
        let letters = word.chars().all(char::is_alphabetic) && word.chars().count() >= 3;
        let starts = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
        let place = MONTHS.iter().position(starts).filter(|_| letters)?;
        Some((place + 1).to_string())
    };
    let (day, month) = match (month(first), month(second)) {
        (None, Some(month)) => (first, month),
        (Some(month), None) => (second, month),
        _ => return None,
    };
    iso(year, &month, day)
}

fn iso(year: &str, month: &str, day: &str) -> Option<String> {
    let date = format!("{year:0>4}-{month:0>2}-{day:0>2}");
    calendar::is_date(&date).then_some(date)
}

/// A day in local formats, by language tag.
pub(super) fn in_words(day: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = day.split('-').collect();
    match parts.as_slice() {
        [year, month, day] => vec![("ru".to_owned(), format!("{day}.{month}.{year}"))],
        _ => Vec::new(),
    }
}
