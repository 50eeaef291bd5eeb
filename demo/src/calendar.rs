//! Days as numbers, without a clock.

use chrono::{Datelike, NaiveDate, NaiveDateTime};

/// A day; 1 January of year 1 is day 1.
pub(crate) type Day = i64;

/// The day of a date; day 1 if the date does not exist.
pub(crate) fn day(year: i32, month: u32, day_of_month: u32) -> Day {
    let date = NaiveDate::from_ymd_opt(year, month, day_of_month);
    i64::from(date.map_or(1, |date| date.num_days_from_ce()))
}

/// The day of a date such as `2026-03-31`; day 1 if it is no date.
pub(crate) fn parsed(text: &str) -> Day {
    let date = text.parse::<NaiveDate>();
    i64::from(date.map_or(1, |date| date.num_days_from_ce()))
}

pub(crate) fn year(day: Day) -> i32 {
    date(day).year()
}

pub(crate) fn date(day: Day) -> NaiveDate {
    i32::try_from(day)
        .ok()
        .and_then(NaiveDate::from_num_days_from_ce_opt)
        .unwrap_or_default()
}

pub(crate) fn moment(day: Day, seconds: i64) -> NaiveDateTime {
    NaiveDateTime::from(date(day)) + chrono::TimeDelta::seconds(seconds)
}

#[cfg(test)]
mod tests {
    use super::{day, moment, year};

    #[test]
    fn days_are_numbered_in_a_row() {
        assert_eq!(day(2026, 6, 30) - day(2023, 1, 1), 1276);
        assert_eq!(year(day(2023, 12, 31) + 1), 2024);
        let last = moment(day(2026, 3, 31), 86_399);
        assert_eq!(last.to_string(), "2026-03-31 23:59:59");
    }
}
