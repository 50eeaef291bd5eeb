//! Date formats of 1C.

use chrono::{Datelike, NaiveDateTime, Timelike};

use crate::calendar::{Day, date, moment};

const EMPTY_DATE: &str = "0001-01-01T00:00:00";

pub(super) fn ends_month(day: Day) -> bool {
    date(day + 1).day() == 1
}

/// `2026-03-31T12:00:00`: a day and the seconds since its start.
pub(super) fn iso(day: Day, seconds: i64) -> String {
    moment(day, seconds).format("%Y-%m-%dT%H:%M:%S").to_string()
}

/// The start of a day, or the empty date.
pub(super) fn day_start(day: Option<Day>) -> String {
    day.map_or_else(|| EMPTY_DATE.to_owned(), |day| iso(day, 0))
}

/// `31.03.2026`.
pub(super) fn dotted(day: Day) -> String {
    date(day).format("%d.%m.%Y").to_string()
}

/// `31.03.2026 12:00:00`, and `31.03.2026 9:05:00`: 1C shows hours without a leading zero.
pub(super) fn dotted_with_time(day: Day, seconds: i64) -> String {
    moment(day, seconds)
        .format("%d.%m.%Y %-H:%M:%S")
        .to_string()
}

/// True for a valid date and time, `YYYY-MM-DDTHH:MM:SS`.
pub(in crate::one_c) fn is_date_time(text: &str) -> bool {
    const FORMAT: &str = "%Y-%m-%dT%H:%M:%S";
    // The parser alone accepts signs, missing zeros and leap seconds.
    NaiveDateTime::parse_from_str(text, FORMAT)
        .is_ok_and(|moment| moment.nanosecond() == 0 && moment.format(FORMAT).to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::{dotted_with_time, ends_month, is_date_time, iso};
    use crate::calendar::day;

    #[test]
    fn a_month_ends_on_its_last_day() {
        assert!(ends_month(day(2024, 2, 29)) && !ends_month(day(2024, 2, 28)));
    }

    #[test]
    fn dates_are_written_as_1c_writes_them() {
        let last = day(2026, 3, 31);
        assert_eq!(iso(last, 43_200), "2026-03-31T12:00:00");
        assert_eq!(dotted_with_time(last, 32_705), "31.03.2026 9:05:05");
    }

    #[test]
    fn only_existing_moments_are_dates() {
        for known in ["0001-01-01T00:00:00", "3999-12-31T23:59:59"] {
            assert!(is_date_time(known), "{known}");
        }
        for unknown in [
            "2026-02-29T00:00:00",
            "2026-3-31T00:00:00",
            "+2026-03-31T00:00:00",
            "2026-03-31T23:59:60",
        ] {
            assert!(!is_date_time(unknown), "{unknown}");
        }
    }
}
