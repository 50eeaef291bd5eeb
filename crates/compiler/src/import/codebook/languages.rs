//! The languages of a codebook, and the words of an element in them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::blank::is_unseen;
use quick_xml::escape::unescape;
use serde::de::IgnoredAny;

use super::{DescriptionText, Words};
use crate::import::bounds::{DESCRIPTION, LABEL};
use crate::import::element_names;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::{Texts, Use, local_name};
use crate::text::{hidden_letter, shapes_letters};

/// The language of an untagged text, guessed from its script.
fn guessed(text: &str) -> &'static str {
    let of = |from: char, to: char| {
        text.chars()
            .filter(|letter| (from..=to).contains(letter))
            .count()
    };
    if of('\u{4e00}', '\u{9fff}') > 0 {
        "zh"
    } else if of('\u{400}', '\u{4ff}') > of('A', 'z') {
        "ru"
    } else {
        "en"
    }
}

fn language<'t>(said: &'t str, text: &str) -> &'t str {
    if said.is_empty() { guessed(text) } else { said }
}

/// Counts labels by language to choose the codebook's languages.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    elements: usize,
    labels: BTreeMap<String, usize>,
    /// For elements without a label: the languages guessed from their names.
    names: BTreeMap<&'static str, usize>,
}

impl Survey {
    pub(crate) fn see(&mut self, iri: &str, texts: &Texts) {
        self.elements += 1;
        let languages: BTreeSet<&str> = (texts.labels.iter())
            .flat_map(|(said, texts)| texts.iter().map(|text| language(said, text)))
            .collect();
        if languages.is_empty() {
            *self.names.entry(guessed(&local_name(iri))).or_default() += 1;
        }
        for language in languages {
            *self.labels.entry(language.to_owned()).or_default() += 1;
        }
    }

    /// The wanted languages. If none is wanted: the language with the most labels, and every other language that covers
    /// three quarters of the elements, since each missing label is a warning.
    pub(crate) fn languages(&self, wanted: &[String], left: &mut Omissions) -> Languages {
        let mut counts = self.labels.clone();
        for (language, count) in &self.names {
            *counts.entry((*language).to_owned()).or_default() += count;
        }
        let mut listed: Vec<String> = Vec::new();
        for language in wanted {
            if !listed.contains(language) {
                listed.push(language.clone());
            }
        }
        for language in listed.iter().filter(|one| !counts.contains_key(*one)) {
            let others: Vec<&str> = counts.keys().map(String::as_str).collect();
            let detail = format!("no label in {language}; there are {}", others.join(", "));
            left.other(OmissionReason::NoLabel, language, &detail);
        }
        if listed.is_empty() {
            listed.push(most_frequent(&counts).unwrap_or("en").to_owned());
        }
        for (language, count) in &counts {
            if listed.contains(language) {
                continue;
            }
            let labels = self.labels.get(language).copied().unwrap_or_default();
            if wanted.is_empty() && labels > 0 && count * 4 >= self.elements * 3 {
                listed.push(language.clone());
            } else if labels > 0 {
                let detail = format!("labels of {labels} in {} elements", self.elements);
                left.other(OmissionReason::Language, language, &detail);
            }
        }
        Languages { listed }
    }
}

/// The languages of a codebook. A name serves as a label in the language of its script.
#[derive(Debug)]
pub(crate) struct Languages {
    pub(crate) listed: Vec<String>,
}

impl Languages {
    pub(crate) fn words(
        &self,
        iri: &str,
        texts: &Texts,
        usage: &Use,
        left: &mut Omissions,
    ) -> Words {
        let mut words = Words::default();
        for listed in &self.listed {
            let mut names = self.texts(&texts.labels, listed);
            // A label that only repeats the name is split into words.
            for name in names.iter_mut().filter(|name| **name == local_name(iri)) {
                *name = one_line(&element_names::label(name));
            }
            if names.is_empty() && guessed(&local_name(iri)) == listed {
                names.push(one_line(&element_names::label(&local_name(iri))));
            }
            let mut names = names.into_iter().filter(|name| !name.is_empty());
            let Some(label) = names.next() else { continue };
            let others = self.texts(&texts.synonyms, listed);
            let synonyms: BTreeSet<String> = (names.chain(others))
                .filter(|name| *name != label && !name.is_empty())
                .map(|name| cut(&name, LABEL, iri, left))
                .collect();
            let label = cut(&label, LABEL, iri, left);
            words.labels.insert(listed.clone(), label);
            if !synonyms.is_empty() {
                let synonyms = synonyms.into_iter().collect();
                words.synonyms.insert(listed.clone(), synonyms);
            }
        }
        words.description = self.description(texts, usage);
        words
    }

    /// The first sentences of the comment in the first language that has one. A cut description is not reported.
    fn description(&self, texts: &Texts, usage: &Use) -> Option<DescriptionText> {
        let mut comments = self.listed.iter().filter_map(|listed| {
            let text = self.texts(&texts.comments, listed).into_iter().next()?;
            Some((listed, plain_markup(&text)))
        });
        let (language, said) = comments.find(|(_, text)| !text.is_empty()).unzip();
        let language = language.filter(|language| self.listed.first() != Some(language));
        let note = match usage {
            Use::Current => None,
            Use::Deprecated(others) => Some(match others.iter().next() {
                Some(other) => format!("Deprecated: use {}.", one_line(&local_name(other))),
                None => "Deprecated.".to_owned(),
            }),
        };
        let text: Vec<String> = note.into_iter().chain(said).collect();
        (!text.is_empty()).then(|| DescriptionText {
            language: language.cloned(),
            text: sentences(&text.join(" ")),
        })
    }

    fn texts(&self, map: &BTreeMap<String, BTreeSet<String>>, wanted: &str) -> Vec<String> {
        // Tagged texts come before untagged ones.
        let (unsaid, said): (Vec<_>, Vec<_>) = map.iter().partition(|(said, _)| said.is_empty());
        (said.into_iter().chain(unsaid))
            .flat_map(|(said, texts)| texts.iter().map(move |text| (said, text)))
            .filter(|(said, text)| language(said, text) == wanted)
            .map(|(_, text)| one_line(text))
            .collect()
    }
}

/// A text with HTML entities (`&#x2014;`) decoded and wiki brackets (`[[Person]]`) removed.
fn plain_markup(text: &str) -> String {
    let text = text.replace("[[", "").replace("]]", "");
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let letter = part.split_once(';').and_then(|(entity, rest)| {
            let letter = unescape(&format!("&{entity};")).ok()?.into_owned();
            Some((letter, rest))
        });
        match letter {
            Some((letter, rest)) => plain.extend([letter.as_str(), rest]),
            None => plain.extend(["&", part]),
        }
    }
    one_line(&plain)
}

/// The language of most names, by script.
pub(super) fn of_names<'t>(names: impl Iterator<Item = &'t str>) -> String {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(guessed(name)).or_default() += 1;
    }
    most_frequent(&counts).unwrap_or("en").to_owned()
}

/// The language with the highest count. The smaller name wins a tie, so that the order is stable.
fn most_frequent<L: AsRef<str> + Ord>(counts: &BTreeMap<L, usize>) -> Option<&str> {
    let ranked = counts.iter();
    let ranked = ranked.map(|(language, count)| (*count, Reverse(language.as_ref())));
    ranked.max().map(|(_, Reverse(language))| language)
}

/// True where a text may be an enum value: JSON lists and objects may not.
pub(super) fn is_value(text: &str) -> bool {
    let is_json = text.starts_with(['[', '{']) && serde_json::from_str::<IgnoredAny>(text).is_ok();
    let is_short = !text.is_empty() && text.chars().count() <= LABEL;
    is_short && !is_json && hidden_letter(text).is_none()
}

/// A text on one line without invisible characters, except those that shape letters.
pub(crate) fn one_line(text: &str) -> String {
    let seen = |letter: &char| !is_unseen(*letter) || shapes_letters(*letter);
    let plain: String = (text.chars())
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .filter(seen)
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cut(text: &str, most: usize, iri: &str, left: &mut Omissions) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    left.other(OmissionReason::Cut, iri, "label");
    let mut cut: String = text.chars().take(most).collect();
    cut.push('…');
    cut
}

/// As many whole sentences as fit into a description, or a part of the first.
pub(crate) fn sentences(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let head: String = text.chars().take(DESCRIPTION).collect();
    match head.rfind(". ").and_then(|end| head.get(..=end)) {
        Some(whole) => whole.to_owned(),
        None => format!("{head}…"),
    }
}
