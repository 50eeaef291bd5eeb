//! The header `Retry-After`: seconds or a date → the wait that the server requests.

use std::time::Duration;

use chrono::{DateTime, FixedOffset};
#[cfg(feature = "model")]
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// The wait that a server requests, if any. A date is relative to the server's own clock, which the response's `Date`
/// header gives.
#[cfg(feature = "model")]
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok();
    wait_of(text(RETRY_AFTER)?, text(DATE).and_then(date))
}

/// The wait of a header value, from a moment on.
pub(crate) fn wait_of(wanted: &str, now: Option<DateTime<FixedOffset>>) -> Option<Duration> {
    if let Ok(seconds) = wanted.trim().parse() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    (date(wanted)? - now?).to_std().ok()
}

fn date(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc2822(text.trim()).ok()
}

#[cfg(all(test, feature = "model"))]
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
