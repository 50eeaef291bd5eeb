//! Codebook names → Rust identifiers: `wine.price_rub` → `WinePriceRub`. Deterministic, and unique within an enum.
//!
//! A name follows the path, not a label, because labels may change. If two paths collide, the earlier code keeps the
//! plain name and the later one gets its code as a suffix, so that a new element never renames others; a diff reports
//! the cases where it does (CD017). Letters with a customary Latin form are transliterated; others become the numbers
//! of their characters.

use std::collections::BTreeSet;

use cmec_decoder::tables::Tables;

use crate::text::transliteration;

/// Longest name in letters, before a suffix for uniqueness.
const LONGEST: usize = 64;
/// No variant can have this name.
const KEYWORD: &[&str] = &["Self"];
/// Names that the generated file uses itself; a field gives its name to the enum of its values.
const OTHERS: &[&str] = &["Field", "Metric", "Relation", "Self", "Type"];

/// The Rust names of a codebook's elements, in the order of the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) types: Vec<String>,
    /// For each field, and for the enum of its values if there is one.
    pub(crate) fields: Vec<String>,
    /// For the values of each field.
    pub(crate) values: Vec<Vec<String>>,
    pub(crate) relations: Vec<String>,
    pub(crate) metrics: Vec<String>,
}

impl Names {
    pub(crate) fn of(tables: &Tables) -> Self {
        let types = tables.types.iter().map(|ty| (ty.name.as_ref(), ""));
        let fields = (tables.fields.iter()).map(|field| (field.path.as_ref(), field.code.as_ref()));
        let relations = (tables.relations.iter()).map(|one| (one.name.as_ref(), one.code.as_ref()));
        let metrics = (tables.metrics.iter()).map(|one| (one.name.as_ref(), one.code.as_ref()));
        let values = tables.fields.iter().map(|field| {
            let values = field.values.iter().map(|value| (value.value.as_ref(), ""));
            apart(values.collect(), KEYWORD)
        });
        Self {
            types: apart(types.collect(), KEYWORD),
            fields: apart(fields.collect(), OTHERS),
            values: values.collect(),
            relations: apart(relations.collect(), KEYWORD),
            metrics: apart(metrics.collect(), KEYWORD),
        }
    }
}

/// A unique Rust name for each `(name, code)`. In a collision, the lowest code keeps the plain name and the others get
/// their code as a suffix, so that a new element renames nothing.
fn apart(elements: Vec<(&str, &str)>, taken: &[&str]) -> Vec<String> {
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|at| elements.get(*at).map(|(name, code)| (*code, *name)));
    let mut taken: BTreeSet<String> = taken.iter().map(|name| (*name).to_owned()).collect();
    let mut names = vec![String::new(); elements.len()];
    for at in order {
        let (Some((name, code)), Some(place)) = (elements.get(at), names.get_mut(at)) else {
            continue;
        };
        let plain = variant(name);
        let mut free = plain.clone();
        if taken.contains(&free) && !code.is_empty() {
            free.push_str(&variant(code));
        }
        let mut number = 2_usize;
        while !taken.insert(free.clone()) {
            free = format!("{plain}N{number}");
            number += 1;
        }
        *place = free;
    }
    names
}

/// A name as a variant: capitalised words in Latin letters. Characters without a Latin form become their numbers.
fn variant(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let mut variant: String = words.map(word).collect();
    if variant.is_empty() {
        variant = name.chars().map(number).collect();
    }
    if variant.starts_with(|letter: char| letter.is_ascii_digit()) {
        variant.insert(0, 'N');
    }
    variant.chars().take(LONGEST).collect()
}

/// `price` → `Price`, `streetAddress` → `StreetAddress`, `URL` → `Url`, `сухое` → `Sukhoe`, `存` → `U5B58`.
fn word(word: &str) -> String {
    // Clippy rejects a variant in capitals only.
    let shouted = word.chars().count() > 1 && !word.chars().any(char::is_lowercase);
    let mut latin = String::new();
    for (at, letter) in word.chars().enumerate() {
        let capital = at == 0 || (letter.is_uppercase() && !shouted);
        let small = letter.to_lowercase().next().unwrap_or(letter);
        let said = match transliteration::latin(small) {
            _ if small.is_ascii() => small.to_string(),
            Some(said) => said.to_owned(),
            None => number(letter),
        };
        let mut letters = said.chars();
        match letters.next() {
            Some(first) if capital => latin.push(first.to_ascii_uppercase()),
            first => latin.extend(first),
        }
        latin.extend(letters);
    }
    latin
}

fn number(letter: char) -> String {
    format!("U{:X}", u32::from(letter))
}

#[cfg(test)]
mod tests {
    use super::{KEYWORD, OTHERS, apart, variant};

    #[test]
    fn names_become_variants() {
        for (name, expected) in [
            ("wine.price_rub", "WinePriceRub"),
            ("enterprise_2_park", "Enterprise2Park"),
            ("person.streetAddress", "PersonStreetAddress"),
            ("URL", "Url"),
            ("x", "X"),
            ("3d", "N3d"),
            ("сухое вино", "SukhoeVino"),
            ("ИНН", "Inn"),
            ("存续", "U5B58U7EED"),
            ("+", "U2B"),
            ("", ""),
        ] {
            assert_eq!(variant(name), expected, "{name}");
        }
        assert_eq!(variant(&"long".repeat(100)).len(), super::LONGEST);
    }

    #[test]
    fn no_two_are_alike() {
        for (elements, expected) in [
            (vec![("a_b", "F002"), ("a.b", "F001")], ["ABF002", "AB"]),
            // A suffixed name may equal another element's own name.
            (vec![("ab", "F1"), ("ab", "F1")], ["Ab", "AbF1"]),
            (vec![("self", ""), ("ty.pe", "")], ["SelfN2", "TyPe"]),
            (vec![("self", ""), ("type._", "F1")], ["SelfN2", "TypeF1"]),
            (vec![("1+", ""), ("1", "")], ["N1N2", "N1"]),
        ] {
            assert_eq!(apart(elements.clone(), OTHERS), expected, "{elements:?}");
        }
    }

    /// An element with a later code does not rename others.
    #[test]
    fn what_comes_later_gives_way() {
        let mut elements = vec![("t.a", "F001"), ("t.b", "F002")];
        let before = apart(elements.clone(), KEYWORD);
        elements.insert(0, ("t_a", "F003"));
        assert_eq!(apart(elements, KEYWORD)[1..], before);
    }
}
