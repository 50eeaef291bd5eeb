//! Masks that find names on a server that compares letter by letter.

use super::contract::{CONTRACT_WORDS, ContractName, is_day};
use super::party::PartyName;
use crate::plain_name::is_quotation_mark;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A firm or a person: words and a legal form.
    Party,
    Contract,
}

impl NameKind {
    #[must_use]
    pub(crate) fn of_filter(filter: &str) -> Self {
        match filter {
            "contract" => Self::Contract,
            _ => Self::Party,
        }
    }
}

/// A mask of the whole text in any spelling of its marks and of `ё`.
#[must_use]
pub(crate) fn whole_mask(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    masked(&words.join(" "))
}

/// Number of digits of a document number after its prefix.
const NUMBER_DIGITS: usize = 6;

/// A mask of document numbers that end with a text. A few digits are a whole number without leading zeros: `1` matches
/// `000001` but not `000011`.
#[must_use]
pub(crate) fn ending_mask(text: &str) -> String {
    let text = text.trim();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = NUMBER_DIGITS.saturating_sub(text.len());
    let zeros = if is_number { zeros } else { 0 };
    format!("%{}{}", "0".repeat(zeros), masked(text))
}

/// A mask of names with the words of a name in order; for a contract, with its number unchanged.
#[must_use]
pub(crate) fn words_mask(text: &str, kind: NameKind) -> String {
    let words = searched(text, kind);
    let parts: Vec<String> = words.iter().map(|word| masked(word)).collect();
    format!("%{}%", parts.join("%"))
}

/// Masks of near names: each half of the most distinctive word, and the next most distinctive word. A single typo
/// leaves one half of a word intact. An empty mask matches nothing.
#[must_use]
pub(crate) fn near_masks(text: &str, kind: NameKind) -> [String; 3] {
    let mut words = searched(text, kind);
    if kind == NameKind::Contract {
        words.retain(|word| !CONTRACT_WORDS.contains(&word.as_str()) && !is_day(word));
    }
    let has_digit = |word: &String| word.contains(|letter: char| letter.is_ascii_digit());
    words.sort_by_key(|word| {
        (
            kind == NameKind::Contract && !has_digit(word),
            usize::MAX - word.chars().count(),
        )
    });
    let mut words = words.into_iter();
    let first: Vec<char> = words.next().unwrap_or_default().chars().collect();
    let (head, tail) = first
        .split_at_checked(first.len().div_ceil(2))
        .unwrap_or_default();
    let within = |part: &[char]| {
        let part: String = part.iter().collect();
        if part.chars().count() < 2 {
            String::new()
        } else {
            format!("%{}%", masked(&part))
        }
    };
    let second: Vec<char> = words.next().unwrap_or_default().chars().collect();
    // Two letters occur in every other name.
    let second = if second.len() < 3 { Vec::new() } else { second };
    [within(head), within(tail), within(&second)]
}

fn searched(text: &str, kind: NameKind) -> Vec<String> {
    let words = match kind {
        NameKind::Contract => ContractName::of(text).words,
        NameKind::Party => PartyName::of(text).words,
    };
    if words.is_empty() {
        // A name of signs only is searched as it is.
        vec![text.trim().to_owned()]
    } else {
        words
    }
}

/// A text as part of a `ПОДОБНО` mask. Its special characters are escaped; a quotation mark and `е` match any
/// character, since names have several spellings of them.
fn masked(text: &str) -> String {
    let mut mask = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            mark if is_quotation_mark(mark) => mask.push('_'),
            'е' | 'ё' | 'Е' | 'Ё' => mask.push('_'),
            '%' | '_' | '[' | ']' | '^' | '\\' => mask.extend(['\\', character]),
            other => mask.push(other),
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_escape_their_special_characters() {
        for (text, expected) in [
            ("Ромб", "%ромб%"),
            ("100%_[a]", "%100%a%"),
            ("%", r"%\%%"),
            ("АО «Ромб»", "%ромб%"),
            ("Гамма Двор", "%гамма%двор%"),
            ("Семён", "%с_м_н%"),
        ] {
            assert_eq!(words_mask(text, NameKind::Party), expected, "{text}");
        }
        assert_eq!(whole_mask("АО  «Ромб_1»"), r"АО _Ромб\_1_");
        assert_eq!(
            words_mask("Договор №14/2024", NameKind::Contract),
            "%договор%14/2024%"
        );
    }

    #[test]
    fn near_masks_survive_one_slip() {
        assert_eq!(
            near_masks("Гарнит", NameKind::Party),
            ["%гар%", "%нит%", ""]
        );
        assert_eq!(
            near_masks("Торговый дом Каскат", NameKind::Party),
            ["%торг%", "%овый%", "%каскат%"]
        );
        assert_eq!(
            near_masks("договор 14/2025", NameKind::Contract),
            ["%14/2%", "%025%", ""]
        );
        assert_eq!(near_masks("", NameKind::Party), ["", "", ""]);
    }
}
