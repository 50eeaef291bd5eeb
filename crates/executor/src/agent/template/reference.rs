//! What a reference stands for: a value of a row, how many there are, the summary, or a figure of the question.

use cmec_decoder::letters::is_unspaced;
use cmec_decoder::tables::Tables;

use super::figure::figures;
use super::{Call, Filled, Template};
use crate::ports::raw_row::Cell;
use crate::response::cell_text::{cell_text, kind};
use crate::response::row::Row;
use crate::wording::column::ColumnKind;
use crate::wording::figure;

impl Filled {
    fn of(text: String) -> Option<Self> {
        let (row, unit) = (None, None);
        (!text.trim().is_empty()).then_some(Self { text, row, unit })
    }

    /// What stands behind it, without the unit that it has itself.
    pub(super) fn without_unit<'r>(&self, rest: &'r str) -> &'r str {
        let behind = rest.trim_start_matches([' ', '\u{a0}']);
        let unit = self.unit.as_deref();
        let behind = unit.and_then(|unit| behind.strip_prefix(unit));
        let is_whole = |behind: &&str| {
            !behind.starts_with(|own: char| own.is_alphabetic() && !is_unspaced(own))
        };
        behind.filter(is_whole).unwrap_or(rest)
    }
}

impl Template<'_> {
    /// The value of a reference; `None`: it refers to nothing, or to what has none.
    pub(super) fn reference(&self, said: &str) -> Option<Filled> {
        match said {
            "count" => {
                let call = self.only()?;
                let count = figure::count(self.language.1, call.count.as_deref()?);
                let more = if call.has_more { "+" } else { "" };
                return Filled::of(count + more);
            }
            "summary" => return Filled::of(self.only()?.summary.clone()?),
            _ => {}
        }
        if let Some(place) = said.strip_prefix("q.") {
            return Filled::of(self.asked(place)?.to_owned());
        }
        let (place, columns) = self.cell(said)?;
        let (call, row) = self.rows.get(place)?;
        let [column] = columns.as_slice() else {
            let cells = columns
                .iter()
                .filter_map(|column| row.get(column)?.written());
            let text = Filled::of(cells.collect::<Vec<_>>().join(", "))?;
            let row = Some(place);
            return Some(Filled { row, ..text });
        };
        let cell = row.get(column)?;
        let text = match cell_text(self.language, column, cell) {
            // It is told that there is none.
            none if none.trim().is_empty() => "—".to_owned(),
            text => text,
        };
        let unit = match is_number(self.language.0, column, cell) {
            true => unit_of(self.language.0, (self.calls.get(*call)?, row), column),
            false => None,
        };
        let text = match &unit {
            Some(unit) => format!("{text} {unit}"),
            None => text,
        };
        let row = Some(place);
        Some(Filled { text, row, unit })
    }

    /// The only call that found something: of several it is not known which is meant.
    fn only(&self) -> Option<&Call> {
        let mut found = self.found();
        found.next().filter(|_| found.next().is_none())
    }

    /// A figure of the question, by its number.
    fn asked(&self, place: &str) -> Option<&str> {
        let place = place.parse::<usize>().ok()?.checked_sub(1)?;
        self.question.get(figures(&self.question).nth(place)?)
    }

    /// The place of a row, and the columns of it that are meant: by the key that they were told under, their path, its last part, or
    /// their short name in SQL.
    fn cell(&self, said: &str) -> Option<(usize, Vec<&str>)> {
        let (row, name) = said.strip_prefix('r')?.split_once('.')?;
        let place = row.parse::<usize>().ok()?.checked_sub(1)?;
        let (call, row) = self.rows.get(place)?;
        let mut keys = self.calls.get(*call)?.keys.iter();
        if let Some((_, columns)) = keys.find(|(key, _)| key == name) {
            return Some((place, columns.iter().map(String::as_str).collect()));
        }
        let columns = row.values.iter().map(|(column, _)| column.as_ref());
        let is_named = |column: &&str| {
            let alias = self
                .language
                .0
                .field_read(column)
                .and_then(|own| own.alias.as_deref());
            *column == name || alias == Some(name) || column.rsplit('.').next() == Some(name)
        };
        let mut named = columns.filter(is_named);
        let column = named.next().filter(|_| named.next().is_none())?;
        Some((place, vec![column]))
    }
}

fn is_number(tables: &Tables, column: &str, cell: &Cell) -> bool {
    let is_number = matches!(cell, Cell::Number(_)) || kind(tables, column).is_number();
    is_number && cell.shown().is_some()
}

/// The unit of a column, or the currency of its row.
fn unit_of(tables: &Tables, (call, row): (&Call, &Row), column: &str) -> Option<String> {
    let metric = call.units.iter().find(|(name, _)| name == column);
    let unit = metric.map(|(_, unit)| unit.clone());
    let unit = unit.or_else(|| Some(tables.field_read(column)?.unit.as_ref()?.to_string()));
    let is_amount = kind(tables, column) == ColumnKind::Amount;
    let currency = || row.get("currency")?.shown().map(str::to_owned);
    unit.or_else(|| is_amount.then(currency).flatten())
}
