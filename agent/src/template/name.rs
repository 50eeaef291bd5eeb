//! Finds names in a text: quoted or bold text, and capitalised words inside a sentence.

use std::collections::BTreeSet;

use cmec_decoder::letters::{folded, is_unspaced};

use super::{ITEM, VALUE};

/// Pairs of quotation marks: the first half of a pair opens, the second half closes.
const QUOTES: &str = "«» “” „“ \"\" ‘’ 「」 『』 《》 【】 ****";
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
            let pair = before.replace(own.clone()).map(|before| (before, own));
            self.pairs.extend(pair);
        }
    }

    /// The first name in a text that is not known.
    pub(super) fn unknown<'t>(&self, prose: &'t str) -> Option<&'t str> {
        self.unknown_quoted(prose)
            .or_else(|| self.unknown_capitalised(prose))
    }

    fn unknown_quoted<'t>(&self, prose: &'t str) -> Option<&'t str> {
        for line in prose.lines() {
            for pair in QUOTES.split(' ') {
                let (open, close) = pair.split_at(pair.len() / 2);
                let mut rest = line;
                while let Some((_, own)) = rest.split_once(open)
                    && let Some((said, behind)) = own.split_once(close)
                {
                    rest = behind;
                    // Bold headings are allowed.
                    let is_heading = open == BOLD
                        && (said.ends_with([':', '：']) || behind.starts_with([':', '：']));
                    let words = words(said);
                    let mut pairs = words.array_windows();
                    let is_known = words.iter().all(|word| self.is_known(None, word))
                        && pairs.all(|[one, other]| self.is_known(Some(one), other));
                    if !is_heading && !is_known {
                        return Some(said);
                    }
                }
            }
        }
        None
    }

    fn unknown_capitalised<'t>(&self, prose: &'t str) -> Option<&'t str> {
        let is_foreign = prose.contains(|own| is_cyrillic(own) || is_unspaced(own));
        let mut last: Option<Word<'t>> = None;
        for (place, word) in words(prose).into_iter().enumerate() {
            // The pronoun `I` is not a name.
            let is_name = word.text.contains(char::is_uppercase) && word.text != "I";
            let is_latin = word.text.starts_with(|own: char| own.is_ascii_alphabetic());
            let is_first = place == 0 && !word.before.contains(VALUE);
            let begins = (is_first || word.before.contains(HEADS)) && !(is_latin && is_foreign);
            let is_beside = word.before.chars().all(|own| " -'’&".contains(own));
            let last_name = last.take().filter(|_| is_beside);
            if is_name && !begins && !self.is_known(last_name.as_ref(), &word) {
                return Some(word.text);
            }
            last = (is_name && !begins).then_some(word);
        }
        None
    }

    /// True where a word occurs in known texts, next to the one before if there is one. A value may separate the two.
    fn is_known(&self, before: Option<&Word<'_>>, word: &Word<'_>) -> bool {
        let own = stem(word.text);
        match before {
            None => self.words.contains(&own),
            Some(_) if word.before.contains(VALUE) => true,
            Some(before) => self.pairs.contains(&(stem(before.text), own)),
        }
    }
}

pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let (mut words, mut rest) = (Vec::new(), text);
    while let Some(from) = rest.find(char::is_alphabetic) {
        let (before, own) = rest.split_at(from);
        let is_alone = own.starts_with(is_unspaced);
        let ends = |letter: char| {
            let goes_on = letter.is_alphabetic() || matches!(letter, '\u{300}'..='\u{36f}');
            is_alone || is_unspaced(letter) || !goes_on
        };
        let mut letters = own.char_indices().skip(1);
        let end = letters.find(|(_, letter)| ends(*letter));
        let (text, behind) = own.split_at(end.map_or(own.len(), |(end, _)| end));
        words.push(Word { text, before });
        rest = behind;
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
