//! Whether conditions on a count leave one: a count is a whole number, and none below a least one.

use crate::contract::{Having, Value};
use crate::language::Operator;

/// Whether the last condition leaves none of the counts from `least` on, alone or as the first that does so with those
/// before it on its metric.
pub(crate) fn leaves_no_count(having: &[Having<'_>], last: usize, least: i64) -> bool {
    let (before, rest) = having.split_at_checked(last).unwrap_or((having, &[]));
    let Some(condition) = rest.first() else {
        return false;
    };
    let same = before.iter();
    let same = same.filter(|other| other.metric == condition.metric);
    let mut counts = Counts::from(least);
    same.for_each(|other| counts.narrow(other));
    let known = counts.none();
    counts.narrow(condition);
    let mut alone = Counts::from(least);
    alone.narrow(condition);
    alone.none() || (counts.none() && !known)
}

/// The counts that are left.
struct Counts {
    low: i64,
    high: i64,
    not: Vec<i64>,
}

impl Counts {
    const fn from(least: i64) -> Self {
        Self {
            low: least,
            high: i64::MAX,
            not: Vec::new(),
        }
    }

    fn narrow(&mut self, condition: &Having<'_>) {
        match (condition.operator, condition.operand.as_value()) {
            (Operator::Between, Some(Value::List(ends))) => {
                if let [low, high] = ends.as_slice() {
                    self.compare(Operator::Ge, low);
                    self.compare(Operator::Le, high);
                }
            }
            (operator, Some(value)) => self.compare(operator, value),
            (_, None) => {}
        }
    }

    /// A number that is written in another way is left open.
    fn compare(&mut self, operator: Operator, value: &Value<'_>) {
        let Value::Decimal(digits) = value else {
            return;
        };
        let Some((below, above)) = whole_numbers_around(digits) else {
            return;
        };
        match operator {
            Operator::Gt => self.low = self.low.max(below.saturating_add(1)),
            Operator::Ge => self.low = self.low.max(above),
            Operator::Lt => self.high = self.high.min(above.saturating_sub(1)),
            Operator::Le => self.high = self.high.min(below),
            Operator::Eq => {
                self.low = self.low.max(above);
                self.high = self.high.min(below);
            }
            Operator::Ne if below == above => self.not.push(below),
            _ => {}
        }
    }

    fn none(&self) -> bool {
        let count = self.high.saturating_sub(self.low).saturating_add(1);
        let few = usize::try_from(count).is_ok_and(|count| count <= self.not.len());
        self.low > self.high || (few && (self.low..=self.high).all(|one| self.not.contains(&one)))
    }
}

/// The whole numbers next below and above a decimal one, or the number twice where it is whole.
fn whole_numbers_around(digits: &str) -> Option<(i64, i64)> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let number: i64 = whole.parse().ok()?;
    let is_digit = |byte: u8| byte.is_ascii_digit();
    if !fraction.bytes().all(is_digit) {
        return None;
    }
    Some(match fraction.bytes().all(|byte| byte == b'0') {
        true => (number, number),
        false if digits.starts_with('-') => (number.checked_sub(1)?, number),
        false => (number, number.checked_add(1)?),
    })
}

#[cfg(test)]
mod tests {
    use super::whole_numbers_around;

    #[test]
    fn a_fraction_lies_between_two_whole_numbers() {
        for (digits, around) in [
            ("5", Some((5, 5))),
            ("5.0", Some((5, 5))),
            ("2.5", Some((2, 3))),
            ("-2.5", Some((-3, -2))),
            ("-0.5", Some((-1, 0))),
            ("1e3", None),
            ("1.5e3", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(whole_numbers_around(digits), around, "{digits}");
        }
    }
}
