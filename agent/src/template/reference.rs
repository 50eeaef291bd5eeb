//! Resolves references: a value of a row, a count, the summary, a number of the question, or an exact calculation.

use cmec_decoder::tables::Tables;

use super::number::figures;
use super::{Call, FilledValue, Template, unit};
use cmec_executor::locale::Locale;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::cell_text::{cell_text, kind};
use cmec_executor::response::row::Row;
use cmec_executor::wording::column::ColumnKind;
use cmec_executor::wording::figure::{self, Sum};

impl Template<'_> {
    /// The value of a reference; `None` if it refers to nothing or to an empty value.
    pub(super) fn reference(&self, said: &str) -> Option<FilledValue> {
        let call = said.strip_suffix(')').and_then(|own| own.split_once('('));
        let value = match call {
            Some((function, arguments)) => self.computed(function.trim(), arguments),
            None => self.value(said),
        };
        value.filter(|own| !own.text.trim().is_empty())
    }

    fn value(&self, said: &str) -> Option<FilledValue> {
        if let Some(place) = said.strip_prefix("q.") {
            let asked = figures(&self.question).nth(index(place)?)?;
            return Some(FilledValue {
                text: asked.to_owned(),
                digits: Some(asked.split_whitespace().collect()),
                ..FilledValue::default()
            });
        }
        match said {
            "count" => {
                let call = self.only()?;
                let digits = call.count.clone()?;
                let more = if call.has_more { "+" } else { "" };
                Some(FilledValue {
                    text: figure::count(self.language.1, &digits) + more,
                    digits: Some(digits).filter(|_| !call.has_more),
                    ..FilledValue::default()
                })
            }
            "summary" => Some(FilledValue {
                text: self.only()?.summary.clone()?,
                ..FilledValue::default()
            }),
            _ => self.cell(said),
        }
    }

    /// The only call that found rows; `None` for several, since the meant one is unknown.
    fn only(&self) -> Option<&Call> {
        let mut found = self.found();
        found.next().filter(|_| found.next().is_none())
    }

    /// A value of a row; several columns under one key are joined.
    fn cell(&self, said: &str) -> Option<FilledValue> {
        let (row, name) = said.strip_prefix('r')?.split_once('.')?;
        let place = index(row)?;
        let (call, row) = self.row(place)?;
        let mut keys = call.keys.iter();
        let key = keys.find(|(key, _)| key == name);
        let column = match key.map(|(_, columns)| columns.as_slice()) {
            None => self.column(row, name)?,
            Some([column]) => column,
            Some(columns) => {
                let cells = columns.iter();
                let cells = cells.filter_map(|column| row.get(column)?.written());
                return Some(FilledValue {
                    text: cells.collect::<Vec<_>>().join(", "),
                    row: Some(place),
                    ..FilledValue::default()
                });
            }
        };
        let (tables, locale) = self.language;
        let cell = row.get(column)?;
        let is_number = matches!(cell, Cell::Number(_)) || kind(tables, column).is_number();
        let digits = cell.shown().filter(|_| is_number);
        let unit = digits.and_then(|_| unit_of(tables, (call, row), column));
        let text = match cell_text(self.language, column, cell) {
            // An empty value is shown as missing.
            none if none.trim().is_empty() => "—".to_owned(),
            text => text,
        };
        Some(FilledValue {
            text: with_unit(locale, text, unit.as_deref()),
            digits: digits.map(str::to_owned),
            column: Some(column.to_owned()),
            row: Some(place),
            unit,
        })
    }

    /// The column of a row with this path, this last part of the path, or this SQL alias.
    fn column<'r>(&self, row: &'r Row, name: &str) -> Option<&'r str> {
        let columns = row.values.iter().map(|(column, _)| column.as_ref());
        let mut named = columns.filter(|column: &&str| {
            let field = self.language.0.field_read(column);
            let alias = field.and_then(|own| own.alias.as_deref());
            *column == name || alias == Some(name) || column.rsplit('.').next() == Some(name)
        });
        named.next().filter(|_| named.next().is_none())
    }

    fn computed(&self, function: &str, arguments: &str) -> Option<FilledValue> {
        let values = arguments.split(',').map(|one| self.value(one.trim()));
        let values = values.collect::<Option<Vec<FilledValue>>>()?;
        let digits = values.iter().map(|own| own.digits.as_deref());
        let digits = digits.collect::<Option<Vec<&str>>>()?;
        let (first, rest) = digits.split_first()?;
        let first = Sum::default().plus(first)?;
        let sum = match (function, rest) {
            ("sum", [_, ..]) => (rest.iter())
                .try_fold(first, |sum, own| sum.plus(own))?
                .digits(),
            ("diff", [other]) => first.minus(other)?.digits(),
            ("share", [whole]) => first.percent_of(Sum::default().plus(whole)?)?,
            _ => return None,
        };
        // Numbers of the question and counts have the unit of the others.
        let mut measured = values.iter().filter(|own| own.column.is_some());
        let shown = measured.next();
        if measured.any(|own| Some(&own.unit) != shown.map(|shown| &shown.unit)) {
            return None;
        }
        let (text, unit) = match function {
            "share" => {
                let percent = figure::ungrouped(self.language.1, &sum)?;
                (percent, Some(unit::PERCENT.to_owned()))
            }
            _ => {
                let column = shown.and_then(|own| own.column.as_deref());
                let text = cell_text(
                    self.language,
                    column.unwrap_or_default(),
                    &Cell::Number(sum),
                );
                (text, shown.and_then(|own| own.unit.clone()))
            }
        };
        Some(FilledValue {
            text: with_unit(self.language.1, text, unit.as_deref()),
            unit,
            ..FilledValue::default()
        })
    }
}

/// An index from a number that counts from 1.
fn index(number: &str) -> Option<usize> {
    number.parse::<usize>().ok()?.checked_sub(1)
}

fn with_unit(locale: Locale, text: String, own: Option<&str>) -> String {
    match own {
        Some(own) => unit::with(locale, &text, own),
        None => text,
    }
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
