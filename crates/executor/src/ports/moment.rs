//! Moments of 1C: how they are written, and where its time begins and ends.

/// How a moment is written in parameters and rows.
pub const FORMAT: &str = "%Y-%m-%dT%H:%M:%S";
/// The empty date of 1C, which comes before every other. It stands for no value, and for no beginning of a period.
pub const EMPTY: &str = "0001-01-01T00:00:00";
/// The latest moment of 1C. It stands for no end of a period.
pub const LATEST: &str = "3999-12-31T23:59:59";
/// The last year of 1C.
pub const LAST_YEAR: i32 = 3999;
