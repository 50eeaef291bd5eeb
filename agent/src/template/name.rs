//! Finds names in a text: quoted or bold text, and capitalised words inside a sentence.

use std::collections::BTreeSet;

use cmec_decoder::letters::{folded, is_unspaced};

use super::{ITEM, VALUE};

/// Opening quotation marks with their closing marks.
#[rustfmt::skip]
const QUOTES: &[(&str, &str)] = &[
    ("«", "»"), ("“", "”"), ("„", "“"), ("\"", "\""), ("‘", "’"), ("「", "」"), ("『", "』"), ("《", "》"), ("【", "】"), (BOLD, BOLD),
];
const BOLD: &str = "**";

/// Characters that end a sentence or start an item.
const HEADS: &[char] = &['.', '!', '?', '…', '。', '！', '？', '\n', ITEM];

/// Letters in the endings of Russian nouns and adjectives.
const ENDINGS: &str = "аеиоуыэюяйьмхвг";
/// Least letters of a Russian stem.
const STEM: usize = 3;

/// A word of a text; each Chinese character is a word.
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// The text between the previous word and this one.
    before: &'t str,
}

/// The allowed words, and the pairs that occur next to each other.
#[derive(Debug, Default)]
pub(super) struct Names {
    words: BTreeSet<String>,
    pairs: BTreeSet<(String, String)>,
}

impl Names {
    /// Adds texts that belong together, such as the values of a row: a name may span two of them.
    pub(super) fn add<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) {
        let mut before = None;
        for word in texts.into_iter().flat_map(words) {
            let own = stem(word.text);
            self.words.insert(own.clone());
            self.pairs
                .extend(before.replace(own.clone()).map(|before| (before, own)));
        }
    }

    /// The first name in a text that is not known.
    pub(super) fn unknown<'t>(&self, prose: &'t str) -> Option<&'t str> {
        self.unknown_quoted(prose)
            .or_else(|| self.unknown_capitalised(prose))
    }

    fn unknown_quoted<'t>(&self, prose: &'t str) -> Option<&'t str> {
        for (line, (open, close)) in prose
            .lines()
            .flat_map(|line| QUOTES.iter().map(move |own| (line, own)))
        {
            let mut rest = line;
            while let Some((said, behind)) = rest
                .split_once(open)
                .and_then(|(_, own)| own.split_once(close))
            {
                rest = behind;
                // Bold headings are allowed.
                let is_heading = *open == BOLD
                    && (said.ends_with([':', '：']) || behind.starts_with([':', '：']));
                let words = words(said);
                let mut pairs = words.array_windows::<2>();
                let is_known = words
                    .iter()
                    .all(|word| self.words.contains(&stem(word.text)))
                    && pairs.all(|[one, other]| self.stand(one, other));
                if !is_heading && !is_known {
                    return Some(said);
                }
            }
        }
        None
    }

    fn unknown_capitalised<'t>(&self, prose: &'t str) -> Option<&'t str> {
        let is_foreign = prose.contains(|own| is_cyrillic(own) || is_unspaced(own));
        let mut last: Option<Word<'t>> = None;
        for word in words(prose) {
            // The pronoun `I` is not a name.
            let is_name = word.text.contains(char::is_uppercase) && word.text != "I";
            let is_latin = word.text.starts_with(|own: char| own.is_ascii_alphabetic());
            let begins =
                (word.before.contains(HEADS) || word.is_first(prose)) && !(is_latin && is_foreign);
            let is_beside = word.before.chars().all(|own| " -'’&".contains(own));
            let is_known = match last.take().filter(|_| is_beside) {
                Some(last) => self.stand(&last, &word),
                None => self.words.contains(&stem(word.text)),
            };
            if is_name && !begins && !is_known {
                return Some(word.text);
            }
            last = (is_name && !begins).then_some(word);
        }
        None
    }

    /// True where two words occur next to each other in known texts, or a value separates them here.
    fn stand(&self, one: &Word<'_>, other: &Word<'_>) -> bool {
        other.before.contains(VALUE) || self.pairs.contains(&(stem(one.text), stem(other.text)))
    }
}

impl Word<'_> {
    fn is_first(&self, text: &str) -> bool {
        self.before.as_ptr() == text.as_ptr() && !self.before.contains(VALUE)
    }
}

pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let (mut words, mut end) = (Vec::new(), 0);
    while let Some(from) = text
        .get(end..)
        .and_then(|rest| rest.find(char::is_alphabetic))
    {
        let (before, rest) = text
            .get(end..)
            .unwrap_or_default()
            .split_at_checked(from)
            .unwrap_or_default();
        let goes_on = |own: char| own.is_alphabetic() || matches!(own, '\u{300}'..='\u{36f}');
        let length = match rest.chars().next() {
            Some(first) if is_unspaced(first) => first.len_utf8(),
            _ => rest
                .find(|own| !goes_on(own) || is_unspaced(own))
                .unwrap_or(rest.len()),
        };
        end += from + length;
        words.push(Word {
            text: rest.get(..length).unwrap_or_default(),
            before,
        });
    }
    words
}

const fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{52f}')
}

/// A word in lower case; a Russian one without its ending.
fn stem(word: &str) -> String {
    let mut own = folded(word);
    while own.ends_with(|letter| ENDINGS.contains(letter)) && own.chars().count() > STEM {
        own.pop();
    }
    own
}
