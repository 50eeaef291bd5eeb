//! Numbers: digits, words and powers of ten, as exact decimals.

use super::letter_form::Script;
use super::lexemes::Lexemes;
use super::symbol::Symbol;

/// Digits behind the point.
const FRACTION: u32 = 12;
const ONE: i128 = 10_i128.pow(FRACTION);
/// Digits before the point.
const WHOLE: usize = 24;

/// A number, in units of 10⁻¹².
#[derive(Debug, Clone, Default)]
pub(super) struct Amount {
    value: i128,
    pub(super) ordinal: bool,
    pub(super) percent: bool,
    /// The last power of ten.
    pub(super) scale: u32,
    /// The number of its digits, if it is written so.
    pub(super) digits: usize,
    /// It is one unspaced character.
    pub(super) single: bool,
    /// Its other value, where a sign may be a decimal point or separate thousands.
    pub(super) other: Option<i128>,
}

impl Amount {
    /// As a whole number, if it is one without scale and percent.
    pub(super) fn plain(&self) -> Option<i64> {
        let is_plain = self.value >= 0 && self.value % ONE == 0 && !self.percent;
        let is_plain = is_plain && (self.scale == 0 || self.digits == 0) && self.other.is_none();
        is_plain
            .then(|| i64::try_from(self.value / ONE).ok())
            .flatten()
    }

    pub(super) fn of(whole: i64) -> Self {
        Self {
            value: i128::from(whole) * ONE,
            ..Self::default()
        }
    }

    /// Decimal texts of its values, the likely one first.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> {
        std::iter::once(self.value).chain(self.other).map(text)
    }

    /// The scale and percent of the number behind it, if its own is missing and it is the smaller one.
    pub(super) fn shared(&self, later: &Self) -> Option<Self> {
        let factor = 10_i128.checked_pow(later.scale)?;
        let fits = self.scale == 0 && !self.percent && !self.ordinal && self.other.is_none();
        let has = later.scale > 0 || later.percent;
        let value = self.value.checked_mul(factor)?;
        (fits && has && value < later.value).then(|| Self {
            value,
            scale: later.scale,
            percent: later.percent,
            ..self.clone()
        })
    }

    pub(super) fn with_other(&self, other: &Self) -> Self {
        Self {
            other: Some(other.value),
            ..self.clone()
        }
    }
}

fn text(value: i128) -> String {
    let (whole, fraction) = (value.abs() / ONE, value.abs() % ONE);
    let sign = if value < 0 { "-" } else { "" };
    let digits = format!("{fraction:012}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{digits}")
}

impl Lexemes {
    /// The number that begins with a token, and the token behind it.
    pub(super) fn number(&self, start: usize) -> Option<(Amount, usize)> {
        let may_begin = self.senses(start).is_some() || self.is(start, Script::Digits);
        if !may_begin && !self.is_fraction(start) {
            return None;
        }
        let (mut at, mut negative) = (start, false);
        let percent = self.sense(at, Symbol::PercentBefore);
        at = percent.map_or(at, |(_, end)| end);
        if let Some((_, end)) = self.sense(at, Symbol::Minus) {
            // A hyphen is a minus between a blank and a number.
            let is_hyphen = self.is(at, Script::Sign);
            let is_behind_sign = at > 0 && "<>=($".contains(self.text(at - 1..at));
            let is_begin = at == 0 || !self.is_tight(at) || is_behind_sign;
            let is_minus = !is_hyphen || (self.is_tight(end) && is_begin);
            (at, negative) = if is_minus { (end, true) } else { return None };
        }
        let prefix = self.sense(at, Symbol::OrdinalPrefix);
        at = prefix.map_or(at, |(_, end)| end);
        let first = at;
        let (mut amount, mut at) = self.run(at).or_else(|| self.sum(at))?;
        amount.single = at == first + 1 && self.is(first, Script::Unspaced);
        if let Some((_, end)) = self.sense(at, Symbol::Point)
            && let Some((value, end)) = self.positions(end, ONE / 10)
        {
            amount.value += value;
            at = end;
        }
        let suffix = (self.sense(at, Symbol::OrdinalSuffix))
            .filter(|_| amount.digits > 0 && amount.scale == 0 && self.is_tight(at));
        at = suffix.map_or(at, |(_, end)| end);
        amount.ordinal |= suffix.is_some() || prefix.is_some();
        if let Some((parts, _)) = percent {
            // 千分之一 is a tenth of a percent.
            let parts = i128::from(parts.max(1));
            (amount.value % parts == 0).then_some(())?;
            amount.value /= parts;
        }
        if let Some((value, end)) = self.sense(at, Symbol::Percent) {
            amount.value = amount.value.checked_mul(value.into())?;
            (amount.percent, at) = (true, end);
        }
        amount.percent |= percent.is_some();
        amount.single &= !amount.percent && !amount.ordinal;
        if negative {
            amount.value = -amount.value;
        }
        Some((amount, at))
    }

    /// Unspaced digits by their positions, 二零一六. Two of them without a zero are an estimate, as 五六个.
    fn run(&self, at: usize) -> Option<(Amount, usize)> {
        let mut digits = Vec::new();
        let mut end = at;
        while let Some(digit) = self.unspaced_digit(end) {
            digits.push(digit);
            end += 1;
        }
        if digits.len() < 2 || digits.len() > WHOLE || (self.sense(end, Symbol::Scale)).is_some() {
            return None;
        }
        let value = (digits.iter()).fold(0_i128, |value, digit| value * 10 + i128::from(*digit));
        let amount = Amount {
            value: value * ONE,
            digits: digits.len(),
            ..Amount::default()
        };
        Some((amount, end))
    }

    /// `true` where digits beside each other are an estimate: 两三家.
    pub(super) fn is_estimate(&self, at: usize) -> bool {
        match (self.unspaced_digit(at), self.unspaced_digit(at + 1)) {
            (Some(first), Some(second)) => {
                second == first + 1 && first > 0 && self.unspaced_digit(at + 2).is_none()
            }
            _ => false,
        }
    }

    fn unspaced_digit(&self, at: usize) -> Option<i64> {
        let (tenths, _) = self.sense(at, Symbol::Number)?;
        let is_digit = self.is(at, Script::Unspaced) && tenths % 10 == 0 && tenths < 100;
        is_digit.then_some(tenths / 10)
    }

    /// Digits behind a point.
    fn positions(&self, start: usize, mut unit: i128) -> Option<(i128, usize)> {
        let (mut value, mut at) = (0, start);
        while let Some((tenths, end)) = self.sense(at, Symbol::Number)
            && tenths < 100
            && unit > 0
        {
            value += i128::from(tenths / 10) * unit;
            (at, unit) = (end, unit / 10);
        }
        (at > start).then_some((value, at))
    }

    fn sum(&self, start: usize) -> Option<(Amount, usize)> {
        let mut sum = Sum::default();
        let mut at = start;
        loop {
            let unspaced = self.is(at, Script::Unspaced);
            let is_fraction = sum.parts.is_empty() && self.is_fraction(at);
            let step = if is_fraction {
                let value = decimal("", self.text(at + 1..at + 2))?;
                sum.digits = 5;
                sum.add(value).then_some(at + 2)
            } else if self.is(at, Script::Digits) {
                let (value, other, digits, end) = self.literal(at)?;
                let is_unspaced = self.is(at.wrapping_sub(1), Script::Unspaced);
                let next = self.sense(end, Symbol::Scale);
                let is_scaled = sum.is_scaled
                    && next.is_some_and(|(exponent, _)| exponent < i64::from(sum.scale));
                let is_own = sum.parts.is_empty() || is_unspaced || is_scaled;
                let is_next = is_own && sum.add(value);
                if is_next && end > at {
                    (sum.digits, sum.other, sum.is_tail) = (digits, other, false);
                }
                is_next.then_some(end)
            } else if let Some((tenths, end)) = (self.sense(at, Symbol::Number))
                .filter(|(tenths, _)| *tenths > 0 || sum.parts.is_empty())
            {
                let is_next =
                    (sum.digits == 0 || sum.is_scaled) && sum.add(ONE / 10 * i128::from(tenths));
                sum.is_tail = unspaced && sum.is_tail && tenths < 100 && tenths > 0;
                is_next.then_some(end)
            } else if let Some((value, end)) = self.sense(at, Symbol::Ordinal)
                && sum.digits == 0
                && sum.add(ONE * i128::from(value))
            {
                let mut amount = sum.amount()?;
                amount.ordinal = true;
                return Some((amount, end));
            } else if let Some((exponent, end)) = self.scale(at, sum.digits > 0) {
                // 十 alone is a number, 万 is not.
                let is_own = !unspaced || !sum.parts.is_empty() || exponent == 1;
                let exponent = u32::try_from(exponent).ok()?;
                // 百万 is a number, 五十千 is not.
                let is_known = !unspaced || !sum.is_scaled || exponent > 3;
                let is_next = is_own && is_known;
                if is_next {
                    // Without its power of ten, a number that is too large would be another one.
                    sum.multiply(exponent)?;
                }
                sum.is_tail = unspaced && exponent > 1;
                is_next.then_some(end)
            } else if let Some((kind, end)) = self.sense(at, Symbol::Link)
                && !sum.parts.is_empty()
                && (kind == 0 || sum.is_scaled || sum.is_hundred())
                && (kind != 2 || self.is_tight(at))
                && self.goes_on(end, unspaced)
            {
                (sum.is_tail, sum.is_scaled, sum.is_joined) = (false, false, true);
                Some(end)
            } else {
                None
            };
            match step {
                Some(end) => at = end,
                None => break,
            }
        }
        sum.amount().map(|amount| (amount, at))
    }

    /// `true` for a fraction without a whole part: .5
    fn is_fraction(&self, at: usize) -> bool {
        let is_begin = at == 0 || !self.is_tight(at) || self.text(at - 1..at) == "-";
        let is_point = self.is(at, Script::Sign) && self.text(at..at + 1) == ".";
        is_begin && is_point && self.is_tight(at + 1) && self.is(at + 1, Script::Digits)
    }

    /// `true` if a number goes on behind a word that joins its words.
    fn goes_on(&self, at: usize, unspaced: bool) -> bool {
        let is = |symbol| self.sense(at, symbol).is_some();
        let joins_digits = unspaced && (self.is(at, Script::Digits) || is(Symbol::Link));
        joins_digits || is(Symbol::Number) || is(Symbol::Scale) || is(Symbol::Ordinal)
    }

    fn scale(&self, at: usize, behind_digits: bool) -> Option<(i64, usize)> {
        let tight = || {
            let follows = |end: usize| {
                let glued = self.is_tight(end)
                    && (self.is(end, Script::Letters) || self.is(end, Script::Digits));
                behind_digits && self.is_tight(at) && !glued
            };
            (self.sense(at, Symbol::TightScale)).filter(|(_, end)| follows(*end))
        };
        self.sense(at, Symbol::Scale).or_else(tight)
    }

    /// Digits with groups of thousands and a fraction: the value, what else it may be, the number of digits where
    /// there are no signs, and the token behind.
    fn literal(&self, at: usize) -> Option<(i128, Option<i128>, usize, usize)> {
        let mut whole = self.text(at..at + 1).to_owned();
        let (mut end, digits) = (at + 1, whole.len());
        let group = |at: usize| self.is(at, Script::Digits) && self.text(at..at + 1).len() == 3;
        let can_group = digits <= 3 && !whole.starts_with('0');
        let mut commas = 0;
        while can_group && (self.is_sign(end, ",'’") && group(end + 1)) {
            whole.push_str(self.text(end + 1..end + 2));
            (end, commas) = (end + 2, commas + 1);
        }
        while can_group && commas == 0 && group(end) && !self.is_tight(end) {
            whole.push_str(self.text(end..end + 1));
            end += 1;
        }
        let mut fraction = String::new();
        if self.is_sign(end, ".,") && self.is(end + 1, Script::Digits) {
            fraction.push_str(self.text(end + 1..end + 2));
            end += 2;
        }
        let other = match commas == 1 && fraction.is_empty() {
            true => decimal(self.text(at..at + 1), whole.get(digits..)?),
            false => None,
        };
        let digits = if end == at + 1 {
            digits
        } else {
            whole.len().max(5)
        };
        Some((decimal(&whole, &fraction)?, other, digits, end))
    }
}

fn decimal(whole: &str, fraction: &str) -> Option<i128> {
    let fraction = fraction.trim_end_matches('0');
    if whole.len() > WHOLE || fraction.len() > FRACTION as usize {
        return None;
    }
    format!("{whole}{fraction:0<12}").parse().ok()
}

/// A number while it is read: parts that fall, each below the last digit of the one before.
#[derive(Default)]
struct Sum {
    parts: Vec<i128>,
    digits: usize,
    other: Option<i128>,
    scale: u32,
    /// The last word was a power of ten.
    is_scaled: bool,
    /// The last word joins two parts: 2 thousand and 5.
    is_joined: bool,
    /// A last digit counts tenths of the power of ten before it: 两千四百五.
    is_tail: bool,
}

impl Sum {
    fn add(&mut self, value: i128) -> bool {
        if let Some(last) = self.parts.last() {
            let mut unit = ONE / 10;
            while *last != 0 && last % (unit * 10) == 0 && unit < i128::MAX / 100 {
                unit *= 10;
            }
            if value >= unit || value == 0 {
                return false;
            }
        }
        self.parts.push(value);
        (self.is_scaled, self.is_joined) = (false, false);
        true
    }

    /// Multiplies the parts below a power of ten by it; `None` if the product is too large, or not below the parts
    /// before it.
    fn multiply(&mut self, exponent: u32) -> Option<()> {
        let factor = 10_i128.checked_pow(exponent)?;
        let limit = factor.saturating_mul(ONE);
        let mut lower = None;
        // The part directly before is multiplied in any case: 1500 thousand.
        while let Some(last) = self.parts.last().copied()
            && (lower.is_none() && !self.is_joined || last < limit)
        {
            self.parts.pop();
            lower = Some(lower.unwrap_or_default() + last);
        }
        let product = lower.unwrap_or(ONE).checked_mul(factor)?;
        self.other = self.other.and_then(|other| other.checked_mul(factor));
        let is_below = self.parts.last().is_none_or(|before| product < *before);
        is_below.then(|| self.parts.push(product))?;
        self.scale = exponent;
        (self.is_scaled, self.is_joined) = (true, false);
        Some(())
    }

    /// `true` behind a word for hundreds.
    fn is_hundred(&self) -> bool {
        self.digits == 0 && self.parts.last().is_some_and(|last| last % (ONE * 10) == 0)
    }

    fn amount(&self) -> Option<Amount> {
        let mut parts = self.parts.clone();
        if self.is_tail && !self.is_scaled && self.scale > 1 {
            let last = parts.last_mut()?;
            *last = last.checked_mul(10_i128.checked_pow(self.scale - 1)?)?;
        }
        let mut value = 0_i128;
        for part in &parts {
            value = value.checked_add(*part)?;
        }
        (!parts.is_empty()).then(|| Amount {
            value,
            scale: self.scale,
            digits: self.digits,
            other: self.other,
            ..Amount::default()
        })
    }
}
