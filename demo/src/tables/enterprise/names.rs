//! Names of companies and people. Each is unique, except for a few planned duplicates.

use std::collections::BTreeSet;

use super::languages::Tongue;
use super::words::Words;
use crate::random::Random;

/// Duplicates per thousand names.
const TWICE: u64 = 5;

/// Attempts to find a new name.
const ATTEMPTS: usize = 20;

/// The names given so far.
pub(super) struct Names<N> {
    given: BTreeSet<String>,
    all: Vec<N>,
}

#[derive(Debug, Clone)]
pub(super) struct CompanyName {
    /// `苏州华芯电子有限公司`, `АО «Вектор»`, `Redwood Systems Ltd`.
    pub(super) full: String,
    /// Without city and legal form.
    pub(super) short: String,
    /// The brand of its products.
    pub(super) brand: String,
}

impl<N: Clone + AsRef<str>> Names<N> {
    pub(super) fn new() -> Self {
        Self {
            given: BTreeSet::new(),
            all: Vec::new(),
        }
    }

    /// A new name, or rarely a duplicate.
    pub(super) fn give(
        &mut self,
        random: &mut Random,
        mut make: impl FnMut(&mut Random) -> N,
    ) -> N {
        if random.next() % 1_000 < TWICE
            && let Some(other) = self.all.get(random.early(self.all.len()))
        {
            return other.clone();
        }
        let mut name = make(random);
        for _ in 0..ATTEMPTS {
            if !self.given.contains(name.as_ref()) {
                break;
            }
            name = make(random);
        }
        self.given.insert(name.as_ref().to_owned());
        self.all.push(name.clone());
        name
    }
}

impl AsRef<str> for CompanyName {
    fn as_ref(&self) -> &str {
        &self.full
    }
}

/// A company's name in its language.
pub(super) fn company(
    random: &mut Random,
    words: &Words,
    tongue: Tongue,
    city: &str,
    trade: &str,
) -> CompanyName {
    let form = random.word(words.of(tongue, "forms"));
    match tongue {
        Tongue::Chinese => {
            let first = random.word(words.of(tongue, "first"));
            let brand = format!("{first}{}", random.word(words.of(tongue, "second")));
            let short = format!("{brand}{trade}");
            let full = match random.between(0, 9) {
                0 => format!("{brand}（{city}）{trade}{form}"),
                _ => format!("{city}{short}{form}"),
            };
            CompanyName { full, short, brand }
        }
        Tongue::Russian => {
            let (short, brand) = russian(random, words, trade);
            let full = format!("{form} «{short}»");
            CompanyName { full, short, brand }
        }
        Tongue::English => {
            let brand = random.word(words.of(tongue, "brands")).to_owned();
            let short = match random.chance(60) {
                true => format!("{brand} {trade}"),
                false => {
                    let second = random.word(words.of(tongue, "seconds"));
                    format!("{brand} {second} {trade}")
                }
            };
            let full = format!("{short} {form}");
            CompanyName { full, short, brand }
        }
    }
}

fn russian(random: &mut Random, words: &Words, trade: &str) -> (String, String) {
    let mut word = |what| random.word(words.of(Tongue::Russian, what));
    let brand = word("brands");
    let compound = format!("{}{}", word("starts"), word("ends"));
    match random.between(0, 5) {
        0 => (brand.to_owned(), brand.to_owned()),
        1 | 2 => (format!("{brand}-{trade}"), brand.to_owned()),
        3 => (compound.clone(), compound),
        4 => (format!("{compound}-{trade}"), compound),
        _ => (format!("{brand} {compound}"), brand.to_owned()),
    }
}

/// A person's name in their language. The fixed names are unique, also as a prefix.
pub(super) fn person(random: &mut Random, words: &Words, tongue: Tongue) -> String {
    let surname = random.word(words.of(tongue, "surnames"));
    match tongue {
        Tongue::Chinese => {
            let given = words.of(tongue, "given");
            let first = random.word(given);
            let second = random.unless(25, ()).map(|()| random.word(given));
            format!("{surname}{first}{}", second.unwrap_or_default())
        }
        Tongue::Russian => {
            let is_woman = random.chance(45);
            let given = random.word(words.of(tongue, if is_woman { "women" } else { "men" }));
            let father = random.word(words.of(tongue, "fathers"));
            let with_father = random.chance(40);
            let given = match (surname, given) {
                ("Иванов", "Сергей") | ("Петров", "Иван") => "Глеб",
                (_, given) => given,
            };
            let (ending, of_father) = if is_woman {
                ("а", "вна")
            } else {
                ("", "вич")
            };
            match with_father {
                true => format!("{surname}{ending} {given} {father}{of_father}"),
                false => format!("{surname}{ending} {given}"),
            }
        }
        Tongue::English => format!("{} {surname}", random.word(words.of(tongue, "first"))),
    }
}
