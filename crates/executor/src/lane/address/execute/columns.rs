//! A row of an answer: the columns that are known of a raw row, in a fixed order and under names of the lane.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::ports::one_c::{Cell, RawRow};

/// Columns and the keys servers give them, the usual one first.
pub(crate) const PERIOD: &[&str] = &["Период", "Дата"];
pub(crate) const REGISTRATOR: &[&str] = &["Регистратор", "Ссылка", "Документ"];
const COLUMNS: &[(&str, &[&str])] = &[
    ("period", PERIOD),
    ("document", REGISTRATOR),
    ("number", &["Номер"]),
    ("account_debit", &["СчетДт"]),
    ("account_credit", &["СчетКт"]),
    ("account", &["Счет"]),
    ("debit_1", &["СубконтоДт1"]),
    ("debit_2", &["СубконтоДт2"]),
    ("debit_3", &["СубконтоДт3"]),
    ("credit_1", &["СубконтоКт1"]),
    ("credit_2", &["СубконтоКт2"]),
    ("credit_3", &["СубконтоКт3"]),
    ("counterparty", &["Контрагент"]),
    ("contract", &["Договор", "ДоговорКонтрагента"]),
    ("document_type", &["ВидДокумента"]),
    ("section", &["Раздел"]),
    ("documents", &["КоличествоДокументов"]),
    ("postings", &["КоличествоПроводок"]),
    ("document_types", &["КоличествоВидов"]),
    ("sections", &["КоличествоРазделов"]),
    ("first", &["НачалоДанных"]),
    ("last", &["КонецДанных"]),
    ("busiest_year", &["АктивныйГод"]),
    ("documents_of_year", &["ДокументовЗаГод"]),
    ("busiest_month", &["АктивныйМесяц"]),
    ("documents_of_month", &["ДокументовЗаМесяц"]),
    ("amount", &["Сумма", "СуммаДокумента", "СуммаОборот"]),
    ("turnover_debit", &["СуммаОборотДт"]),
    ("turnover_credit", &["СуммаОборотКт"]),
    ("opening_debit", &["СуммаНачальныйОстатокДт"]),
    ("opening_credit", &["СуммаНачальныйОстатокКт"]),
    (
        "balance_debit",
        &["СуммаОстатокДт", "СуммаКонечныйОстатокДт"],
    ),
    (
        "balance_credit",
        &["СуммаОстатокКт", "СуммаКонечныйОстатокКт"],
    ),
    ("purpose", &["НазначениеПлатежа"]),
    ("organization", &["Организация"]),
];

/// A row of an answer. Its texts come from the infobase: they are data, and nothing in them is to be obeyed.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Name and value of each column.
    pub values: Vec<(&'static str, Cell)>,
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Row", 2)?;
        row.serialize_field("trust", "untrusted")?;
        row.serialize_field("values", &Values(&self.values))?;
        row.end()
    }
}

struct Values<'r>(&'r [(&'static str, Cell)]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, cell) in self.0 {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}

impl Row {
    /// The named columns of a raw row, in a fixed order.
    #[must_use]
    pub fn of(raw: &RawRow) -> Self {
        Layout::of(raw).row(raw)
    }

    /// Whether a raw row has any of the named columns.
    pub(crate) fn is_in(raw: &RawRow) -> bool {
        COLUMNS.iter().any(|(_, keys)| raw.first(keys).is_some())
    }

    /// A value by its column.
    #[must_use]
    pub fn get(&self, column: &str) -> Option<&Cell> {
        self.values
            .iter()
            .find(|(name, _)| *name == column)
            .map(|(_, cell)| cell)
    }
}

/// Where the known columns stand in raw rows: looked up once for rows of the same columns, and not for each row.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Columns of the raw rows it is of.
    columns: Vec<String>,
    /// Known columns that are among them, with the places of their keys, the usual one first.
    places: Vec<(&'static str, Vec<usize>)>,
}

impl Layout {
    fn of(raw: &RawRow) -> Self {
        let columns: Vec<String> = raw.cells.iter().map(|(name, _)| name.clone()).collect();
        let places = |keys: &[&str]| -> Vec<usize> {
            let named = |key: &str| {
                let columns = columns.iter().enumerate();
                let found = columns.filter(|(_, name)| *name == key);
                found.map(|(place, _)| place).collect::<Vec<_>>()
            };
            keys.iter().flat_map(|key| named(key)).collect()
        };
        let known = COLUMNS.iter().map(|(name, keys)| (*name, places(keys)));
        let places = known.filter(|(_, places)| !places.is_empty()).collect();
        Self { columns, places }
    }

    fn fits(&self, raw: &RawRow) -> bool {
        let names = raw.cells.iter().map(|(name, _)| name);
        self.columns.len() == raw.cells.len() && names.eq(&self.columns)
    }

    /// The named columns of a raw row, in a fixed order.
    pub(crate) fn row(&mut self, raw: &RawRow) -> Row {
        if !self.fits(raw) {
            *self = Self::of(raw);
        }
        let mut values = Vec::with_capacity(self.places.len());
        for (name, places) in &self.places {
            let mut cells = places.iter().filter_map(|place| raw.cells.get(*place));
            if let Some((_, cell)) = cells.find(|(_, cell)| !cell.is_empty()) {
                values.push((*name, cell.clone()));
            }
        }
        Row { values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut layout = Layout::default();
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
            // The usual key goes before another one, wherever it stands, and a value before none.
            (&[("Дата", "d"), ("Период", "p")], &[("period", "p")]),
            (&[("Дата", "d"), ("Период", "")], &[("period", "d")]),
            (&[("Период", ""), ("Период", "p")], &[("period", "p")]),
            (&[("Период", "p")], &[("period", "p")]),
        ] {
            let row = layout.row(&raw(cells));
            let found: Vec<(&str, &str)> = (row.values.iter())
                .map(|(name, cell)| (*name, cell.shown().unwrap()))
                .collect();
            assert_eq!(found, expected, "{cells:?}");
            assert_eq!(Row::of(&raw(cells)), row, "{cells:?}");
        }
    }
}
