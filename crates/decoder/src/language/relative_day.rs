//! A day counted from today: `-1y`, `+30d`, `0d`, and the first day of a week, month or year so far away: `0m^`, `-1y^`. Which
//! day it is only a host knows, which has a today.

use std::cmp::Ordering;

/// A day counted from today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelativeDay {
    /// How many units later; below 0: earlier.
    pub count: i32,
    /// What is counted.
    pub unit: CalendarUnit,
    /// Whether it is the first day of its week, month or year.
    pub begins: bool,
}

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarUnit {
    /// Days.
    Day,
    /// Weeks of seven days.
    Week,
    /// Months. The 31st is the last day of a month that has none.
    Month,
    /// Years of twelve months.
    Year,
}

impl CalendarUnit {
    /// Every unit.
    pub const ALL: &'static [Self] = &[Self::Day, Self::Week, Self::Month, Self::Year];

    /// As it is written.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Day => 'd',
            Self::Week => 'w',
            Self::Month => 'm',
            Self::Year => 'y',
        }
    }

    /// The fewest and the most days of one.
    const fn days(self) -> [i64; 2] {
        match self {
            Self::Day => [1, 1],
            Self::Week => [7, 7],
            Self::Month => [28, 31],
            Self::Year => [365, 366],
        }
    }
}

impl RelativeDay {
    /// Most digits of a count.
    pub const DIGITS: usize = 4;

    /// The mark of the first day of a week, month or year.
    pub const BEGINS: char = '^';

    /// The day that a text says; `None` where it says none. Today is `0d` and nothing else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let begins = text.ends_with(Self::BEGINS);
        let text = text.strip_suffix(Self::BEGINS).unwrap_or(text);
        let mut units = CalendarUnit::ALL.iter().copied();
        let unit = units.find(|unit| text.ends_with(unit.letter()))?;
        // A day begins itself, and today is written as a day.
        let is_day = unit == CalendarUnit::Day;
        (!(begins && is_day)).then_some(())?;
        if text.strip_suffix(unit.letter()) == Some("0") && begins != is_day {
            let count = 0;
            return Some(Self {
                count,
                unit,
                begins,
            });
        }
        let (digits, earlier) = match text.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (text.strip_prefix('+')?, false),
        };
        let digits = digits.get(..digits.len() - 1)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let short = (1..=Self::DIGITS).contains(&digits.len()) && !digits.starts_with('0');
        (plain && short).then_some(())?;
        let count: i32 = digits.parse().ok()?;
        let count = if earlier { -count } else { count };
        Some(Self {
            count,
            unit,
            begins,
        })
    }

    /// The text that says it.
    #[must_use]
    pub fn written(self) -> String {
        let mut text = match self.count {
            0 => "0".to_owned(),
            count => format!("{count:+}"),
        };
        text.push(self.unit.letter());
        text.extend(self.begins.then_some(Self::BEGINS));
        text
    }

    /// Which of two days is earlier, where that is the same whatever day today is.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        let are_days = !self.begins && !other.begins;
        let is_same = self.unit == other.unit && self.begins == other.begins;
        if is_same || (are_days && (self.count == 0 || other.count == 0)) {
            return Some(self.count.cmp(&other.count));
        }
        let ([least, most], [other_least, other_most]) = (self.range(), other.range());
        match (most < other_least, least > other_most) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// The fewest and the most days later.
    fn range(self) -> [i64; 2] {
        let [one, other] = self.unit.days().map(|days| days * i64::from(self.count));
        // The day is somewhere in what it is the beginning of.
        let [_, longest] = self.unit.days();
        let before = if self.begins { longest - 1 } else { 0 };
        [one.min(other) - before, one.max(other)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_in_one_spelling() {
        for (text, count, unit) in [
            ("0d", 0, CalendarUnit::Day),
            ("-1d", -1, CalendarUnit::Day),
            ("+30d", 30, CalendarUnit::Day),
            ("-2w", -2, CalendarUnit::Week),
            ("-12m", -12, CalendarUnit::Month),
            ("-9999y", -9999, CalendarUnit::Year),
            ("0m^", 0, CalendarUnit::Month),
            ("0w^", 0, CalendarUnit::Week),
            ("-1y^", -1, CalendarUnit::Year),
        ] {
            let begins = text.ends_with('^');
            let day = RelativeDay {
                count,
                unit,
                begins,
            };
            assert_eq!(RelativeDay::read(text), Some(day), "{text}");
            assert_eq!(day.written(), text);
        }
        for text in [
            "", "d", "-d", "1d", "-0d", "+0d", "0y", "-01d", "-1", "-1D", "-1 d", "-10000d",
            "-1.5y", "--1d", "-1q", "-١d", "-1yy", "0d^", "-1d^", "0m", "^", "-1m^^", "+0m^",
        ] {
            assert_eq!(RelativeDay::read(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_compared_where_today_makes_no_difference() {
        for (one, other, order) in [
            ("-1y", "0d", Some(Ordering::Less)),
            ("-1y", "-11m", Some(Ordering::Less)),
            ("-1y", "-12m", None),
            ("-1m", "-30d", None),
            ("-1m", "-5w", Some(Ordering::Greater)),
            ("+1m", "+5w", Some(Ordering::Less)),
            ("-8d", "-1w", Some(Ordering::Less)),
            ("-2d", "-1d", Some(Ordering::Less)),
            ("-1m^", "0m^", Some(Ordering::Less)),
            ("0m^", "0d", None),
            ("0m^", "+1d", Some(Ordering::Less)),
            ("0y^", "-1m", None),
            ("-1y^", "-1m", Some(Ordering::Less)),
        ] {
            let day = |text| RelativeDay::read(text).unwrap();
            assert_eq!(day(one).compare(day(other)), order, "{one} {other}");
        }
    }
}
