//! How near a word is to the name of something: by look, by name, by words, by letters.
//!
//! Letters are near where at most a third of them differ; of two Chinese ones one may. A label is found by one of its
//! words as well: people say `revenue` where the codebook has an annual one. Chinese has no blanks between words, so
//! there a piece of two letters is one.

/// Letters that forms of one word begin with, at least.
const STEM: usize = 3;

/// How near, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nearness {
    /// It is the same but for the look of its letters.
    Same,
    /// It is called so.
    Named,
    /// The words of the one are among those of the other.
    Words,
    /// So many letters differ.
    Letters(usize),
}

/// A word as it was said, ready to be held against many names.
pub(super) struct SaidWord {
    folded: String,
    lower: Letters,
    words: Vec<Letters>,
}

/// A word in lower case.
pub(crate) struct Letters {
    text: String,
    outline: Outline,
}

/// What is seen of a word without reading it twice.
#[derive(Clone, Copy)]
struct Outline {
    /// Its letters, marks counted.
    count: usize,
    /// One bit for each letter or figure there is, many letters to a bit.
    bits: u64,
}

impl Outline {
    fn of(text: &str) -> Self {
        let (mut count, mut bits) = (0, 0);
        for letter in text.chars().flat_map(char::to_lowercase) {
            count += 1;
            if is_letter(letter) {
                bits |= 1_u64 << (u32::from(letter) % 64);
            }
        }
        Self { count, bits }
    }

    /// Letters there are that another word has not, at least.
    const fn lacking_in(self, other: Self) -> usize {
        (self.bits & !other.bits).count_ones() as usize
    }

    /// Whether so few letters may differ.
    const fn may_differ_by(self, other: Self, most: usize) -> bool {
        self.count.abs_diff(other.count) <= most
            && self.lacking_in(other) <= most
            && other.lacking_in(self) <= most
    }
}

impl Letters {
    pub(crate) fn of(text: &str) -> Self {
        Self {
            text: text.to_lowercase(),
            outline: Outline::of(text),
        }
    }

    /// Whether it is a name, a form of it, or a misspelling.
    pub(crate) fn nearly_is(&self, name: &str) -> bool {
        let outline = Outline::of(name);
        let longer = outline.count.max(self.outline.count);
        let shorter = outline.count.min(self.outline.count);
        let lower = name.chars().flat_map(char::to_lowercase);
        let same = lower.zip(self.text.chars());
        let stem = same.take_while(|(one, other)| one == other).count();
        stem == longer
            || (stem >= STEM && stem * 5 >= shorter * 3 && longer <= shorter + STEM)
            || self.distance(name, outline).is_some()
    }

    /// How many letters differ, where they are few enough.
    fn distance(&self, name: &str, outline: Outline) -> Option<usize> {
        let longer = self.outline.count.max(outline.count);
        let two = self.outline.count == 2 && outline.count == 2;
        let most = match longer / 3 {
            0 if two && is_ideographic(&self.text) && is_ideographic(name) => 1,
            third => third,
        };
        if most == 0 || !self.outline.may_differ_by(outline, most) {
            return None;
        }
        let distance = strsim::damerau_levenshtein(&self.text, &name.to_lowercase());
        (distance <= most).then_some(distance)
    }
}

impl SaidWord {
    pub(super) fn of(said: &str) -> Self {
        let mut letters = said.chars();
        let said = match (letters.next().and_then(mark_of_sign), letters.next()) {
            (Some(mark), None) => mark,
            _ => said,
        };
        Self {
            folded: fold(said),
            lower: Letters::of(said),
            words: words(said).collect(),
        }
    }

    /// Whether a code is this but for the look of its letters.
    pub(super) fn looks_like(&self, code: &str) -> bool {
        may_look_like(&self.folded, code) && fold(code) == self.folded
    }

    /// How near it is to a name.
    pub(super) fn near(&self, name: &str) -> Option<Nearness> {
        let outline = Outline::of(name);
        if outline.count == self.lower.outline.count && self.looks_like(name) {
            return Some(Nearness::Named);
        }
        if self.shares_words(name, outline) {
            return Some(Nearness::Words);
        }
        let whole = self.lower.distance(name, outline);
        let distance = whole.or_else(|| self.distance_to_word(name, outline));
        distance.map(Nearness::Letters)
    }

    /// How many letters differ from the nearest word of a name.
    fn distance_to_word(&self, name: &str, outline: Outline) -> Option<usize> {
        let [only] = self.words.as_slice() else {
            return None;
        };
        let count = only.outline.count;
        let is_path = name.contains('.');
        if is_path
            || count < 4
            || outline.count <= count
            || only.outline.lacking_in(outline) > count / 2
        {
            return None;
        }
        let distances = words(name).map(|word| only.distance(&word.text, word.outline));
        distances.flatten().min()
    }

    /// Whether the words of the one are among those of the other.
    fn shares_words(&self, name: &str, outline: Outline) -> bool {
        let said = &self.lower;
        let may = said.outline.lacking_in(outline) == 0 || outline.lacking_in(said.outline) == 0;
        if !may {
            return false;
        }
        if is_ideographic(name) || is_ideographic(&said.text) {
            let name = name.to_lowercase();
            return (outline.count > 1 && said.text.contains(&name))
                || (said.outline.count > 1 && name.contains(&said.text));
        }
        // A path has the words of its type in every field.
        if self.words.is_empty() || name.contains('.') {
            return false;
        }
        let of_name: Vec<Letters> = words(name).collect();
        let among = |ones: &[Letters], others: &[Letters]| {
            let has = |one: &Letters| others.iter().any(|other| one.text == other.text);
            !ones.is_empty() && ones.iter().all(has)
        };
        among(&self.words, &of_name) || among(&of_name, &self.words)
    }
}

/// The words of a name that say something by themselves.
fn words(name: &str) -> impl Iterator<Item = Letters> {
    name.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.chars().nth(2).is_some())
        .map(Letters::of)
}

/// Whether it is a letter or a figure. Those of the languages that most names are in are told without a look-up.
fn is_letter(letter: char) -> bool {
    matches!(letter, 'a'..='z' | '0'..='9' | 'а'..='я' | '\u{4e00}'..='\u{9fff}')
        || letter.is_alphanumeric()
}

/// Whether a word has Chinese letters.
fn is_ideographic(text: &str) -> bool {
    text.chars()
        .any(|letter| matches!(letter, '\u{3400}'..='\u{9fff}'))
}

/// The mark of the line that a sign of mathematics stands for.
pub(crate) const fn mark_of_sign(sign: char) -> Option<&'static str> {
    match sign {
        '≤' | '⩽' => Some("<="),
        '≥' | '⩾' => Some(">="),
        '≠' => Some("!="),
        '→' => Some(">"),
        '←' => Some("<"),
        '↔' => Some("<>"),
        '−' | '–' => Some("-"),
        '…' => Some(".."),
        _ => None,
    }
}

/// Whether a sign stands for a comparison. An arrow is a relation.
pub(crate) fn compares(sign: char) -> bool {
    let of_mathematics = mark_of_sign(sign).is_some_and(|mark| mark.ends_with('='));
    of_mathematics || matches!(sign, '＝' | '～' | '＞' | '＜')
}

/// Whether two words have about as many letters: one is at most four bytes.
pub(super) const fn may_look_like(one: &str, other: &str) -> bool {
    one.len() <= other.len() * 4 && other.len() <= one.len() * 4
}

/// A word with look-alike letters made Latin, and without case.
pub(crate) fn fold(word: &str) -> String {
    word.chars()
        .flat_map(char::to_lowercase)
        .map(latin)
        .collect()
}

/// The character of ASCII that a full-width one is a form of; they stand in its order.
pub(crate) const fn narrow(letter: char) -> Option<char> {
    match letter {
        '！'..='～' => char::from_u32(letter as u32 - ('！' as u32 - '!' as u32)),
        _ => None,
    }
}

const fn latin(letter: char) -> char {
    match letter {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'е' | 'ё' | 'ε' => 'e',
        'ғ' => 'f',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'у' | 'υ' => 'y',
        'х' | 'χ' => 'x',
        'ј' => 'j',
        other => match narrow(other) {
            Some(ascii) => ascii,
            None => other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Nearness, SaidWord};

    #[test]
    fn names_are_found_by_letters_and_by_words() {
        use Nearness::{Letters, Named, Words};
        for (said, name, near) in [
            ("выручка", "годовая выручка", Some(Words)),
            ("annual revenue", "revenue", Some(Words)),
            ("types", "target_types", Some(Words)),
            ("员工", "员工人数", Some(Words)),
            ("Name", "name", Some(Named)),
            ("≥", ">=", Some(Named)),
            ("＞", ">", Some(Named)),
            ("注消", "注销", Some(Letters(1))),
            ("注消", "存续", None),
            ("красным", "красное", Some(Letters(2))),
            ("выручки", "годовая выручка", Some(Letters(1))),
            ("as", "is", None),
            ("park", "park.name", None),
            ("", "name", None),
        ] {
            assert_eq!(SaidWord::of(said).near(name), near, "{said} {name}");
        }
    }

    #[test]
    fn a_long_word_costs_no_more_than_its_letters() {
        let long = "x".repeat(60_000);
        assert_eq!(SaidWord::of(&long).near("name"), None);
    }
}
