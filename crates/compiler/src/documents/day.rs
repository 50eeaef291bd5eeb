//! A day as written in front matter: alone, or followed by a time.

use cmec_decoder::calendar::is_date;

/// The day at the start of a text, `YYYY-MM-DD`; `None` if it does not exist or if anything except a time follows.
pub(super) fn day(text: &str) -> Option<&str> {
    let (day, rest) = text.split_at_checked("YYYY-MM-DD".len())?;
    (is_date(day) && (rest.is_empty() || is_time(rest))).then_some(day)
}

/// `T10:00`, ` 10:00:00.5 +03:00`, `T10:00:00Z`.
fn is_time(text: &str) -> bool {
    let clock = text.strip_prefix(['T', 't', ' ']).unwrap_or_default();
    let Some((hour, rest)) = clock.split_once(':') else {
        return false;
    };
    let starts = rest.bytes().take_while(u8::is_ascii_digit).count() == 2;
    let of_time = |letter| matches!(letter, '0'..='9' | ':' | '.' | '+' | '-' | ' ' | 'Z' | 'z');
    let is_hour = hour.len() == 2 && hour.bytes().all(|byte| byte.is_ascii_digit());
    is_hour && starts && rest.chars().all(of_time)
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_read_as_they_are_written() {
        for (text, expected) in [
            ("2024-02-29", Some("2024-02-29")),
            ("2000-02-29", Some("2000-02-29")),
            ("2024-05-01T10:00:00Z", Some("2024-05-01")),
            ("2024-05-01 10:00:00.5 +03:00", Some("2024-05-01")),
            ("2024-05-01T10:00", Some("2024-05-01")),
            ("2023-02-29", None),
            ("1900-02-29", None),
            ("2024-13-01", None),
            ("2024-00-01", None),
            ("2024-04-31", None),
            ("2024-5-1", None),
            ("2024/05/01", None),
            ("20240501", None),
            ("+024-05-01", None),
            ("2024-05-01x", None),
            ("2024-05-01 about", None),
            ("2024-05-01T1", None),
            ("2024-05-0１", None),
            ("1714521600", None),
            ("", None),
        ] {
            assert_eq!(day(text), expected, "{text}");
        }
    }
}
