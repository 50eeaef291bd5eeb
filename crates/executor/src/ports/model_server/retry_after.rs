//! The header `Retry-After`: seconds or a date → how long the server wants to be left alone.

use std::time::Duration;

use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// How long a server wants to be left alone; `None`: it does not say so. A date is read by the server's own clock, which stands
/// beside it.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let wanted = text(RETRY_AFTER)?;
    if let Ok(seconds) = wanted.parse() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = |text| DateTime::parse_from_rfc2822(text).ok();
    (date(wanted)? - date(text(DATE)?)?).to_std().ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn seconds_and_dates_are_read() {
        let noon = "Wed, 21 Oct 2026 12:00:00 GMT";
        for (wanted, date, expected) in [
            ("2", None, Some(2_000)),
            (" 0.5 ", None, Some(500)),
            ("Wed, 21 Oct 2026 12:01:00 GMT", Some(noon), Some(60_000)),
            (noon, Some(noon), Some(0)),
            ("Wed, 21 Oct 2026 11:00:00 GMT", Some(noon), None),
            (noon, None, None),
            (noon, Some("today"), None),
            ("-1", None, None),
            ("NaN", None, None),
            ("inf", None, None),
            ("1e300", None, None),
            ("soon", Some(noon), None),
            ("", None, None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, HeaderValue::from_static(wanted));
            if let Some(date) = date {
                headers.insert(DATE, HeaderValue::from_static(date));
            }
            let expected = expected.map(Duration::from_millis);
            assert_eq!(retry_after(&headers), expected, "{wanted} at {date:?}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
