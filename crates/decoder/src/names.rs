//! Names that are near: by look, by name, by words, by letters.
//!
//! Letters are near where at most a third of them differ; of two Chinese ones one may. A name is found by one of its
//! words as well: people say `revenue` where the codebook has an annual one. Chinese has no blanks between words, so
//! there a piece of two letters is one.

use unicode_normalization::UnicodeNormalization;

use crate::letters::is_unspaced;

/// Longest word that may be near a name, in bytes: no name is as long.
const LONGEST: usize = 256;

/// Words and beginnings that deny what follows.
const DENYING_WORDS: &[&str] = &["not", "non", "except", "but", "не", "кроме"];
const DENYING_PREFIXES: &[&str] = &["non", "un", "in", "не", "非", "不", "未"];

/// How near a name is to a word, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Similarity {
    /// The word is the code of what is named, but for the look of its letters.
    Code,
    /// The word is the name, but for the look of its letters.
    Name,
    /// The words of the one are among those of the other.
    Words,
    /// So many letters differ.
    Letters(usize),
}

/// A word or a name: its skeleton without case.
pub(crate) struct Word {
    text: String,
    length: usize,
    /// One bit for each letter or figure there is, many letters to a bit.
    letters: u64,
}

/// The names that are near a word, the nearest first, in the given order where equally near.
pub fn nearest<N: AsRef<str>>(
    names: impl IntoIterator<Item = N>,
    word: &str,
) -> impl Iterator<Item = N> {
    let word = Word::of(word);
    let similarity = |name: &N| word.as_ref()?.similarity(name.as_ref());
    let names = names.into_iter();
    let mut near: Vec<(Similarity, N)> = names
        .filter_map(|name| Some((similarity(&name)?, name)))
        .collect();
    near.sort_by_key(|(similarity, _)| *similarity);
    near.into_iter().map(|(_, name)| name)
}

/// What a text denies: `red` of `not red`, `сухое` of `несухое`.
pub(crate) fn denied(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let mut words =
        text.split(|letter: char| letter.is_whitespace() || letter == '-' || letter == '_');
    if words.any(|word| DENYING_WORDS.contains(&word)) {
        return Some(words.collect::<Vec<_>>().join(" "));
    }
    let mut prefixes = DENYING_PREFIXES.iter();
    prefixes.find_map(|prefix| text.strip_prefix(prefix).map(str::to_owned))
}

/// How many letters must be written, left out, replaced or swapped with their neighbour to make one text the other.
#[must_use]
pub fn distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(one, other)
}

/// The Latin letter, digit or sign that a letter looks like.
#[must_use]
pub fn latin(letter: char) -> Option<char> {
    let small = letter.to_lowercase().next()?;
    match (small == letter, small_latin(small)?) {
        (false, 'v') => Some('N'),
        (false, latin) => Some(latin.to_ascii_uppercase()),
        (true, latin) => Some(latin),
    }
}

const fn small_latin(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' | 'ε' => 'e',
        'ғ' | 'ϝ' => 'f',
        'н' | 'һ' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'ν' => 'v',
        'х' | 'χ' => 'x',
        'у' | 'υ' => 'y',
        'ζ' => 'z',
        'з' => '3',
        other => return narrow(other),
    })
}

/// The character of ASCII that a full-width one is a form of; they stand in its order.
pub(crate) const fn narrow(letter: char) -> Option<char> {
    match letter {
        '！'..='～' => char::from_u32(letter as u32 - ('！' as u32 - '!' as u32)),
        _ => None,
    }
}

/// A text with every look-alike replaced by its Latin letter, and a letter that is written as two by the one.
#[must_use]
pub fn skeleton(text: &str) -> String {
    let letters = text.nfc();
    letters
        .map(|letter| latin(letter).unwrap_or(letter))
        .collect()
}

impl Word {
    /// A text that is short enough to be a name.
    pub(crate) fn of(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let mut word = Self {
            text: String::with_capacity(text.len()),
            length: 0,
            letters: 0,
        };
        for small in text.chars().flat_map(char::to_lowercase) {
            let letter = small_latin(small).unwrap_or(small);
            word.text.push(letter);
            word.length += 1;
            if letter.is_alphanumeric() {
                word.letters |= 1 << (u32::from(letter) % 64);
            }
        }
        Some(word)
    }

    /// How near a name is; `None`: too far to have been meant.
    pub(crate) fn similarity(&self, name: &str) -> Option<Similarity> {
        let name = Self::of(name)?;
        if name.text == self.text {
            return Some(Similarity::Name);
        }
        if self.shares_words(&name) {
            return Some(Similarity::Words);
        }
        let whole = self.distance(&name);
        let distance = whole.or_else(|| self.distance_to_word(&name));
        distance.map(Similarity::Letters)
    }

    /// How many letters differ, where they are few enough.
    fn distance(&self, other: &Self) -> Option<usize> {
        let is_chinese = |word: &Self| word.length == 2 && word.text.contains(is_unspaced);
        let most = match self.length.max(other.length) / 3 {
            0 if is_chinese(self) && is_chinese(other) => 1,
            third => third,
        };
        let may = most > 0
            && self.length.abs_diff(other.length) <= most
            && self.lacking_in(other) <= most
            && other.lacking_in(self) <= most;
        may.then(|| distance(&self.text, &other.text))
            .filter(|distance| *distance <= most)
    }

    /// How many letters of the only word differ from the nearest word of a longer name.
    fn distance_to_word(&self, name: &Self) -> Option<usize> {
        let may = name.length > self.length && self.lacking_in(name) <= self.length / 2;
        if !may || name.is_path() {
            return None;
        }
        let mut words = self.words();
        let only = words.next().filter(|_| words.next().is_none())?;
        let only = Self::of(only).filter(|only| only.length >= 4)?;
        let of_name = name.words().filter_map(Self::of);
        of_name.filter_map(|word| only.distance(&word)).min()
    }

    /// Whether the words of the one are among those of the other. A path has the words of its type in every field.
    fn shares_words(&self, name: &Self) -> bool {
        if self.lacking_in(name) > 0 && name.lacking_in(self) > 0 {
            return false;
        }
        if self.text.contains(is_unspaced) || name.text.contains(is_unspaced) {
            return (name.length > 1 && self.text.contains(&name.text))
                || (self.length > 1 && name.text.contains(&self.text));
        }
        let among = |ones: &Self, others: &Self| {
            let mut ones = ones.words().peekable();
            ones.peek().is_some() && ones.all(|one| others.words().any(|other| one == other))
        };
        !name.is_path() && (among(self, name) || among(name, self))
    }

    /// Letters there are that another text has not, at least.
    const fn lacking_in(&self, other: &Self) -> usize {
        (self.letters & !other.letters).count_ones() as usize
    }

    /// The words that say something by themselves.
    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| word.chars().nth(2).is_some())
    }

    /// Whether it is a name of a codebook with parts; a name in data has a dot beside a blank.
    fn is_path(&self) -> bool {
        self.text.contains('.') && !self.text.contains(char::is_whitespace)
    }
}

#[cfg(test)]
mod tests {
    use super::{Similarity, Word, nearest, skeleton};

    #[test]
    fn names_are_found_by_letters_and_by_words() {
        use Similarity::{Letters, Name, Words};
        for (said, name, near) in [
            ("выручка", "годовая выручка", Some(Words)),
            ("annual revenue", "revenue", Some(Words)),
            ("types", "target_types", Some(Words)),
            ("员工", "员工人数", Some(Words)),
            ("Name", "name", Some(Name)),
            ("tуpe", "type", Some(Name)),
            ("＞", ">", Some(Name)),
            ("注消", "注销", Some(Letters(1))),
            ("注消", "存续", None),
            ("красным", "красное", Some(Letters(2))),
            ("выручки", "годовая выручка", Some(Letters(1))),
            ("lаble", "label", Some(Letters(1))),
            ("as", "is", None),
            ("park", "park.name", None),
            ("", "name", None),
        ] {
            let similarity = Word::of(said).unwrap().similarity(name);
            assert_eq!(similarity, near, "{said} {name}");
        }
    }

    #[test]
    fn the_nearest_is_first() {
        let known = ["label", "type", "operators", "sortable"];
        for (word, meant) in [
            ("lable", Some("label")),
            ("Type", Some("type")),
            ("operator", Some("operators")),
            ("tуpe", Some("type")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(known, word).next(), meant, "{word}");
        }
    }

    #[test]
    fn a_long_word_costs_no_more_than_its_letters() {
        let long = "x".repeat(60_000);
        assert_eq!(nearest(["name"], &long).next(), None);
        assert_eq!(nearest([long], "name").next(), None);
    }

    #[test]
    fn look_alikes_become_latin() {
        assert_eq!(skeleton("СНР001"), "CHP001");
        assert_eq!(skeleton("Ϝ001"), "F001");
        assert_eq!(skeleton("ΝАＭЕ νaｌue"), "NAME value");
        assert_eq!(skeleton("F001 企业"), "F001 企业");
    }
}
