//! The numbers of a text, each with every way in which it may be read.
//!
//! `1 799,50` is one number to a Russian and two to a program; `1,799` is 1799 in one language and 1.799 in another. So a
//! stretch of digits has several readings, and each reading is a list of numbers.

mod cardinal;
mod han;
mod known;
mod spoken;

use std::ops::Range;

use cmec_decoder::letters::folded;

use cardinal::{Cardinal, cardinal};
pub use known::Known;

use crate::wording::figure::Decimal;

/// A number: its sign, its digits without zeros that say nothing, and the digits behind the point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number {
    is_negative: bool,
    whole: String,
    fraction: String,
}

impl Number {
    /// The number that digits with at most one point say; `None`: they say none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let Decimal {
            is_negative,
            whole,
            fraction,
        } = Decimal::parse(text)?;
        let whole = whole.trim_start_matches('0');
        Some(Self {
            is_negative: is_negative && !(whole.is_empty() && fraction.is_empty()),
            whole: whole.to_owned(),
            fraction: fraction.to_owned(),
        })
    }

    /// The number times a power of ten.
    #[must_use]
    pub fn times_ten(&self, power: u32) -> Self {
        let power = usize::try_from(power).unwrap_or(usize::MAX);
        let digits = format!("{:0<power$}", self.fraction);
        let (more, fraction) = digits.split_at_checked(power).unwrap_or((&digits, ""));
        let whole = format!("{}{more}", self.whole);
        Self {
            is_negative: self.is_negative,
            whole: whole.trim_start_matches('0').to_owned(),
            fraction: fraction.to_owned(),
        }
    }
}

/// A stretch of digits with the marks between them, and the power of ten behind it: `1,8 тысячи`, `2万`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its digits and marks.
    pub written: String,
    /// Where it stands in the text with the power, in bytes.
    pub at: Range<usize>,
    /// Whether a minus stands before it.
    is_negative: bool,
    /// The exponent of the power.
    power: u32,
}

/// The figures of a text. A character that is a number of another kind (`½`, `Ⅳ`, `٣`) is one by itself.
#[must_use]
pub fn figures(text: &str) -> Vec<Figure> {
    let chars: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at, plain(c))).collect();
    // `〇` is a digit of a number in words.
    let is_digit = |own: char| own.is_numeric() && !han::is_part(own);
    let digit = |at: usize| chars.get(at).is_some_and(|(_, own)| is_digit(*own));
    let mut figures = Vec::new();
    let mut here = 0;
    while let Some((start, _)) = chars.get(here) {
        if !digit(here) {
            here += 1;
            continue;
        }
        let mut end = here + 1;
        while end - here < LONGEST && (digit(end) || (is_mark(&chars, end) && digit(end + 1))) {
            end += 1;
        }
        let before = here.checked_sub(1).and_then(|at| chars.get(at));
        let earlier = here.checked_sub(2).and_then(|at| chars.get(at));
        let is_minus = before.is_some_and(|(_, c)| matches!(c, '-' | '−'));
        let is_range = earlier.is_some_and(|(_, c)| c.is_alphanumeric());
        let own = chars.get(here..end).unwrap_or_default();
        let digits = chars.get(end).map_or(text.len(), |(at, _)| *at);
        let (power, length) = power(text.get(digits..).unwrap_or_default());
        figures.push(Figure {
            written: own.iter().map(|(_, c)| *c).collect(),
            at: *start..digits + length,
            is_negative: is_minus && !is_range,
            power,
        });
        here = end;
    }
    figures
}

/// The exponent of the power of ten that a text begins with, and how long it is; nothing: 0.
fn power(text: &str) -> (u32, usize) {
    let behind = text.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let blanks = text.len() - behind.len();
    let powers = behind.chars().take(MOST_POWERS);
    let powers = powers.map_while(|own| Some((own, han::power(own)?)));
    let (exponent, length) = powers.fold((0, 0), |(exponent, length), (own, power)| {
        (exponent + power, length + own.len_utf8())
    });
    if length > 0 {
        return (exponent, blanks + length);
    }
    let word = behind.split(|own: char| !own.is_alphabetic()).next();
    let word = word.unwrap_or_default();
    // `4к`, `4k`, `3 т.р.`: a letter right behind the figure, or a thousand roubles in short.
    let is_thousand = match folded(word).as_str() {
        "к" | "k" => blanks == 0,
        "т" => behind
            .get(word.len()..)
            .is_some_and(|rest| rest.starts_with('.')),
        "тр" | "grand" => true,
        _ => false,
    };
    if is_thousand {
        return (3, blanks + word.len());
    }
    let exponent = match cardinal(&folded(word)) {
        Some(Cardinal::Power(exponent)) => exponent,
        Some(Cardinal::Times(10)) => 1,
        Some(Cardinal::Times(100)) => 2,
        _ => return (0, 0),
    };
    (exponent, blanks + word.len())
}

/// Most Chinese powers of ten behind a figure, as in `2百万`.
const MOST_POWERS: usize = 3;

/// Most characters of a figure.
const LONGEST: usize = 64;

/// A digit or a blank in its plain form: `３` is 3, and every blank within a number is one.
fn plain(own: char) -> char {
    match own {
        '０'..='９' => {
            char::from_u32(u32::from(own) - u32::from('０') + u32::from('0')).unwrap_or(own)
        }
        '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        '’' => '\'',
        '，' => ',',
        '．' => '.',
        other => other,
    }
}

/// Whether the character at a place may stand within a number, a date or a time. A blank does only before three digits.
fn is_mark(chars: &[(usize, char)], at: usize) -> bool {
    let digit = |ahead: usize| {
        let own = chars.get(at + ahead);
        own.is_some_and(|(_, own)| own.is_ascii_digit())
    };
    match chars.get(at) {
        Some((_, ' ')) => digit(1) && digit(2) && digit(3) && !digit(4),
        Some((_, own)) => matches!(own, ',' | '.' | '\'' | '-' | '/' | ':'),
        None => false,
    }
}

impl Figure {
    /// The numbers that it says beside each other, which dashes, slashes and colons part, each in all ways to read it: what is
    /// left may group digits or be a point.
    #[must_use]
    pub fn numbers(&self) -> Vec<Vec<Number>> {
        let parts = self.written.split(['-', '/', ':']).enumerate();
        let parts = parts.map(|(number, part)| {
            let ways = one(part, number == 0 && self.is_negative).into_iter();
            ways.map(|own| own.times_ten(self.power)).collect()
        });
        parts.collect()
    }

    /// The day that it may say: `2026-03-31`.
    #[must_use]
    pub fn day(&self) -> Option<String> {
        day(&self.written)
    }
}

/// The ways to read one number; none: it is no number.
fn one(text: &str, is_negative: bool) -> Vec<Number> {
    let sign = if is_negative { "-" } else { "" };
    let mut ways = Vec::new();
    for point in [None, Some('.'), Some(',')] {
        for group in [None, Some(' '), Some(','), Some('.'), Some('\'')] {
            if point == group && point.is_some() {
                continue;
            }
            if let Some(digits) = digits(text, point, group) {
                ways.extend(Number::parse(&format!("{sign}{digits}")));
            }
        }
    }
    ways.sort();
    ways.dedup();
    ways
}

/// The digits of a number that is written with this point and these groups of three.
fn digits(text: &str, point: Option<char>, group: Option<char>) -> Option<String> {
    let (whole, fraction) = match point {
        Some(point) => {
            let (whole, fraction) = text.rsplit_once(point)?;
            (whole, Some(fraction))
        }
        None => (text, None),
    };
    let parts: Vec<&str> = match group {
        Some(group) if whole.contains(group) => whole.split(group).collect(),
        Some(_) => return None,
        None => vec![whole],
    };
    let grouped = parts
        .iter()
        .enumerate()
        .all(|(at, part)| match (at, parts.len()) {
            (_, 1) => true,
            (0, _) => (1..=3).contains(&part.len()),
            _ => part.len() == 3,
        });
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let whole = parts.concat();
    if !grouped || !is_number(&whole) || !fraction.is_none_or(is_number) {
        return None;
    }
    Some(match fraction {
        Some(fraction) => format!("{whole}.{fraction}"),
        None => whole,
    })
}

/// The day that a figure writes as `31.03.2026`, `31/03/2026` or `2026-03-31`.
fn day(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['.', '/', '-']).collect();
    let [first, month, last] = parts.as_slice() else {
        return None;
    };
    let (year, day) = match (first.len(), last.len()) {
        (4, 1..=2) => (first, last),
        (1..=2, 4) => (last, first),
        _ => return None,
    };
    let all = [year, month, day];
    let is_number = all
        .iter()
        .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    (is_number && (1..=2).contains(&month.len())).then(|| format!("{year}-{month:0>2}-{day:0>2}"))
}

#[cfg(test)]
mod tests;
