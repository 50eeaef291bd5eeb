//! Numbers in Chinese characters: `五十`, `两百三十`, `二〇二六`. One character alone is a part of many other words.

use std::ops::Range;

use super::Number;
use super::spoken::Spoken;

/// Digits by their value.
const DIGITS: &[(char, u64)] = &[
    ('零', 0),
    ('〇', 0),
    ('一', 1),
    ('二', 2),
    ('两', 2),
    ('三', 3),
    ('四', 4),
    ('五', 5),
    ('六', 6),
    ('七', 7),
    ('八', 8),
    ('九', 9),
];

/// Powers of ten by their exponents.
const POWERS: &[(char, u32)] = &[('十', 1), ('百', 2), ('千', 3), ('万', 4), ('亿', 8)];

/// From this power upwards all that stands before is multiplied.
const GROUP: u32 = 4;

fn digit(own: char) -> Option<u64> {
    let mut digits = DIGITS.iter().filter(|(digit, _)| *digit == own);
    digits.next().map(|(_, value)| *value)
}

/// The exponent of a power.
#[must_use]
pub(super) fn power(own: char) -> Option<u32> {
    let mut powers = POWERS.iter().filter(|(power, _)| *power == own);
    powers.next().map(|(_, exponent)| *exponent)
}

/// Whether a character may stand in a number.
pub(super) fn is_part(own: char) -> bool {
    digit(own).is_some() || power(own).is_some()
}

/// The Chinese numbers of a text. `is_taken`: whether a character belongs to figures before it.
pub(super) fn spoken(text: &str, is_taken: impl Fn(usize) -> bool) -> Vec<Spoken> {
    let mut all = Vec::new();
    let mut run: Vec<char> = Vec::new();
    let mut at = 0..0;
    for (place, own) in text.char_indices().chain([(text.len(), ' ')]) {
        if is_part(own) && !is_taken(place) {
            if run.is_empty() {
                at.start = place;
            }
            at.end = place + own.len_utf8();
            run.push(own);
        } else {
            all.extend(number(&run, at.clone()));
            run.clear();
        }
    }
    all
}

fn number(run: &[char], at: Range<usize>) -> Option<Spoken> {
    (run.len() > 1).then_some(())?;
    let digits: Option<Vec<u64>> = run.iter().map(|own| digit(*own)).collect();
    let written = match digits {
        Some(digits) => digits.iter().map(u64::to_string).collect(),
        None => value(run).to_string(),
    };
    let number = Number::parse(&written)?;
    Some(Spoken { at, number })
}

/// The value of digits with powers behind them.
fn value(run: &[char]) -> u64 {
    let (mut all, mut group, mut last) = (0_u64, 0_u64, 0_u64);
    for own in run {
        let ten = |exponent| 10_u64.saturating_pow(exponent);
        match power(*own) {
            None => last = digit(*own).unwrap_or_default(),
            Some(exponent) if exponent < GROUP => {
                group = group.saturating_add(last.max(1).saturating_mul(ten(exponent)));
                last = 0;
            }
            Some(exponent) => {
                let own = group.saturating_add(last);
                // `一亿二千万` adds ten thousands, `一万亿` multiplies them.
                all = match all >= ten(exponent) {
                    true => all.saturating_add(own.max(1).saturating_mul(ten(exponent))),
                    false => all.saturating_add(own).max(1).saturating_mul(ten(exponent)),
                };
                (group, last) = (0, 0);
            }
        }
    }
    all.saturating_add(group).saturating_add(last)
}
