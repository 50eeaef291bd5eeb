//! Reads moments in formats other than ISO 8601.

use crate::calendar;
use crate::typed_value::reading::day;

/// The only moment that a day with a time names. A day alone is not a moment.
pub(super) fn read(text: &str) -> Option<String> {
    let (said, time) = text.trim().split_once(['T', ' '])?;
    let date = day::read(said)?;
    let time = time.trim_start();
    let whole = match time.len() {
        // Hours and minutes, without seconds.
        5 => format!("{date}T{time}:00"),
        _ => format!("{date}T{time}"),
    };
    calendar::is_datetime(&whole).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_moment_has_a_day_and_a_time() {
        for (text, moment) in [
            ("2026-01-31 10:05", Some("2026-01-31T10:05:00")),
            ("2026-01-31T10:05", Some("2026-01-31T10:05:00")),
            ("31.01.2026 10:05:09", Some("2026-01-31T10:05:09")),
            ("2026-01-31", None),
            ("2026-01-31 25:00", None),
            ("2026-02-30 10:05", None),
            ("10:05", None),
        ] {
            assert_eq!(read(text).as_deref(), moment, "{text}");
        }
    }
}
