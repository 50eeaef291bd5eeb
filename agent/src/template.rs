//! The model's text as a template: it refers to rows, and the values are filled in here.
//!
//! ```text
//! "The dearest is {{r1.name}} at {{r1.price}}." ─► "The dearest is Malbec Reserva at 1490 ₽."
//! ```
//!
//! `r1` is the first row found, counted over all calls of a question. The grounding check withholds a text if, outside
//! references, it contains a digit, a number word, a name that is neither in the rows nor in the question, a link or
//! code; or if a reference has no value. The number of passes over a text is fixed.

mod link;
mod name;
mod number;
mod reference;
mod unit;

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::blank::is_unseen;
use cmec_decoder::contract::{Contract, Defaultable, Metric, Valid};
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

/// A claim in a text that the rows do not support.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedClaimError {
    /// The claim.
    pub said: String,
    /// The kind of claim.
    pub kind: ClaimKind,
}

/// The kind of an unsupported claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// An answer although nothing was found.
    Answer,
    /// A number in digits or words.
    Number,
    /// A name.
    Name,
    /// Rows in another order than the sort order.
    Order,
    /// Something that can be followed or run: an address, a link, a tag, code.
    Link,
    /// A reference to nothing.
    Reference,
    /// A text longer than the check reads.
    Length,
}

impl ClaimKind {
    /// The reason code.
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

impl UnsupportedClaimError {
    fn new(kind: ClaimKind, said: &str) -> Self {
        let said = excerpt(said);
        Self { said, kind }
    }

    /// The reason for withholding the text: the code and the word at fault. The word is left out if it would repeat the
    /// whole text or a link.
    #[must_use]
    pub fn why(&self) -> String {
        match self.kind {
            ClaimKind::Answer | ClaimKind::Link | ClaimKind::Length => self.kind.code().to_owned(),
            kind => format!("{}: {}", kind.code(), self.said),
        }
    }
}

/// Most bytes of a text, before and after filling in.
const LONGEST_TEXT: usize = 64 << 10;

/// Invisible markers for a filled-in value and for an item number; removed from the input beforehand.
const VALUE: char = '\u{fffa}';
const ITEM: char = '\u{fffb}';

/// A value in the place of a reference.
#[derive(Debug, Default)]
struct FilledValue {
    /// The displayed text.
    text: String,
    /// Its digits, if it is a number.
    digits: Option<String>,
    /// Its column, if it is a single value of a row.
    column: Option<String>,
    /// The index of its row; `None` if it belongs to no row.
    row: Option<usize>,
    unit: Option<String>,
}

/// The values and words that a text may use.
#[derive(Debug)]
pub(super) struct Template<'t> {
    language: (&'t Tables, Locale),
    question: String,
    names: Names,
    links: Links,
    calls: Vec<Call>,
}

/// The result of one call.
#[derive(Debug)]
struct Call {
    keys: Vec<Key>,
    /// Units of metrics by name.
    units: Vec<(String, String)>,
    /// The number of results, if known.
    count: Option<String>,
    /// True where more results exist than that count.
    has_more: bool,
    summary: Option<String>,
    /// The sort columns; empty if no order was requested.
    sorted_by: Vec<String>,
    /// The index of its first row, counted over all calls.
    first: usize,
    rows: Vec<Row>,
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
        }
    }

    /// The number of the next row.
    pub(super) fn next_row(&self) -> usize {
        let last = self.calls.last();
        1 + last.map_or(0, |call| call.first + call.rows.len())
    }

    /// Adds the answer to a contract, with the keys that the model saw for its rows.
    pub(super) fn add(
        &mut self,
        response: &Response,
        contract: &Valid<Contract<'_>>,
        keys: Vec<Key>,
    ) {
        let is_factual = matches!(
            response.response_type,
            ResponseType::FactualList | ResponseType::FactualSummary
        );
        let summary = Some(&response.summary).filter(|text| is_factual && !text.is_empty());
        let filters = response.filters_applied.iter().map(|filter| &filter.value);
        for text in filters.chain(&response.hints).chain(summary) {
            self.names.add([text.as_str()]);
        }
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
        let units = metrics
            .iter()
            .filter_map(|own| Some((own.alias.to_string(), unit_of(self.language.0, own)?)));
        self.calls.push(Call {
            keys,
            units: units.collect(),
            count: match (numbers, response.rows.as_slice()) {
                (None, rows) => Some(response.total.unwrap_or(rows.len() as u64).to_string()),
                // The number of groups is not a count of rows.
                (Some(_), [only]) => count(metrics, only),
                (Some(_), _) => None,
            },
            has_more: response.truncated
                && response.total.is_none()
                && contract.is_defaulted(Defaultable::Limit),
            summary: summary.cloned(),
            sorted_by: sort.map(ToString::to_string).collect(),
            first: self.next_row() - 1,
            rows: response.rows.clone(),
        });
    }

    /// The calls that found rows.
    fn found(&self) -> impl Iterator<Item = &Call> {
        let calls = self.calls.iter();
        calls.filter(|own| own.summary.is_some() || !own.rows.is_empty())
    }

    /// A row with its call.
    fn row(&self, place: usize) -> Option<(&Call, &Row)> {
        let mut calls = self.calls.iter();
        calls.find_map(|call| Some((call, call.rows.get(place.checked_sub(call.first)?)?)))
    }

    /// Fills in the references and numbers the items of a text.
    ///
    /// # Errors
    /// The first unsupported claim.
    pub(super) fn filled(&self, text: &str) -> Result<String, UnsupportedClaimError> {
        let made_up = |kind, said: &str| Err(UnsupportedClaimError::new(kind, said));
        if text.len() > LONGEST_TEXT {
            return made_up(ClaimKind::Length, &format!("{} bytes", text.len()));
        }
        let text = seen(text);
        let (prose, values) = self.parts(&text)?;
        let prose = number::with_items(&prose);
        if let Some(said) = self.links.unknown(&prose) {
            return made_up(ClaimKind::Link, said);
        }
        if let Some(said) = number::said(&prose).or_else(|| number::joined(&prose, &values)) {
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
        let (mut values, mut items) = (values.iter(), 1..);
        let mut filled = String::with_capacity(prose.len());
        for letter in prose.chars() {
            match letter {
                VALUE => filled.extend(values.next().map(|own| own.text.as_str())),
                ITEM => filled.extend(items.next().map(|item: u32| item.to_string())),
                other => filled.push(other),
            }
            if filled.len() > LONGEST_TEXT {
                return made_up(ClaimKind::Length, "its values");
            }
        }
        Ok(filled)
    }

    /// Splits a text into prose with markers and values. Code marks around a reference, and a unit that the value
    /// already has, are removed.
    fn parts(&self, text: &str) -> Result<(String, Vec<FilledValue>), UnsupportedClaimError> {
        let mut prose = String::with_capacity(text.len());
        let (mut values, mut rest) = (Vec::new(), text);
        while let Some((before, behind)) = rest.split_once("{{") {
            let to_nothing =
                |said: &str| UnsupportedClaimError::new(ClaimKind::Reference, said.trim());
            let (said, after) = behind.split_once("}}").ok_or_else(|| to_nothing(behind))?;
            let value = self
                .reference(said.trim())
                .ok_or_else(|| to_nothing(said))?;
            prose.push_str(before);
            rest = after;
            if prose.ends_with('`')
                && let Some(behind) = after.strip_prefix('`')
            {
                prose.pop();
                rest = behind;
            }
            if let Some(unit) = &value.unit {
                rest = unit::without(unit, rest);
            }
            prose.push(VALUE);
            values.push(value);
        }
        prose.push_str(rest);
        Ok((prose, values))
    }

    /// The first row mentioned against the sort order. Rows with equal sort keys may swap.
    fn out_of_order(&self, values: &[FilledValue]) -> Option<usize> {
        let (mut told, mut ranks) = (BTreeSet::new(), BTreeMap::new());
        let mut rows = values.iter().filter_map(|value| value.row);
        rows.find(|place| {
            let Some((call, own)) = self.row(*place).filter(|_| told.insert(*place)) else {
                return false;
            };
            let rank = ranks.entry(call.first).or_insert(0);
            let expected = *rank;
            *rank += 1;
            let key = |row: &Row| {
                let cells = call.sorted_by.iter().map(|column| row.get(column).cloned());
                cells.collect::<Option<Vec<Cell>>>()
            };
            let other = call.rows.get(expected).and_then(key);
            let is_tie = other.is_some() && other == key(own);
            !call.sorted_by.is_empty() && *place != call.first + expected && !is_tie
        })
    }
}

/// The unit of a metric; a count has none.
fn unit_of(tables: &Tables, metric: &Metric<'_>) -> Option<String> {
    let unit = match metric.function {
        Some(Function::Count | Function::CountDistinct | Function::List) => None,
        Some(Function::Sum | Function::Avg | Function::Min | Function::Max) => {
            tables.field_read(metric.field.as_deref()?)?.unit.as_deref()
        }
        None => tables.metric_asked_for(metric)?.unit.as_deref(),
    };
    unit.map(str::to_owned)
}

/// The value of the only metric that is a count.
fn count(metrics: &[Metric<'_>], row: &Row) -> Option<String> {
    let mut counts = metrics
        .iter()
        .filter(|own| own.function == Some(Function::Count));
    let only = counts.next().filter(|_| counts.next().is_none())?;
    Some(row.get(&only.alias)?.shown()?.to_owned())
}

/// A text without invisible characters.
fn seen(text: &str) -> String {
    let is_seen = |own: &char| own.is_whitespace() || !is_unseen(*own);
    text.chars().filter(is_seen).collect()
}

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
