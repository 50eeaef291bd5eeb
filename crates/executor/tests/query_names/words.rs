//! The words of a text, and where each of them stands.

use std::collections::{BTreeMap, BTreeSet};

const SELECT: &str = "ВЫБРАТЬ";
const AS: &str = "КАК";

/// A word that may be a name.
#[derive(Debug)]
pub(crate) struct Word<'t> {
    pub(crate) line: usize,
    pub(crate) text: &'t str,
    pub(crate) section: usize,
    pub(crate) is_table: bool,
    /// The virtual table in whose brackets it stands.
    pub(crate) within: Option<&'t str>,
    /// The table that the brackets before it cast to.
    pub(crate) cast: Option<&'t str>,
}

/// A text as words.
#[derive(Debug, Default)]
pub(crate) struct Reading<'t> {
    pub(crate) words: Vec<Word<'t>>,
    /// The table of each alias of a section; `None`: a query.
    tables: BTreeMap<(usize, &'t str), Option<&'t str>>,
    /// The section around each section.
    around: Vec<Option<usize>>,
    /// The names that each alias of an output stands for, each with its section.
    pub(crate) outputs: BTreeMap<&'t str, BTreeSet<(usize, &'t str)>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Brackets<'t> {
    table: Option<&'t str>,
    cast: Option<&'t str>,
    is_query: bool,
    /// The section that goes on behind them.
    section: usize,
}

impl<'t> Reading<'t> {
    /// Reads a text. `is_table`: whether a word is the name of a table.
    pub(crate) fn of(text: &'t str, is_table: impl Fn(&str) -> bool) -> Self {
        let tokens = tokens(text);
        let at = |place: Option<usize>| place.and_then(|place| tokens.get(place));
        let text_at = |place| at(place).map_or("", |(_, text)| *text);
        let mut own = Self::default();
        let mut open: Vec<Brackets<'t>> = Vec::new();
        let mut closed = Brackets::default();
        let mut section = 0;
        for (place, (line, text)) in tokens.iter().enumerate() {
            let before = text_at(place.checked_sub(1));
            let after = text_at(place.checked_add(1));
            match *text {
                "(" => open.push(Brackets {
                    table: is_table(before).then_some(before),
                    cast: None,
                    is_query: after == SELECT,
                    section,
                }),
                ")" => {
                    closed = open.pop().unwrap_or_default();
                    section = closed.section;
                }
                SELECT => {
                    // One that is united with another stands beside it.
                    let beside = own.around.get(section).copied().flatten();
                    let is_within = before == "(";
                    section = own.around.len();
                    own.around.push(if is_within {
                        open.last().map(|own| own.section)
                    } else {
                        beside
                    });
                }
                AS if after.contains('.') => {
                    if let Some(brackets) = open.last_mut() {
                        brackets.cast = Some(after);
                    }
                }
                AS if before == ")" && (closed.is_query || closed.table.is_some()) => {
                    own.tables.insert((section, after), closed.table);
                }
                AS if is_table(before) => {
                    own.tables.insert((section, after), Some(before));
                }
                AS => (own.outputs.entry(after).or_default())
                    .extend(before.contains('.').then_some((section, before))),
                word if is_name(word) && (before != AS || word.contains('.')) => {
                    let mut around = open.iter().rev().take_while(|own| !own.is_query);
                    own.words.push(Word {
                        line: *line,
                        text: word,
                        section,
                        is_table: is_table(word),
                        within: around.find_map(|own| own.table),
                        cast: closed.cast,
                    });
                }
                _ => {}
            }
        }
        own
    }

    /// What an alias stands for in a section: it is of this one, or of one around it.
    pub(crate) fn source(&self, section: usize, alias: &str) -> Option<Option<&'t str>> {
        let own = self
            .tables
            .iter()
            .find(|(own, _)| **own == (section, alias));
        match own {
            Some((_, source)) => Some(*source),
            None => self.source((*self.around.get(section)?)?, alias),
        }
    }
}

/// The words and signs of a text with their lines. A path is one word, a parameter has its `&`, a literal its quotes.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    for (line, mut rest) in (1..).zip(text.lines()) {
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                break;
            };
            let mut others = rest.char_indices().skip(1);
            let length = match first {
                '"' => others
                    .find(|(_, letter)| *letter == '"')
                    .map(|own| own.0 + 1),
                _ if is_letter(first) || first == '&' => others
                    .find(|(_, letter)| !is_letter(*letter))
                    .map(|own| own.0),
                _ => Some(first.len_utf8()),
            };
            let (token, after) = rest.split_at(length.unwrap_or(rest.len()));
            all.push((line, token));
            rest = after;
        }
    }
    all
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.')
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | '.'))
}
