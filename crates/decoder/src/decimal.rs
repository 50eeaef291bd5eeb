//! Comparing numbers by their digits: a float in between would make two different amounts equal.

use std::cmp::Ordering;

/// Largest exponent that is compared exactly; beyond it `compare` answers `None`.
const EXPONENT_CEILING: i64 = 1_000_000;

/// Compares two JSON numbers exactly; `None` where an exponent is out of all proportion.
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

/// Whether readers of JSON hold a number for what it is: most of them have floats, in which it must be neither endless
/// nor, unless it is zero, nothing.
pub(crate) fn is_in_range(number: &str) -> bool {
    /// Digits that no float makes endless or nothing.
    const SHORT: usize = 300;
    if number.len() <= SHORT && !number.contains(['e', 'E']) {
        return true;
    }
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !mantissa.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    let float: f64 = number.parse().unwrap_or(f64::INFINITY);
    float.is_finite() && (is_zero || float != 0.0)
}

/// A number as `0.digits × 10^scale`, its digits without zeros at either end.
struct Parts {
    negative: bool,
    digits: Vec<u8>,
    scale: i64,
}

impl Parts {
    fn of(number: &str) -> Option<Self> {
        let (negative, rest) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let exponent: i64 = exponent.parse().ok()?;
        if exponent.abs() > EXPONENT_CEILING {
            return None;
        }
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = all.iter().take_while(|digit| **digit == b'0').count();
        let mut digits: Vec<u8> = all.into_iter().skip(zeros).collect();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let scale = i64::try_from(whole.len()).ok()? - i64::try_from(zeros).ok()? + exponent;
        Some(Self {
            negative,
            digits,
            scale,
        })
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        self.scale
            .cmp(&other.scale)
            .then_with(|| self.digits.cmp(&other.digits))
    }
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
