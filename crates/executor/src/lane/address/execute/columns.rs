//! The columns of an answer: the raw row keys that they are read from, their names and their order.

use std::borrow::Cow;

use crate::lane::address::column_names::{ADVANCE, COLUMNS};
use crate::ports::raw_row::{Cell, RawRow};
use crate::response::row::Row;

pub(super) fn row(raw: &RawRow) -> Row {
    ColumnLayout::of(raw).row(raw)
}

/// A raw row as a balance, in which a sum over no movements is zero; `None` for other rows.
pub(super) fn balance(raw: &RawRow) -> Option<Row> {
    let has = |wanted: &str| raw.cells.iter().any(|(column, _)| column == wanted);
    if !has("СуммаКонечныйОстатокДт") || !has("СуммаКонечныйОстатокКт")
    {
        return None;
    }
    let cells = raw.cells.iter().map(|(column, cell)| {
        let sum = match cell {
            Cell::Null if column.starts_with("Сумма") => Cell::Number("0".to_owned()),
            cell => cell.clone(),
        };
        (column.clone(), sum)
    });
    Some(row(&RawRow {
        cells: cells.collect(),
    }))
}

pub(super) fn has_named_column(raw: &RawRow) -> bool {
    COLUMNS.iter().any(|(_, keys)| raw.first(keys).is_some())
}

/// The positions of the known columns in raw rows, computed once for rows with the same columns.
#[derive(Debug, Default)]
pub(super) struct ColumnLayout {
    columns: Vec<String>,
    /// Known columns with the positions of their keys, the usual key first.
    positions: Vec<(&'static str, Vec<usize>)>,
}

impl ColumnLayout {
    fn of(raw: &RawRow) -> Self {
        let columns: Vec<String> = raw.cells.iter().map(|(name, _)| name.clone()).collect();
        let positions = |keys: &[&str]| -> Vec<usize> {
            let named = |key: &str| {
                let columns = columns.iter().enumerate();
                let found = columns.filter(|(_, name)| *name == key);
                found.map(|(position, _)| position).collect::<Vec<_>>()
            };
            keys.iter().flat_map(|key| named(key)).collect()
        };
        let known = COLUMNS.iter().map(|(name, keys)| (*name, positions(keys)));
        let positions = known
            .filter(|(_, positions)| !positions.is_empty())
            .collect();
        Self { columns, positions }
    }

    fn fits(&self, raw: &RawRow) -> bool {
        let names = raw.cells.iter().map(|(name, _)| name);
        self.columns.len() == raw.cells.len() && names.eq(&self.columns)
    }

    /// The named columns of a raw row, in a fixed order.
    pub(super) fn row(&mut self, raw: &RawRow) -> Row {
        if !self.fits(raw) {
            *self = Self::of(raw);
        }
        let mut values = Vec::with_capacity(self.positions.len());
        for (name, positions) in &self.positions {
            let mut cells = positions
                .iter()
                .filter_map(|position| raw.cells.get(*position));
            // Only rows of advances have the column.
            let says = |cell: &Cell| {
                !cell.is_empty() && (*name != ADVANCE || *cell == Cell::Boolean(true))
            };
            if let Some((_, cell)) = cells.find(|(_, cell)| says(cell)) {
                values.push((Cow::Borrowed(*name), cell.clone()));
            }
        }
        Row { values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Locale;
    use crate::ports::raw_row::Cell;
    use crate::wording::column;

    #[test]
    fn rows_of_any_columns_come_as_each_would_alone() {
        let raw = |cells: &[(&str, &str)]| RawRow {
            cells: (cells.iter())
                .map(|(name, text)| {
                    let cell = match *text {
                        "" => Cell::Null,
                        text => Cell::Text(text.to_owned()),
                    };
                    ((*name).to_owned(), cell)
                })
                .collect(),
        };
        let mut layout = ColumnLayout::default();
        for (cells, expected) in [
            (&[][..], &[][..]),
            (
                &[("Номер", "1"), ("Дата", "d"), ("Иное", "x")],
                &[("period", "d"), ("number", "1")],
            ),
            (
                &[("Номер", "2"), ("Дата", ""), ("Иное", "x")],
                &[("number", "2")],
            ),
            // The usual key takes precedence over another one, whatever its position, and a value over a missing one.
            (&[("Дата", "d"), ("Период", "p")], &[("period", "p")]),
            (&[("Дата", "d"), ("Период", "")], &[("period", "d")]),
            (&[("Период", ""), ("Период", "p")], &[("period", "p")]),
            (&[("Период", "p")], &[("period", "p")]),
        ] {
            let row = layout.row(&raw(cells));
            let found: Vec<(&str, &str)> = (row.values.iter())
                .map(|(name, cell)| (name.as_ref(), cell.shown().unwrap()))
                .collect();
            assert_eq!(found, expected, "{cells:?}");
            assert_eq!(super::row(&raw(cells)), row, "{cells:?}");
        }
    }

    #[test]
    fn people_have_a_name_for_every_column() {
        for (column, _) in COLUMNS {
            let locales = Locale::ALL;
            for locale in locales {
                assert_ne!(column::name(locale, column), *column);
            }
        }
    }
}
