//! Names of an ontology → names and labels of a codebook. Names are Latin words in lower case, joined by `_`.

use std::collections::BTreeMap;

use pinyin::ToPinyin;

use super::bounds::NAME;
use crate::text::hash::text_hash;
use crate::text::transliteration;

/// The source of names. A name that was given before stays.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum NameSource {
    /// The last part of the IRI; the label if that part is an opaque id or has no Latin form.
    #[default]
    Iri,
    /// The label, if there is one.
    Label,
}

impl NameSource {
    /// The name in `import.lock`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Iri => "iri",
            Self::Label => "label",
        }
    }
}

/// The words of a name, split at `_`, spaces, and case changes.
pub(super) fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        let starts = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || (before.is_uppercase() || before.is_numeric())
                        && after.is_some_and(|after| after.is_lowercase())
            });
        if starts {
            words.push(std::mem::take(&mut word));
        }
        word.push(*letter);
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// True where a name is longer than a codebook allows.
pub(super) fn is_cut(name: &str) -> bool {
    whole_name(name).chars().count() > NAME
}

/// The Latin words of a name, joined by `_`.
pub(super) fn whole_name(name: &str) -> String {
    let latin: Option<Vec<String>> = words(name).iter().map(|word| latin(word)).collect();
    let mut latin = latin.unwrap_or_default();
    latin.retain(|word| !word.is_empty());
    latin.join("_")
}

/// A valid codebook name. A name without a Latin form gets one from a hash of its bytes, so it is stable.
pub(super) fn code_name(name: &str) -> String {
    let joined: String = whole_name(name).chars().take(NAME).collect();
    if joined.is_empty() {
        return format!("n{}", short(name));
    }
    joined
}

/// A word transliterated to lower-case Latin; `None` if a letter has no Latin form.
fn latin(word: &str) -> Option<String> {
    let mut plain = String::new();
    for letter in word.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii() {
            plain.push(letter);
        } else if let Some(reading) = letter.to_pinyin() {
            plain.push_str(reading.plain());
        } else {
            plain.push_str(transliteration::latin(letter)?);
        }
    }
    Some(plain)
}

/// A label made from a name: its words in lower case, except acronyms.
pub(super) fn label(name: &str) -> String {
    let words: Vec<String> = (words(name).into_iter())
        .map(|word| {
            let small = word.chars().skip(1).any(char::is_lowercase) || word.chars().count() == 1;
            if small { word.to_lowercase() } else { word }
        })
        .collect();
    match words.is_empty() {
        // A symbol such as `№`.
        true => name.trim().to_owned(),
        false => words.join(" "),
    }
}

/// An eight-digit hash for a name without Latin letters.
fn short(name: &str) -> String {
    text_hash(name).chars().take(8).collect()
}

#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    /// Each name with the last number tried after it.
    names: BTreeMap<String, usize>,
}

impl<'n> FromIterator<&'n str> for UniqueNames {
    fn from_iter<I: IntoIterator<Item = &'n str>>(names: I) -> Self {
        let names = names.into_iter().map(|name| (name.to_owned(), 1));
        Self {
            names: names.collect(),
        }
    }
}

impl UniqueNames {
    /// The name, or the first free one of `name_2`, `name_3` …
    pub(super) fn give(&mut self, name: String) -> String {
        let Some(mut number) = self.names.get(&name).copied() else {
            self.names.insert(name.clone(), 1);
            return name;
        };
        let free = loop {
            number += 1;
            let other = format!("{name}_{number}");
            if !self.names.contains_key(&other) {
                break other;
            }
        };
        self.names.insert(name, number);
        self.names.insert(free.clone(), 1);
        free
    }
}

#[cfg(test)]
mod tests {
    use super::{UniqueNames, code_name, label};

    #[test]
    fn names_become_latin_words() {
        for (name, code, said) in [
            ("LocalBusiness", "local_business", "local business"),
            ("3DModel", "3d_model", "3D model"),
            ("URLTemplate", "url_template", "URL template"),
            ("prepTime", "prep_time", "prep time"),
            (
                "Catalog_Контрагенты",
                "catalog_kontragenty",
                "catalog контрагенты",
            ),
            ("СчётНаОплату", "schet_na_oplatu", "счёт на оплату"),
            ("ИНН", "inn", "ИНН"),
            ("№", "na01afe1c", "№"),
            ("Ref_Key", "ref_key", "ref key"),
            ("Côtes-d'Or", "cotes_d_or", "côtes d or"),
            ("企业", "qiye", "企业"),
            ("学生_姓名", "xuesheng_xingming", "学生 姓名"),
        ] {
            assert_eq!(
                (code_name(name).as_str(), label(name).as_str()),
                (code, said)
            );
        }
        let arabic = code_name("شركة");
        assert!(arabic.starts_with('n') && arabic.is_ascii(), "{arabic}");
        assert_ne!(arabic, code_name("مدينة"));
        assert!(code_name("").starts_with('n'));
    }

    #[test]
    fn a_name_is_given_once() {
        let mut given = UniqueNames::from_iter(["a_2"]);
        let names = ["a", "a", "a"].map(|name| given.give(name.to_owned()));
        assert_eq!(names, ["a", "a_3", "a_4"]);
    }
}
