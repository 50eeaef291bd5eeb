//! Whether a text of a model says only what was found or asked: each number, each name, how many there are and in what order,
//! and that there is an answer at all.
//!
//! A number is one of a row, of the question, of the server's summary, or a count: of the rows of one call, of the different
//! rows of all calls, of the rows on all pages. The marks of a numbered list are none. A name stands in a row, in the
//! question, in a filter that was in force, among the nearest values, or is a label of the codebook. An item that gives a
//! number of a row has no single word for its name that stands nowhere. A number right before the label of a type is such a
//! count, or one of groups. Rows that were sorted are named in their order, but for those that are sorted alike. What leads
//! somewhere or is run stands in a row letter by letter. Where nothing was found, a text is shown that asks back or says so.
//!
//! A text is gone through a fixed number of times, whatever stands in it, and one that is longer than any answer is not.

use std::ops::Range;

use super::claim::is_claim;
use super::item::{amounts, is_mark_end};
use super::link::LinkTexts;
use super::name::Names;
use super::number::{Known, figures};
use super::ordered::Ordered;
use super::toolbox::{Outcome, Standing};
use super::word::{Script, Word, is_same, words};
use crate::ports::raw_row::Cell;
use crate::response::excerpt;
use crate::response::ranking::Ranking;
use crate::response::row::Row;

/// What a text may say.
#[derive(Debug, Clone, Default)]
pub struct Grounds {
    known: Known,
    /// How many there are.
    counts: Known,
    /// The words of each label of a type.
    counted: Vec<Vec<String>>,
    names: Names,
    /// What may be said letter by letter alone.
    links: LinkTexts,
    /// The numbers of rows that have a name.
    named: Known,
    /// The rows of each call that was sorted.
    ordered: Vec<Ordered>,
    /// The different rows that were found.
    rows: Vec<Row>,
    has_found: bool,
}

/// What a text says that nothing was found of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeUp {
    /// What it says.
    pub said: String,
    /// What kind of thing that is.
    pub kind: MadeUpKind,
}

/// What a text makes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeUpKind {
    /// An answer, where nothing was found.
    Answer,
    /// A number.
    Number,
    /// A name.
    Name,
    /// How many there are.
    Count,
    /// A name before or behind which the wrong one stands.
    Order,
    /// What leads somewhere or is run: an address, a link, a tag, code.
    Link,
    /// More than is looked at.
    Length,
}

impl MadeUpKind {
    /// Its reason code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Answer => "answer_not_found",
            Self::Number => "number_not_found",
            Self::Name => "name_not_found",
            Self::Count => "count_not_found",
            Self::Order => "order_not_found",
            Self::Link => "link_not_found",
            Self::Length => "text_too_long",
        }
    }
}

impl MadeUp {
    /// Why the text is not shown: the reason code, with what is said where that shows neither the text nor a link of it.
    #[must_use]
    pub fn why(&self) -> String {
        let code = self.kind.code();
        match self.kind {
            MadeUpKind::Answer | MadeUpKind::Link | MadeUpKind::Length => code.to_owned(),
            MadeUpKind::Number | MadeUpKind::Name | MadeUpKind::Count | MadeUpKind::Order => {
                format!("{code}: {}", excerpt(&self.said))
            }
        }
    }
}

/// Most bytes of a text that is looked at, and shown.
const LONGEST_TEXT: usize = 64 << 10;

/// Most characters behind a number that are looked at for the label of a type.
const LONGEST_LABEL: usize = 64;

impl Grounds {
    /// The grounds of a question, and the labels of what it may be about.
    #[must_use]
    pub fn new<'t>(question: &str, labels: impl IntoIterator<Item = &'t str>) -> Self {
        let mut grounds = Self::default();
        grounds.add_text(question);
        for label in labels {
            grounds.names.add([label]);
        }
        grounds
    }

    /// The same with the labels of what is counted, in the singular.
    #[must_use]
    pub fn counting<'t>(mut self, labels: impl IntoIterator<Item = &'t str>) -> Self {
        let folded = |label| words(label).into_iter().map(|word| word.folded);
        let labels = labels.into_iter().map(|label| folded(label).collect());
        self.counted.extend(labels);
        self
    }

    /// Adds what came of a call.
    pub fn add(&mut self, outcome: &Outcome) {
        if outcome.standing != Standing::Done {
            return;
        }
        let told = &outcome.told;
        self.has_found |= !outcome.rows.is_empty() || told.summary.is_some();
        self.add_count(outcome.rows.len() as u64);
        told.total
            .into_iter()
            .for_each(|total| self.add_count(total));
        if let Some(text) = &told.summary {
            self.add_text(text);
            self.counts.add_text(text);
        }
        told.names.iter().for_each(|name| self.add_text(name));
        for row in &outcome.rows {
            self.add_row(row);
            if told.has_groups {
                read(row, &mut self.counts);
            }
        }
        if !told.sorted_by.is_empty() {
            let ordered = Ordered::of(&outcome.rows, &told.sorted_by);
            self.ordered.push(ordered);
        }
        self.add_count(self.rows.len() as u64);
    }

    fn add_count(&mut self, count: u64) {
        self.known.add_number(&count.to_string());
        self.counts.add_number(&count.to_string());
    }

    fn add_text(&mut self, text: &str) {
        self.known.add_text(text);
        self.names.add([text]);
    }

    fn add_row(&mut self, row: &Row) {
        let texts = read(row, &mut self.known);
        for text in &texts {
            self.known.add_text(text);
        }
        self.names.add(texts);
        // How well a row fits differs from call to call; the row is the same.
        let of_call = |column: &str| Ranking::ALL.iter().any(|own| own.column() == column);
        let values = row.values.iter().filter(|(column, _)| !of_call(column));
        let row = Row {
            values: values.cloned().collect(),
        };
        if self.rows.contains(&row) {
            return;
        }
        let mut numbers = Known::default();
        let texts = read(&row, &mut numbers);
        if texts.iter().any(|text| text.contains(char::is_alphabetic)) {
            self.named.extend(numbers);
        }
        texts.iter().for_each(|text| self.links.add(text));
        self.rows.push(row);
    }

    /// The first thing that a text makes up; `None`: nothing.
    #[must_use]
    pub fn made_up(&self, text: &str) -> Option<MadeUp> {
        let made_up = |kind, said: &str| MadeUp {
            said: said.to_owned(),
            kind,
        };
        if text.len() > LONGEST_TEXT {
            return Some(made_up(
                MadeUpKind::Length,
                &format!("{} bytes", text.len()),
            ));
        }
        let link = self.links.unknown(text);
        let link = link.map(|said| made_up(MadeUpKind::Link, &said));
        let number = || self.known.unknown(text, &self.list_marks(text));
        let number = || number().map(|said| made_up(MadeUpKind::Number, said));
        let name = || (self.names.unknown(text)).or_else(|| self.unknown_head(text));
        let name = || name().map(|said| made_up(MadeUpKind::Name, said));
        let count = || self.counts.unknown_of(text, |at| self.is_count(text, at));
        let count = || count().map(|said| made_up(MadeUpKind::Count, said));
        let order = || self.ordered.iter().find_map(|own| own.contradicted(text));
        let order = || order().map(|said| made_up(MadeUpKind::Order, said));
        let has_no_ground = !self.has_found && is_claim(text);
        let answer = || has_no_ground.then(|| made_up(MadeUpKind::Answer, &excerpt(text.trim())));
        let counted = link.or_else(number).or_else(name).or_else(count);
        counted.or_else(order).or_else(answer)
    }

    /// Whether a number counts what is looked for: the label of a type is right behind it, as in `3 wines`, `три вина` and
    /// `三十款葡萄酒`. One of four digits may be a year.
    fn is_count(&self, text: &str, at: &Range<usize>) -> bool {
        let own = text.get(at.clone()).unwrap_or_default();
        let digits = own.chars().filter(|own| own.is_numeric()).count();
        let behind = text.get(at.end..).unwrap_or_default();
        let goes_on = |own: &char| own.is_alphanumeric() || (own.is_whitespace() && *own != '\n');
        let behind = behind.chars().take(LONGEST_LABEL).take_while(goes_on);
        let words = words(&behind.collect::<String>());
        let is_label = |said: &[Word]| {
            let is_word = |(own, said): (&String, &Word)| {
                is_same(own, &said.folded) || said.folded.strip_suffix('s') == Some(own)
            };
            let mut labels = self.counted.iter().filter(|own| own.len() <= said.len());
            labels.any(|own| own.iter().zip(said).all(is_word))
        };
        digits < 4
            && match words.split_first() {
                // Chinese has a measure word between.
                Some((first, rest)) if first.script == Script::Unspaced => {
                    is_label(&words) || is_label(rest)
                }
                _ => is_label(&words),
            }
    }

    /// The head of an item that is a word which stands nowhere, where the item gives a number of rows that have a name.
    fn unknown_head<'t>(&self, text: &'t str) -> Option<&'t str> {
        let of_named_row = |amount: &str| {
            let figure = figures(amount).into_iter().next();
            figure.is_some_and(|figure| self.named.has(&figure))
        };
        let mut amounts = amounts(text);
        let unknown =
            amounts.find(|(head, amount)| self.names.is_unknown_word(head) && of_named_row(amount));
        unknown.map(|(head, _)| head)
    }

    /// Where the marks of a numbered list stand: `1.`, `2)`, each one more than the one before, and no more than was found.
    fn list_marks(&self, text: &str) -> Vec<usize> {
        let mut marks = Vec::new();
        let mut next = 1;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let indent = line.len() - line.trim_start_matches([' ', '\t', '*', '#']).len();
            let own = line.get(indent..).unwrap_or_default();
            let mark = next.to_string();
            let rest = own.strip_prefix(mark.as_str());
            if next <= self.rows.len() && rest.is_some_and(is_mark_end) {
                marks.push(start + indent);
                next += 1;
            }
            start += line.len();
        }
        marks
    }
}

/// The texts of a row; its numbers are added to those that are known.
fn read<'r>(row: &'r Row, known: &mut Known) -> Vec<&'r str> {
    let mut texts = Vec::new();
    let mut open: Vec<&Cell> = row.values.iter().rev().map(|(_, cell)| cell).collect();
    while let Some(cell) = open.pop() {
        match cell {
            Cell::Null | Cell::Boolean(_) => {}
            Cell::Number(digits) => known.add_number(digits),
            Cell::Text(text) | Cell::Other(text) => texts.push(text.as_str()),
            Cell::Reference(reference) => {
                texts.extend([reference.presentation.as_str(), &reference.id])
            }
            Cell::List(cells) => open.extend(cells.iter().rev()),
        }
    }
    texts
}

#[cfg(test)]
mod tests;
