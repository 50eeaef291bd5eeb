//! Finds similar names: look-alike letters, shared words, few different letters.
//!
//! Names are similar if at most a third of their letters differ; for two Chinese letters, one may differ. A shared word
//! suffices, because people say `revenue` for an annual revenue. Chinese has no spaces between words, so any two
//! adjacent letters count as a word.

use unicode_normalization::UnicodeNormalization;

use crate::letters::is_unspaced;

/// The longest word to compare, in bytes; no name is longer.
const LONGEST: usize = 256;

/// Words and prefixes of negation.
const DENYING_WORDS: &[&str] = &["not", "non", "except", "but", "не", "кроме"];
const DENYING_PREFIXES: &[&str] = &["non", "un", "in", "не", "非", "不", "未"];

/// The similarity of a name to a word, most similar first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Similarity {
    /// The word equals the code, except for look-alike letters.
    Code,
    /// The word equals the name, except for look-alike letters.
    Name,
    /// All words of one occur in the other.
    Words,
    /// The number of different letters.
    Letters(usize),
}

/// A word or name as its skeleton in lower case.
pub(crate) struct Word {
    text: String,
    length: usize,
    /// A bit set of the letters and digits it contains; several letters share a bit.
    letters: u64,
}

/// The names similar to a word, most similar first. Equally similar names keep their order.
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

/// The negated part of a text: `red` in `not red`, `сухое` in `несухое`.
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

/// The optimal string alignment distance: the number of letters to insert, delete, replace or swap with their
/// neighbour.
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

/// The ASCII form of a full-width character. Both ranges have the same order.
pub(crate) const fn narrow(letter: char) -> Option<char> {
    match letter {
        '！'..='～' => char::from_u32(letter as u32 - ('！' as u32 - '!' as u32)),
        _ => None,
    }
}

/// The text with look-alikes replaced by Latin letters, and decomposed letters composed.
#[must_use]
pub fn skeleton(text: &str) -> String {
    let letters = text.nfc();
    letters
        .map(|letter| latin(letter).unwrap_or(letter))
        .collect()
}

impl Word {
    /// The word of a text; `None` if it is longer than any name.
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

    /// The similarity of a name; `None` if it is too different.
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

    /// The distance, if it is small enough.
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

    /// The distance of a single word to the most similar word of a longer name.
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

    /// `true` if all words of one occur in the other. A path does not count, because all fields share the words of
    /// their type.
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

    /// A lower bound of the number of letters that another text does not contain.
    const fn lacking_in(&self, other: &Self) -> usize {
        (self.letters & !other.letters).count_ones() as usize
    }

    /// The words with at least three letters.
    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| word.chars().nth(2).is_some())
    }

    /// `true` for a path of a codebook. In data, a name with a dot usually also contains a space.
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
