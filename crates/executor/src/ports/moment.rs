//! Moments of 1C: their format and range.

/// The format of moments in parameters and rows.
pub const FORMAT: &str = "%Y-%m-%dT%H:%M:%S";
/// The empty date of 1C, before every other. It means no value, or no start of a period.
pub const EMPTY: &str = "0001-01-01T00:00:00";
/// The latest moment of 1C. It means no end of a period.
pub const LATEST: &str = "3999-12-31T23:59:59";
/// The last year of 1C.
pub const LAST_YEAR: i32 = 3999;
