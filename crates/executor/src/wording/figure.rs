//! Localised figures and days: `17 193 057,52` and `31.03.2026` in Russian, `17,193,057.52` and `2026-03-31` in English
//! and Chinese. Digits never change; a text that is not a figure stays unchanged.

use crate::locale::Locale;

/// Minimum number of decimal places of an amount.
const MINOR_DIGITS: usize = 2;

/// A decimal number, split into its parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal<'d> {
    pub(crate) is_negative: bool,
    pub(crate) whole: &'d str,
    /// Decimal places without trailing zeros.
    pub(crate) fraction: &'d str,
}

impl<'d> Decimal<'d> {
    pub(crate) fn parse(text: &'d str) -> Option<Self> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        Some(Self {
            is_negative,
            whole,
            fraction: fraction.trim_end_matches('0'),
        })
    }

    fn written(self, group: &str, point: char, least_fraction: usize) -> String {
        let mut text = String::new();
        if self.is_negative {
            text.push('-');
        }
        let length = self.whole.len();
        for (at, digit) in self.whole.chars().enumerate() {
            if at > 0 && (length - at).is_multiple_of(3) {
                text.push_str(group);
            }
            text.push(digit);
        }
        let zeros = least_fraction.saturating_sub(self.fraction.len());
        if !self.fraction.is_empty() || zeros > 0 {
            text.push(point);
            text.push_str(self.fraction);
            text.extend(std::iter::repeat_n('0', zeros));
        }
        text
    }
}

/// An amount of money, in groups of three digits.
#[must_use]
pub fn amount(locale: Locale, digits: &str) -> String {
    let (group, point) = marks(locale);
    Decimal::parse(digits).map_or_else(
        || digits.to_owned(),
        |number| number.written(group, point, MINOR_DIGITS),
    )
}

/// A count, in groups of three digits.
#[must_use]
pub fn count(locale: Locale, digits: &str) -> String {
    let (group, point) = marks(locale);
    Decimal::parse(digits).map_or_else(
        || digits.to_owned(),
        |number| number.written(group, point, 0),
    )
}

/// An amount with the locale's decimal mark but without groups, for other programs.
#[must_use]
pub fn ungrouped(locale: Locale, digits: &str) -> Option<String> {
    let (_, point) = marks(locale);
    Some(Decimal::parse(digits)?.written("", point, 0))
}

const fn marks(locale: Locale) -> (&'static str, char) {
    match locale {
        Locale::Ru => (" ", ','),
        Locale::Zh | Locale::En => (",", '.'),
    }
}

/// The day of a day or of a moment such as `2026-03-31T20:00:00`.
#[must_use]
pub fn day(locale: Locale, moment: &str) -> String {
    let Some((date, year, month, day)) = parts(moment) else {
        return moment.to_owned();
    };
    match locale {
        Locale::Ru => format!("{day}.{month}.{year}"),
        Locale::Zh | Locale::En => date.to_owned(),
    }
}

/// The month of a day or moment.
#[must_use]
pub fn month(locale: Locale, moment: &str) -> String {
    match (parts(moment), locale) {
        (None, _) => moment.to_owned(),
        (Some((_, year, month, _)), Locale::Ru) => format!("{month}.{year}"),
        (Some((_, year, month, _)), Locale::Zh | Locale::En) => format!("{year}-{month}"),
    }
}

/// The year of a day or moment.
#[must_use]
pub fn year(moment: &str) -> &str {
    parts(moment).map_or(moment, |(_, year, _, _)| year)
}

fn parts(moment: &str) -> Option<(&str, &str, &str, &str)> {
    let date = moment.get(..10)?;
    let after = moment.get(10..)?;
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let figures =
        |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = figures(year, 4) && figures(month, 2) && figures(day, 2);
    let ends = after.is_empty() || after.starts_with('T');
    (is_date && ends && parts.next().is_none()).then_some((date, year, month, day))
}

/// An exact sum of amounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum(i128);

/// Maximum number of decimal places of a sum.
const SUM_DIGITS: usize = 6;

impl Sum {
    /// The sum plus an amount; `None` where the amount is not a number, too large or too precise.
    #[must_use]
    pub fn plus(self, digits: &str) -> Option<Self> {
        let number = Decimal::parse(digits)?;
        let zeros = SUM_DIGITS.checked_sub(number.fraction.len())?;
        let whole = format!("{}{}{}", number.whole, number.fraction, "0".repeat(zeros));
        let value: i128 = whole.parse().ok()?;
        let value = if number.is_negative { -value } else { value };
        self.0.checked_add(value).map(Self)
    }

    /// The sum minus an amount.
    #[must_use]
    pub fn minus(self, digits: &str) -> Option<Self> {
        let own = Self::default().plus(digits)?;
        self.0.checked_sub(own.0).map(Self)
    }

    /// The percentage of a whole, to one decimal place; `None` where the whole is zero or the sum is too large.
    #[must_use]
    pub fn percent_of(self, whole: Self) -> Option<String> {
        let tenths = self.0.checked_mul(2_000)?;
        let half = whole.0.checked_mul(tenths.signum() * whole.0.signum())?;
        let tenths = tenths.checked_add(half)?;
        let tenths = tenths.checked_div(whole.0.checked_mul(2)?)?;
        let sign = if tenths < 0 { "-" } else { "" };
        let tenths = tenths.unsigned_abs();
        Some(format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }

    /// Its digits without trailing zeros.
    #[must_use]
    pub fn digits(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let value = self.0.unsigned_abs();
        let scale = 10_u128.pow(6);
        let digits = format!("{sign}{}.{:06}", value / scale, value % scale);
        digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn figures_are_grouped_and_days_turned() {
        for (digits, ru, en, counted) in [
            (
                "17193057.52",
                "17 193 057,52",
                "17,193,057.52",
                "17 193 057,52",
            ),
            ("893000.0", "893 000,00", "893,000.00", "893 000"),
            ("0", "0,00", "0.00", "0"),
            ("-1000.5", "-1 000,50", "-1,000.50", "-1 000,5"),
            ("12.3456", "12,3456", "12.3456", "12,3456"),
            ("1e5", "1e5", "1e5", "1e5"),
            ("", "", "", ""),
            ("-", "-", "-", "-"),
        ] {
            assert_eq!(amount(Locale::Ru, digits), ru);
            assert_eq!(amount(Locale::En, digits), en);
            assert_eq!(count(Locale::Ru, digits), counted);
        }
        for (moment, shown) in [
            ("2026-03-31T20:00:00", "31.03.2026"),
            ("2026-03-31", "31.03.2026"),
            ("2026-03", "2026-03"),
            ("2026-03-31 20:00", "2026-03-31 20:00"),
            ("вчера утром было", "вчера утром было"),
        ] {
            assert_eq!(day(Locale::Ru, moment), shown);
        }
        assert_eq!(day(Locale::En, "2026-03-31T20:00:00"), "2026-03-31");
        for (moment, ru, en, of_year) in [
            ("2026-03-01T00:00:00", "03.2026", "2026-03", "2026"),
            ("2026-03", "2026-03", "2026-03", "2026-03"),
        ] {
            assert_eq!(month(Locale::Ru, moment), ru);
            assert_eq!(month(Locale::En, moment), en);
            assert_eq!(year(moment), of_year);
        }
        assert_eq!(
            ungrouped(Locale::Ru, "-1000.50").as_deref(),
            Some("-1000,5")
        );
    }

    #[test]
    fn sums_are_exact() {
        let sum = |amounts: &[&str]| {
            (amounts.iter()).try_fold(Sum::default(), |sum, digits| sum.plus(digits))
        };
        let found = sum(&["0.1", "0.2", "-1000000.05"]).unwrap();
        assert_eq!(amount(Locale::Ru, &found.digits()), "-999 999,75");
        assert_eq!(sum(&["1", "x"]), None);
        assert_eq!(sum(&["1.0000001"]), None);
        let percent = |part: &str, whole: &str| {
            let whole = Sum::default().plus(whole)?;
            Sum::default().plus(part)?.percent_of(whole)
        };
        for (part, whole, expected) in [
            ("1", "3", Some("33.3")),
            ("2", "3", Some("66.7")),
            ("-2", "3", Some("-66.7")),
            ("2", "-3", Some("-66.7")),
            ("-2", "-3", Some("66.7")),
            ("0.0005", "1", Some("0.1")),
            ("1", "0", None),
        ] {
            assert_eq!(percent(part, whole).as_deref(), expected, "{part} {whole}");
        }
        let most = "9".repeat(32);
        assert_eq!(sum(&[most.as_str(); 300]), None);
    }

    proptest! {
        #[test]
        fn a_figure_without_its_marks_is_the_same_figure(digits in "-?[0-9]{1,15}\\.[0-9]{2}") {
            let shown = amount(Locale::Ru, &digits).replace(' ', "").replace(',', ".");
            prop_assert_eq!(shown, digits);
        }

        #[test]
        fn no_text_is_too_strange(text in "[-0-9.,T:а-я ]{0,24}") {
            let _ = amount(Locale::En, &text);
            let _ = day(Locale::Ru, &text);
        }
    }
}
