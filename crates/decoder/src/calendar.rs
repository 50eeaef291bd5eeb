//! ISO 8601 dates: `YYYY-MM-DD`, and `YYYY-MM-DDTHH:MM:SS` with an optional fraction and offset.
//!
//! The decoder only needs to validate days and to compare moments, which does not justify a dependency.

use std::cmp::Ordering;

/// `true` if the text is an existing day.
#[must_use]
pub fn is_date(text: &str) -> bool {
    day(text).is_some()
}

/// `true` if the text is a day and a time, with an optional fraction of a second and offset.
pub(crate) fn is_datetime(text: &str) -> bool {
    Moment::of(text).is_some()
}

/// Compares two moments. Offsets count if both have one; otherwise local times are compared.
pub(crate) fn compare_datetimes(left: &str, right: &str) -> Ordering {
    match (Moment::of(left), Moment::of(right)) {
        (Some(left), Some(right)) => {
            let offsets = left.offset.is_some() && right.offset.is_some();
            let at = |moment: &Moment<'_>| {
                moment.seconds
                    - if offsets {
                        moment.offset.unwrap_or(0) * 60
                    } else {
                        0
                    }
            };
            let trim = |fraction: &str| fraction.trim_end_matches('0').to_owned();
            at(&left)
                .cmp(&at(&right))
                .then_with(|| trim(left.fraction).cmp(&trim(right.fraction)))
        }
        _ => Ordering::Equal,
    }
}

struct Moment<'a> {
    seconds: i64,
    fraction: &'a str,
    /// Minutes east of UTC.
    offset: Option<i64>,
}

impl<'a> Moment<'a> {
    fn of(text: &'a str) -> Option<Self> {
        // A day has ten bytes.
        let (date, time) = text.split_at_checked(10)?;
        let time = time.strip_prefix('T')?;
        let day = day_number(date)?;
        let clock = time.get(..8)?;
        let [hours, minutes, seconds] = clock_parts(clock)?;
        let (fraction, zone) = fraction(time.get(8..)?)?;
        Some(Self {
            seconds: ((day * 24 + hours) * 60 + minutes) * 60 + seconds,
            fraction,
            offset: offset(zone)?,
        })
    }
}

fn clock_parts(clock: &str) -> Option<[i64; 3]> {
    let &[a, b, b':', c, d, b':', e, f] = clock.as_bytes() else {
        return None;
    };
    let hours = two(a, b).filter(|hours| *hours < 24)?;
    let minutes = two(c, d).filter(|minutes| *minutes < 60)?;
    let seconds = two(e, f).filter(|seconds| *seconds < 60)?;
    Some([hours, minutes, seconds])
}

/// The digits after a point, and the rest of the text.
fn fraction(rest: &str) -> Option<(&str, &str)> {
    let Some(digits) = rest.strip_prefix('.') else {
        return Some(("", rest));
    };
    let end = digits
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(digits.len());
    let (fraction, zone) = digits.split_at_checked(end)?;
    (!fraction.is_empty() && fraction.len() <= 9).then_some((fraction, zone))
}

/// The offset in minutes of `Z`, `+HH:MM` or `-HH:MM`; `Some(None)` for an empty text.
fn offset(zone: &str) -> Option<Option<i64>> {
    let sign = match zone.chars().next() {
        None => return Some(None),
        Some('Z') if zone.len() == 1 => return Some(Some(0)),
        Some('+') => 1,
        Some('-') => -1,
        Some(_) => return None,
    };
    let &[a, b, b':', c, d] = zone.get(1..)?.as_bytes() else {
        return None;
    };
    let hours = two(a, b).filter(|hours| *hours <= 14)?;
    let minutes = two(c, d).filter(|minutes| *minutes < 60)?;
    Some(Some(sign * (hours * 60 + minutes)))
}

/// The number of a day. Consecutive days have consecutive numbers.
pub(crate) fn day_number(text: &str) -> Option<i64> {
    day(text).map(number_of_day)
}

/// The number of an existing day: 1 is the first day of the year 1, a Monday.
pub(crate) fn number_of_day([year, month, day]: [i64; 3]) -> i64 {
    days_before_year(year) + days_before_month(year, month) + day
}

/// The day with this number.
pub(crate) fn day_of_number(number: i64) -> [i64; 3] {
    // Off by one year at most.
    let mut year = (number - 1) * 400 / 146_097 + 1;
    while days_before_year(year) >= number {
        year -= 1;
    }
    while days_before_year(year + 1) < number {
        year += 1;
    }
    let (mut month, mut day) = (1, number - days_before_year(year));
    while day > days_in_month(year, month) {
        day -= days_in_month(year, month);
        month += 1;
    }
    [year, month, day]
}

pub(crate) fn next_day(text: &str) -> Option<String> {
    let [year, month, own] = day(text)?;
    let [year, month, own] = match (own < days_in_month(year, month), month) {
        (true, _) => [year, month, own + 1],
        (false, 12) => [year + 1, 1, 1],
        (false, _) => [year, month + 1, 1],
    };
    (year < 10_000).then(|| format!("{year:04}-{month:02}-{own:02}"))
}

/// Year, month and day, if the text is an existing day.
pub(crate) fn day(text: &str) -> Option<[i64; 3]> {
    let &[a, b, c, d, b'-', e, f, b'-', g, h] = text.as_bytes() else {
        return None;
    };
    let year = two(a, b)? * 100 + two(c, d)?;
    let month = two(e, f)?;
    let day = two(g, h)?;
    let exists =
        year > 0 && (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    exists.then_some([year, month, day])
}

fn two(tens: u8, ones: u8) -> Option<i64> {
    let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
    digits.then(|| i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
}

const fn is_leap(year: i64) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

pub(crate) const fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const fn days_before_year(year: i64) -> i64 {
    let past = year - 1;
    past * 365 + past / 4 - past / 100 + past / 400
}

fn days_before_month(year: i64, month: i64) -> i64 {
    (1..month).map(|earlier| days_in_month(year, earlier)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_calendar() {
        for text in ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert!(is_date(text), "{text}");
        }
        for text in [
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-04-31",
            "24-01-01",
            "2024-1-1",
            "2024/01/01",
            "2024-01-01 ",
            "",
            "2024-01-0１",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn knows_times() {
        for text in [
            "2024-02-29T23:59:59",
            "2024-01-01T00:00:00.5Z",
            "2024-01-01T00:00:00+03:00",
        ] {
            assert!(is_datetime(text), "{text}");
        }
        for text in [
            "2024-02-29",
            "2024-02-29T24:00:00",
            "2024-02-29T10:00",
            "2024-02-29 10:00:00",
            "2024-01-01T00:00:00+3",
            "2024-01-01T00:00:00.",
            "2024-01-01T00:00:00ЖЖ",
        ] {
            assert!(!is_datetime(text), "{text}");
        }
    }

    #[test]
    fn orders_moments() {
        let earlier = "2024-01-01T02:00:00+03:00";
        let later = "2024-01-01T00:00:00Z";
        assert_eq!(compare_datetimes(earlier, later), Ordering::Less);
        assert_eq!(
            compare_datetimes("2024-01-01T00:00:00.50", "2024-01-01T00:00:00.5"),
            Ordering::Equal
        );
        assert_eq!(
            compare_datetimes("2023-12-31T23:59:59", "2024-01-01T00:00:00"),
            Ordering::Less
        );
    }
}
