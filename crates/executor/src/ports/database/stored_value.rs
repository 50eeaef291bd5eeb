//! A stored value → a value of its field's type; a value of another form is missing. SQLite stores any value in a
//! column; filters, sorts, metrics and answers use the same conversion.

use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveDateTime};

use super::DatabaseValue;

/// Maximum length of a number written as a text.
const LONGEST_NUMBER: usize = 40;

/// A number written as a text, such as `12` or `-0.50`; `None` where it has more digits than a float distinguishes.
pub(crate) fn number(text: &str) -> Option<DatabaseValue> {
    let is_of_number = |letter: char| letter.is_ascii_digit() || "+-.".contains(letter);
    if text.len() > LONGEST_NUMBER || !text.chars().all(is_of_number) {
        return None;
    }
    if let Ok(whole) = text.parse() {
        return Some(DatabaseValue::Integer(whole));
    }
    let float: f64 = text.parse().ok()?;
    let digits = text.trim_start_matches(['+', '-']).trim_start_matches('0');
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    let shortest = float.abs().to_string();
    (shortest.trim_start_matches('0') == digits).then_some(DatabaseValue::Real(float))
}

/// A boolean: `1`, `true`, `t` or their opposites.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "t" => Some(true),
        "0" | "false" | "f" => Some(false),
        _ => None,
    }
}

/// A day such as `2026-03-31`, or the day of a moment without an offset.
pub(crate) fn day(text: &str) -> Option<&str> {
    let (day, rest) = text.split_at_checked(10)?;
    let is_moment = || moment(text).is_some_and(|moment| moment.starts_with(day));
    let is_day = NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok();
    (is_day && (rest.is_empty() || is_moment())).then_some(day)
}

/// A moment in UTC, in a form that sorts by time.
pub(crate) fn moment(text: &str) -> Option<String> {
    // Seconds are optional, as in SQLite's own date functions.
    let mut forms = [
        "%Y-%m-%dT%H:%M:%S%.f",
        "%Y-%m-%d %H:%M:%S%.f",
        "%Y-%m-%dT%H:%M",
        "%Y-%m-%d %H:%M",
    ]
    .into_iter();
    let zoned = text
        .strip_suffix(['Z', 'z'])
        .map(|text| format!("{text}+00:00"));
    let zoned = zoned.as_deref().unwrap_or(text);
    let with_offset = |form| DateTime::parse_from_str(zoned, &format!("{form}%:z")).ok();
    let plain = |form| NaiveDateTime::parse_from_str(text, form).ok();
    let of_form = |form| plain(form).or_else(|| Some(with_offset(form)?.naive_utc()));
    let moment = forms.find_map(of_form).or_else(|| {
        let day = NaiveDate::from_str(text).ok()?;
        day.and_hms_opt(0, 0, 0)
    })?;
    let written = moment.format("%Y-%m-%dT%H:%M:%S%.f").to_string();
    Some(match written.contains('.') {
        true => written
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        false => written,
    })
}

#[cfg(test)]
mod tests {
    use super::{boolean, day, moment, number};
    use crate::ports::database::DatabaseValue::{Integer, Real};

    #[test]
    fn numbers() {
        for (text, read) in [
            ("12", Some(Integer(12))),
            ("-012", Some(Integer(-12))),
            ("12.50", Some(Real(12.5))),
            ("0.10", Some(Real(0.1))),
            ("-.5", Some(Real(-0.5))),
            ("12345678901234567.89", None),
            ("1,5", None),
            ("1 000", None),
            ("", None),
            (".", None),
            ("много", None),
            ("1e999999999", None),
            ("inf", None),
            ("nan", None),
        ] {
            assert_eq!(number(text), read, "{text}");
        }
    }

    #[test]
    fn days_and_moments() {
        for (text, read) in [
            ("2026-03-31", Some("2026-03-31")),
            ("2026-03-31 10:00:00", Some("2026-03-31")),
            ("2026-03-31T00:00:00", Some("2026-03-31")),
            ("2026-03-31T01:00:00+03:00", None),
            ("2026-02-31", None),
            ("2026-3-31", None),
            ("31.03.2026", None),
            ("2026-03-31 later", None),
            ("", None),
        ] {
            assert_eq!(day(text), read, "{text}");
        }
        assert_eq!(
            moment("2026-03-31 01:00:00+03:00").as_deref(),
            Some("2026-03-30T22:00:00")
        );
        assert_eq!(moment("1774915200"), None);
        assert_eq!(boolean("TRUE"), Some(true));
        assert_eq!(boolean("yes"), None);
    }
}
