//! A row of an answer: the columns that are known of a raw row, in a fixed order and under names of the lane.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::ports::one_c::{Cell, RawRow};

/// Columns and the keys servers give them, the usual one first.
pub(super) const PERIOD: &[&str] = &["Период", "Дата"];
pub(super) const REGISTRATOR: &[&str] = &["Регистратор", "Ссылка", "Документ"];
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
        let values = COLUMNS
            .iter()
            .filter_map(|(name, keys)| Some((*name, raw.first(keys)?.clone())))
            .collect();
        Self { values }
    }

    /// Whether a raw row has any of the named columns.
    pub(super) fn is_in(raw: &RawRow) -> bool {
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
