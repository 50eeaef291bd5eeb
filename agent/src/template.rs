//! The text of a model as a template: it refers to what was found, and the values are filled in here.
//!
//! ```text
//! "The dearest is {{r1.name}} at {{r1.price}}." ─► "The dearest is Malbec Reserva at 1490 ₽."
//! ```
//!
//! `r1` is the first row that was found, over all calls of a question. A text is held back where it has, outside of references, a
//! figure, a number in words, a name that is neither in the rows nor in the question, or a link or code; and where a reference
//! has no value. The number of passes over a text is fixed.

mod figure;
mod link;
mod name;
mod number;
mod reference;
mod unit;

use std::collections::BTreeSet;

use cmec_decoder::blank::is_unseen;
use cmec_decoder::contract::{Contract, Defaultable, Valid};
use cmec_decoder::language::Function;
use cmec_decoder::tables::Tables;
use link::Links;
use name::Names;

use super::labels::labels;
use super::tool_result::Key;
use cmec_executor::locale::Locale;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::response::{Response, excerpt};
use cmec_executor::taxonomy::ResponseType;

pub(super) use link::has_link;

/// What a text has that it may not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedClaim {
    /// What it says.
    pub said: String,
    /// What kind of thing that is.
    pub kind: ClaimKind,
}

/// What a text makes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// An answer, where nothing was found.
    Answer,
    /// A number, in figures or in words.
    Number,
    /// A name.
    Name,
    /// Rows in another order than they were sorted in.
    Order,
    /// What leads somewhere or is run: an address, a link, a tag, code.
    Link,
    /// A reference to nothing.
    Reference,
    /// More than is looked at.
    Length,
}

impl ClaimKind {
    /// Its reason code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Answer => "answer_not_found",
            Self::Number => "number_not_found",
            Self::Name => "name_not_found",
            Self::Order => "order_not_found",
            Self::Link => "link_not_found",
            Self::Reference => "reference_not_found",
            Self::Length => "text_too_long",
        }
    }
}

impl UnsupportedClaim {
    fn new(kind: ClaimKind, said: &str) -> Self {
        let said = excerpt(said);
        Self { said, kind }
    }

    /// Why the text is not shown: the reason code. Behind it the word at fault, except where that would repeat the whole text or
    /// a link.
    #[must_use]
    pub fn why(&self) -> String {
        let code = self.kind.code();
        match self.kind {
            ClaimKind::Answer | ClaimKind::Link | ClaimKind::Length => code.to_owned(),
            ClaimKind::Number | ClaimKind::Name | ClaimKind::Order | ClaimKind::Reference => {
                format!("{code}: {}", self.said)
            }
        }
    }
}

/// Most bytes of a text, before and after it is filled in.
const LONGEST_TEXT: usize = 64 << 10;

/// Where a value is filled in, and where the number of an item is. Neither is seen, so that no text has one of its own.
const VALUE: char = '\u{fffa}';
const ITEM: char = '\u{fffb}';

/// A value that is filled in.
#[derive(Debug)]
struct FilledValue {
    /// As it is shown.
    text: String,
    /// The row that it is a value of, by its place; `None`: it tells no row.
    row: Option<usize>,
    unit: Option<String>,
}

/// What a text may refer to and say.
#[derive(Debug)]
pub(super) struct Template<'t> {
    language: (&'t Tables, Locale),
    question: String,
    names: Names,
    links: Links,
    calls: Vec<Call>,
    /// Each row with the place of its call.
    rows: Vec<(usize, Row)>,
}

/// What a call found.
#[derive(Debug)]
struct Call {
    keys: Vec<Key>,
    /// The units of its metrics, by their names.
    units: Vec<(String, String)>,
    /// How many there are.
    count: Option<String>,
    /// Whether there are more than that: nobody counted them, or said that so many are enough.
    has_more: bool,
    summary: Option<String>,
    /// The columns that its rows are sorted by; empty: no order was asked for.
    sorted_by: Vec<String>,
    /// The place of its first row among all.
    first: usize,
}

impl<'t> Template<'t> {
    pub(super) fn new(language: (&'t Tables, Locale), question: &str) -> Self {
        let mut names = Names::default();
        names.add([question]);
        for label in labels(language.0) {
            names.add([label]);
        }
        Self {
            language,
            question: question.to_owned(),
            names,
            links: Links::default(),
            calls: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The number of the next row.
    pub(super) const fn next_row(&self) -> usize {
        self.rows.len() + 1
    }

    /// Adds the answer to a contract, and the keys that its rows were told under.
    pub(super) fn add(
        &mut self,
        response: &Response,
        contract: &Valid<Contract<'_>>,
        keys: Vec<Key>,
    ) {
        let is_factual = match response.response_type {
            ResponseType::FactualList | ResponseType::FactualSummary => true,
            ResponseType::LimitedWithReason | ResponseType::Clarify => false,
        };
        let summary = Some(&response.summary).filter(|text| is_factual && !text.is_empty());
        let filters = response.filters_applied.iter().map(|filter| &filter.value);
        let filters = filters.chain(&response.hints).chain(summary);
        filters.for_each(|text| self.names.add([text.as_str()]));
        for row in &response.rows {
            let texts = texts(row);
            texts.iter().for_each(|text| self.links.add(text));
            self.names.add(texts);
        }
        let constraints = &contract.constraints;
        let numbers = constraints.aggregation.as_deref();
        let sort = constraints.sort.iter().map(|own| &own.field);
        let sort = sort.chain((numbers.iter()).flat_map(|own| own.sort.iter().map(|own| &own.by)));
        let metrics = numbers.map_or(&[][..], |own| own.metrics.as_slice());
        let counted = |row: &Row| {
            let mut counts = metrics
                .iter()
                .filter(|own| own.function == Some(Function::Count));
            let cell = row
                .get(&counts.next()?.alias)
                .filter(|_| counts.next().is_none());
            Some(cell?.shown()?.to_owned())
        };
        let count = match (numbers, response.rows.as_slice()) {
            (None, rows) => Some(response.total.unwrap_or(rows.len() as u64).to_string()),
            // Groups are not what is counted.
            (Some(_), [only]) => counted(only),
            (Some(_), _) => None,
        };
        let units = metrics.iter().filter_map(|own| {
            let unit = match own.function {
                Some(Function::Count | Function::CountDistinct | Function::List) => None,
                Some(Function::Sum | Function::Avg | Function::Min | Function::Max) => {
                    (self.language.0.field_read(own.field.as_deref()?))?
                        .unit
                        .as_deref()
                }
                None => (self.language.0.metric_asked_for(own))?.unit.as_deref(),
            };
            Some((own.alias.to_string(), unit?.to_owned()))
        });
        self.calls.push(Call {
            keys,
            units: units.collect(),
            count,
            has_more: response.truncated
                && response.total.is_none()
                && contract.is_defaulted(Defaultable::Limit),
            summary: summary.cloned(),
            sorted_by: sort.map(ToString::to_string).collect(),
            first: self.rows.len(),
        });
        let call = self.calls.len() - 1;
        self.rows
            .extend(response.rows.iter().map(|row| (call, row.clone())));
    }

    /// The calls that found something.
    fn found(&self) -> impl Iterator<Item = &Call> {
        let with_rows = |place: usize| self.rows.iter().any(|(call, _)| *call == place);
        let found = self.calls.iter().enumerate();
        let found = found.filter(move |(place, own)| own.summary.is_some() || with_rows(*place));
        found.map(|(_, own)| own)
    }

    /// A text with its references filled in and its items numbered.
    ///
    /// # Errors
    /// The first thing that the text makes up.
    pub(super) fn filled(&self, text: &str) -> Result<String, UnsupportedClaim> {
        let made_up = |kind, said: &str| Err(UnsupportedClaim::new(kind, said));
        if text.len() > LONGEST_TEXT {
            return made_up(ClaimKind::Length, &format!("{} bytes", text.len()));
        }
        let text = seen(text);
        let (prose, values) = self.parts(&text)?;
        let prose = number::with_items(&prose);
        if let Some(said) = self.links.unknown(&prose) {
            return made_up(ClaimKind::Link, said);
        }
        let joined = || number::joined(&prose, &values);
        if let Some(said) = number::said(&prose).or_else(joined) {
            return made_up(ClaimKind::Number, said);
        }
        if let Some(said) = self.names.unknown(&prose) {
            return made_up(ClaimKind::Name, said);
        }
        if let Some(row) = self.out_of_order(&values) {
            return made_up(ClaimKind::Order, &format!("r{}", row + 1));
        }
        let asks =
            prose.trim_end_matches(|own: char| own.is_whitespace() || "»”\"')*_".contains(own));
        if self.found().next().is_none() && !asks.ends_with(['?', '？']) {
            return made_up(ClaimKind::Answer, text.trim());
        }
        let (mut values, mut item) = (values.iter(), 0);
        let mut filled = String::with_capacity(prose.len());
        for letter in prose.chars() {
            match letter {
                VALUE => filled.push_str(values.next().map_or("", |own| &own.text)),
                ITEM => {
                    item += 1;
                    filled.push_str(&item.to_string());
                }
                other => filled.push(other),
            }
            if filled.len() > LONGEST_TEXT {
                return made_up(ClaimKind::Length, "its values");
            }
        }
        Ok(filled)
    }

    /// A text with a mark where each value goes, and the values. What marks a reference as code, and its unit where the value has
    /// it, is left out.
    fn parts(&self, text: &str) -> Result<(String, Vec<FilledValue>), UnsupportedClaim> {
        let (mut prose, mut values, mut rest) =
            (String::with_capacity(text.len()), Vec::new(), text);
        while let Some((before, behind)) = rest.split_once("{{") {
            let to_nothing = |said: &str| UnsupportedClaim::new(ClaimKind::Reference, said.trim());
            let ended = behind.split_once("}}");
            let (said, after) = ended.ok_or_else(|| to_nothing(behind))?;
            let value = self.reference(said.trim());
            let value = value.ok_or_else(|| to_nothing(said))?;
            prose.push_str(before);
            rest = match after.strip_prefix('`').filter(|_| prose.ends_with('`')) {
                Some(behind) => {
                    prose.pop();
                    behind
                }
                None => after,
            };
            rest = value.without_unit(rest);
            prose.push(VALUE);
            values.push(value);
        }
        prose.push_str(rest);
        Ok((prose, values))
    }

    /// The first row that the text mentions too early for the order of the contract. Rows with equal sort keys may change places.
    fn out_of_order(&self, values: &[FilledValue]) -> Option<usize> {
        let mut told = BTreeSet::new();
        let mut ranks = vec![0; self.calls.len()];
        let rows = values.iter().filter_map(|value| value.row);
        for row in rows.filter(|row| told.insert(*row)) {
            let (call, own) = self.rows.get(row)?;
            let Call {
                sorted_by, first, ..
            } = self.calls.get(*call)?;
            let rank = ranks.get_mut(*call)?;
            let place = first + *rank;
            *rank += 1;
            let key = |row: &Row| {
                let cells = sorted_by.iter().map(|column| row.get(column).cloned());
                cells.collect::<Option<Vec<Cell>>>()
            };
            let expected = self.rows.get(place).map(|(_, row)| row);
            let is_tie = expected
                .and_then(key)
                .is_some_and(|other| key(own) == Some(other));
            if !sorted_by.is_empty() && row != place && !is_tie {
                return Some(row);
            }
        }
        None
    }
}

/// A text without what is not seen.
fn seen(text: &str) -> String {
    let is_seen = |own: &char| own.is_whitespace() || !is_unseen(*own);
    text.chars().filter(is_seen).collect()
}

/// The texts of a row.
fn texts(row: &Row) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut open: Vec<&Cell> = row.values.iter().rev().map(|(_, cell)| cell).collect();
    while let Some(cell) = open.pop() {
        match cell {
            Cell::Null | Cell::Boolean(_) | Cell::Number(_) => {}
            Cell::Text(text) | Cell::Other(text) => texts.push(text.as_str()),
            Cell::Reference(own) => texts.extend([own.presentation.as_str(), &own.id]),
            Cell::List(cells) => open.extend(cells.iter().rev()),
        }
    }
    texts
}

#[cfg(test)]
mod tests;
