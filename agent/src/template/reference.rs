//! Resolves references: a value of a row, a count, the summary, a number of the question, or an exact calculation.

use cmec_decoder::tables::Tables;

use super::figure::figures;
use super::{Call, FilledValue, Template, unit};
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::cell_text::{cell_text, kind};
use cmec_executor::response::row::Row;
use cmec_executor::wording::column::ColumnKind;
use cmec_executor::wording::figure::{self, Sum};

/// A number, its display column and its unit.
struct Operand<'o> {
    digits: String,
    column: &'o str,
    unit: Option<String>,
}

impl FilledValue {
    fn of(text: String) -> Option<Self> {
        let (row, unit) = (None, None);
        (!text.trim().is_empty()).then_some(Self { text, row, unit })
    }

    /// The text after a value, without a unit that the value already has.
    pub(super) fn without_unit<'r>(&self, rest: &'r str) -> &'r str {
        let unit = self.unit.as_deref();
        unit.map_or(rest, |unit| unit::without(unit, rest))
    }
}

impl Template<'_> {
    /// The value of a reference; `None` if it refers to nothing or to an empty value.
    pub(super) fn reference(&self, said: &str) -> Option<FilledValue> {
        let call = said.strip_suffix(')').and_then(|own| own.split_once('('));
        if let Some((function, arguments)) = call {
            return self.computed(function.trim(), arguments);
        }
        match said {
            "count" => {
                let call = self.only()?;
                let count = figure::count(self.language.1, call.count.as_deref()?);
                let more = if call.has_more { "+" } else { "" };
                return FilledValue::of(count + more);
            }
            "summary" => return FilledValue::of(self.only()?.summary.clone()?),
            _ => {}
        }
        if let Some(place) = said.strip_prefix("q.") {
            return FilledValue::of(self.asked(place)?.to_owned());
        }
        let (place, columns) = self.cell(said)?;
        let (call, row) = self.rows.get(place)?;
        let [column] = columns.as_slice() else {
            let cells = columns
                .iter()
                .filter_map(|column| row.get(column)?.written());
            let text = FilledValue::of(cells.collect::<Vec<_>>().join(", "))?;
            let row = Some(place);
            return Some(FilledValue { row, ..text });
        };
        let cell = row.get(column)?;
        let text = match cell_text(self.language, column, cell) {
            // An empty value is shown as missing.
            none if none.trim().is_empty() => "—".to_owned(),
            text => text,
        };
        let unit = digits(self.language.0, column, cell);
        let unit =
            unit.and_then(|_| unit_of(self.language.0, (self.calls.get(*call)?, row), column));
        let text = unit.as_ref().map_or_else(
            || text.clone(),
            |own| unit::with(self.language.1, &text, own),
        );
        Some(FilledValue {
            text,
            row: Some(place),
            unit,
        })
    }

    fn computed(&self, function: &str, arguments: &str) -> Option<FilledValue> {
        let operands: Option<Vec<Operand<'_>>> = (arguments.split(','))
            .map(|one| self.operand(one.trim()))
            .collect();
        let operands = operands?;
        let (first, rest) = operands
            .split_first()
            .filter(|(_, rest)| !rest.is_empty())?;
        let mut units = operands.iter().filter(|own| !own.column.is_empty());
        let shown = units.next().unwrap_or(first);
        if units.any(|own| own.unit != shown.unit) {
            return None;
        }
        let own = Sum::default().plus(&first.digits)?;
        let (digits, unit) = match (function, rest) {
            ("diff", [other]) => (own.minus(&other.digits)?.digits(), shown.unit.clone()),
            ("sum", rest) => {
                let sum = rest
                    .iter()
                    .try_fold(own, |sum, other| sum.plus(&other.digits))?;
                (sum.digits(), shown.unit.clone())
            }
            ("share", [whole]) => {
                let whole = Sum::default().plus(&whole.digits)?;
                (own.percent_of(whole)?, Some(unit::PERCENT.to_owned()))
            }
            _ => return None,
        };
        let text = cell_text(self.language, shown.column, &Cell::Number(digits.clone()));
        let text = match (function, &unit) {
            ("share", _) => figure::ungrouped(self.language.1, &digits)?,
            _ => text,
        };
        let text = unit.as_ref().map_or_else(
            || text.clone(),
            |own| unit::with(self.language.1, &text, own),
        );
        Some(FilledValue {
            text,
            row: None,
            unit,
        })
    }

    fn operand(&self, said: &str) -> Option<Operand<'_>> {
        let plain = |digits: &str| Operand {
            digits: digits.to_owned(),
            column: "",
            unit: None,
        };
        if said == "count" {
            let call = self.only().filter(|own| !own.has_more)?;
            return call.count.as_deref().map(plain);
        }
        if let Some(place) = said.strip_prefix("q.") {
            let digits: String = self.asked(place)?.split_whitespace().collect();
            return Some(plain(&digits));
        }
        let (place, columns) = self.cell(said)?;
        let (call, row) = self.rows.get(place)?;
        let [column] = columns.as_slice() else {
            return None;
        };
        let digits = digits(self.language.0, column, row.get(column)?)?.to_owned();
        let unit = unit_of(self.language.0, (self.calls.get(*call)?, row), column);
        Some(Operand {
            digits,
            column,
            unit,
        })
    }

    /// The only call that found rows; `None` for several, since the meant one is unknown.
    fn only(&self) -> Option<&Call> {
        let mut found = self.found();
        found.next().filter(|_| found.next().is_none())
    }

    /// A number of the question, by position.
    fn asked(&self, place: &str) -> Option<&str> {
        let place = place.parse::<usize>().ok()?.checked_sub(1)?;
        self.question.get(figures(&self.question).nth(place)?)
    }

    /// A row and its columns: by the key shown to the model, by path, by last part of the path, or by SQL alias.
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

fn digits<'c>(tables: &Tables, column: &str, cell: &'c Cell) -> Option<&'c str> {
    let is_number = matches!(cell, Cell::Number(_)) || kind(tables, column).is_number();
    cell.shown().filter(|_| is_number)
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
