//! Compares numbers by their digits. A comparison as floats would make different amounts equal.
//!
//! Decimals are compared digit by digit and written out as they came in. Numbers that overflow or underflow a float
//! (`1e400`, `1e-400`) are out of range, because most readers of a contract use floats.

use std::cmp::Ordering;

/// The largest exponent that is compared exactly; `compare` returns `None` beyond it.
const EXPONENT_CEILING: i64 = 1_000_000;

/// Compares two JSON numbers exactly; `None` if an exponent exceeds the ceiling.
pub(crate) fn compare(left: &str, right: &str) -> Option<Ordering> {
    let left = Parts::of(left)?;
    let right = Parts::of(right)?;
    Some(match (left.sign(), right.sign()) {
        (0, 0) => Ordering::Equal,
        (a, b) if a != b => a.cmp(&b),
        (-1, _) => right.magnitude(&left),
        _ => left.magnitude(&right),
    })
}

/// `true` if a number has neither a fraction nor an exponent.
pub(crate) fn is_whole(number: &str) -> bool {
    !number
        .bytes()
        .any(|byte| matches!(byte, b'.' | b'e' | b'E'))
}

/// `true` if a number neither overflows a float nor, unless it is zero, underflows one.
pub(crate) fn is_in_range(number: &str) -> bool {
    /// A number of this many digits fits a float in any case.
    const SHORT: usize = 300;
    if number.len() <= SHORT && !number.bytes().any(|byte| matches!(byte, b'e' | b'E')) {
        return true;
    }
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !mantissa.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    let float: f64 = number.parse().unwrap_or(f64::INFINITY);
    float.is_finite() && (is_zero || float != 0.0)
}

/// A number as `0.digits × 10^scale`, without zeros at either end of its digits.
struct Parts<'a> {
    negative: bool,
    /// The digits before and after the point.
    digits: (&'a [u8], &'a [u8]),
    scale: i64,
}

impl<'a> Parts<'a> {
    fn of(number: &'a str) -> Option<Self> {
        let (negative, rest) = match number.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (mantissa, exponent) = match split(rest, |byte| matches!(byte, b'e' | b'E')) {
            (mantissa, None) => (mantissa, 0),
            (mantissa, Some(exponent)) => {
                let exponent: i64 = std::str::from_utf8(exponent).ok()?.parse().ok()?;
                (mantissa, exponent)
            }
        };
        let held = -EXPONENT_CEILING..=EXPONENT_CEILING;
        held.contains(&exponent).then_some(())?;
        let (whole, fraction) = split(mantissa, |byte| byte == b'.');
        let fraction = trim_end(fraction.unwrap_or_default());
        let significant = trim_start(whole);
        let scale = i64::try_from(significant.len()).ok()? + exponent;
        let (digits, scale) = if significant.is_empty() {
            let digits = trim_start(fraction);
            let zeros = i64::try_from(fraction.len() - digits.len()).ok()?;
            ((significant, digits), scale - zeros)
        } else if fraction.is_empty() {
            ((trim_end(significant), fraction), scale)
        } else {
            ((significant, fraction), scale)
        };
        Some(Self {
            negative,
            digits,
            scale,
        })
    }

    const fn sign(&self) -> i8 {
        let zero = self.digits.0.is_empty() && self.digits.1.is_empty();
        match (zero, self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        let digits = |parts: &Self| parts.digits.0.iter().chain(parts.digits.1);
        self.scale
            .cmp(&other.scale)
            .then_with(|| digits(self).cmp(digits(other)))
    }
}

/// The bytes before and after the first byte that passes `is`.
fn split(bytes: &[u8], is: impl Fn(u8) -> bool) -> (&[u8], Option<&[u8]>) {
    match bytes.iter().position(|byte| is(*byte)) {
        Some(at) => (bytes.get(..at).unwrap_or_default(), bytes.get(at + 1..)),
        None => (bytes, None),
    }
}

fn trim_start(mut digits: &[u8]) -> &[u8] {
    while let [b'0', rest @ ..] = digits {
        digits = rest;
    }
    digits
}

fn trim_end(mut digits: &[u8]) -> &[u8] {
    while let [rest @ .., b'0'] = digits {
        digits = rest;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_floats_cannot_hold_is_out_of_range() {
        let nines = "9".repeat(400);
        for number in ["1e309", "-1e309", "1e-400", "1e99999999999", &nines] {
            assert!(!is_in_range(number), "{number}");
        }
        for number in [
            "0",
            "0e999",
            "-0.0e-999",
            "1e308",
            "1e-300",
            "9007199254740993",
            "0.1",
        ] {
            assert!(is_in_range(number), "{number}");
        }
    }

    #[test]
    fn compares_by_value() {
        for (left, right, order) in [
            ("1", "1.0", Ordering::Equal),
            ("-0", "0", Ordering::Equal),
            ("10", "9", Ordering::Greater),
            ("0.1", "0.09", Ordering::Greater),
            ("1e2", "100", Ordering::Equal),
            ("-2", "-1", Ordering::Less),
            ("-1", "1", Ordering::Less),
            ("9007199254740993", "9007199254740992", Ordering::Greater),
            ("0.001e3", "1", Ordering::Equal),
        ] {
            assert_eq!(compare(left, right), Some(order), "{left} {right}");
        }
        assert_eq!(compare("1e99999999999", "1"), None);
    }
}
