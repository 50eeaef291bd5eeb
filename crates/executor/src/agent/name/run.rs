//! Capitalised words beside each other.

use std::ops::Range;

use super::super::word::{Capitals, Script, Word, words};

/// Words beside each other that begin with a capital, and the small ones between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    words: Vec<Word>,
    /// Whether the first may have its capital from the sentence alone.
    begins_sentence: bool,
    /// Whether it stands behind another word of its sentence for certain, or is all there is behind a colon: `Ответ: Массето.`
    is_within: bool,
}

/// Small words within a name.
const LINKS: &[&str] = &[
    "d", "da", "de", "dei", "del", "della", "den", "der", "des", "di", "do", "du", "el", "l", "la",
    "las", "le", "les", "lo", "los", "of", "the", "van", "von", "ван", "де", "дель", "ди", "дю",
    "ла", "ле", "фон",
];

/// Small words between names, which may stand within one, too.
const JOINTS: &[&str] = &["and", "or", "и", "или"];

/// Words whose capital says nothing: of courtesy, of the calendar, of currencies, and what is answered to a question.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "да", "нет", "i", "вы", "вас", "вам", "вами", "ваш", "ваша", "ваше", "ваши", "вашей", "вашего", "вашему", "вашу", "вашим",
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "eur", "rub", "usd", "cny",
];

/// Most letters of a Russian abbreviation, as `ИНН` and `ООО`.
const ABBREVIATION: usize = 4;

/// The runs of a text that are names: of two words, of one Latin word within Russian or Chinese, or of one Russian word within
/// a sentence or alone behind a colon. `is_known`: whether a word, without case, was found or asked: those do not tell what a
/// text is written in.
#[must_use]
pub(super) fn runs(text: &str, is_known: impl Fn(&str) -> bool) -> Vec<Run> {
    let words = words(text);
    let is_latin = is_latin(&words, is_known);
    let is_foreign = |word: &Word| word.script == Script::Latin && !is_latin;
    let mut runs: Vec<Run> = Vec::new();
    let mut links: Vec<Word> = Vec::new();
    let mut is_open = false;
    let mut end = 0;
    for word in words {
        let gap = text.get(end..word.at.start).unwrap_or_default();
        let is_answer = end > 0 && gap.trim() == ":" && !gap.contains('\n') && ends(text, &word);
        let begins_sentence = !is_answer && (end == 0 || gap.contains(SENTENCE));
        let is_within = is_answer || (end > 0 && gap.chars().all(stays));
        is_open &= is_close(gap);
        end = word.at.end;
        if is_name(&word) {
            match runs.last_mut().filter(|_| is_open) {
                Some(run) => {
                    run.words.append(&mut links);
                    run.words.push(word);
                }
                None => runs.push(Run {
                    begins_sentence: begins_sentence && !is_foreign(&word),
                    is_within,
                    words: vec![word],
                }),
            }
            is_open = true;
            links.clear();
        } else if is_one_of(&word, LINKS) || is_one_of(&word, JOINTS) {
            links.push(word);
        } else {
            is_open = false;
            links.clear();
        }
    }
    runs.retain(|run| match run.words.as_slice() {
        [word] => is_foreign(word) || (run.is_within && !is_latin && is_russian(word)),
        _ => true,
    });
    runs
}

/// What ends a sentence, a line or a cell of a table.
const SENTENCE: [char; 11] = ['.', '!', '?', '…', ':', ';', '|', '\n', '。', '！', '？'];

/// Whether a character between two words leaves them in one sentence and one cell: after any other one, as a mark of an end, a
/// dash or a picture, a sentence may begin.
fn stays(letter: char) -> bool {
    let is_blank = letter.is_whitespace() && letter != '\n';
    is_blank || letter.is_alphanumeric() || ",()%₽$€«»“”„\"".contains(letter)
}

/// Whether a clause ends behind a word.
fn ends(text: &str, word: &Word) -> bool {
    let behind = text.get(word.at.end..).unwrap_or_default();
    let behind = behind.trim_start_matches([' ', '*', '_', '»']);
    behind.starts_with(['.', '!', ',', ';', '—', '–', '(', '\n']) || behind.is_empty()
}

/// Whether a word is a Russian one of two letters or more: one alone is a part of another mark, as in `1С`.
fn is_russian(word: &Word) -> bool {
    word.script == Script::Cyrillic && word.folded.chars().nth(1).is_some()
}

/// Whether the words at both ends of a gap may belong to one name.
fn is_close(gap: &str) -> bool {
    let is_blank = |letter: char| letter.is_whitespace() && letter != '\n';
    let is_hyphen = matches!(gap, "-" | "\u{2010}" | "\u{2011}" | "'" | "’" | " & ");
    is_hyphen || (!gap.is_empty() && gap.chars().all(is_blank))
}

fn is_name(word: &Word) -> bool {
    word.capitals != Capitals::NotFirst && !is_one_of(word, COMMON)
}

fn is_one_of(word: &Word, words: &[&str]) -> bool {
    words.contains(&word.folded.as_str())
}

/// Whether a text is Latin but for names: most of its small words that are no part of a name are, or all its words.
fn is_latin(words: &[Word], is_known: impl Fn(&str) -> bool) -> bool {
    let mut latin = 0;
    let mut other = 0;
    let mut end = None;
    for word in words {
        let is_small = word.capitals == Capitals::NotFirst && !is_known(&word.folded);
        match word.script {
            Script::Latin => latin += usize::from(is_small),
            Script::Cyrillic => other += usize::from(is_small),
            // Letters without spaces between them count as one word.
            Script::Unspaced => other += usize::from(end != Some(word.at.start) && is_small),
        }
        end = Some(word.at.end);
    }
    latin > other || words.iter().all(|word| word.script == Script::Latin)
}

impl Run {
    /// Where it stands in the text.
    #[must_use]
    pub(super) fn at(&self) -> Range<usize> {
        let from = self.words.first().map_or(0, |word| word.at.start);
        let to = self.words.last().map_or(0, |word| word.at.end);
        from..to
    }

    /// The words that may be the name: all, those without the first of a sentence, and those without abbreviations, too.
    #[must_use]
    pub(super) fn readings(&self) -> Vec<Vec<Word>> {
        let first = usize::from(self.begins_sentence);
        let rest = self.words.iter().skip(first).cloned();
        let rest: Vec<Word> = rest.collect();
        let is_short = |word: &Word| {
            let letters = word.folded.chars().count();
            let is_cyrillic = word.script == Script::Cyrillic;
            is_cyrillic && word.capitals == Capitals::All && letters <= ABBREVIATION
        };
        let long = rest.iter().filter(|word| !is_short(word)).cloned();
        let long: Vec<Word> = long.collect();
        vec![self.words.clone(), rest, long]
    }

    /// The names that joints part.
    #[must_use]
    pub(super) fn parts(&self) -> Vec<Self> {
        let parts = self.words.split(|word| is_one_of(word, JOINTS)).enumerate();
        let parts = parts.map(|(number, words)| {
            let links = words
                .iter()
                .take_while(|word| is_one_of(word, LINKS) && !is_name(word));
            let links = links.count();
            Self {
                words: words.get(links..).unwrap_or_default().to_vec(),
                begins_sentence: self.begins_sentence && number == 0,
                is_within: self.is_within || number > 0,
            }
        });
        parts.collect()
    }
}
