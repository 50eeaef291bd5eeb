//! Values of random intents, each of its field's type.

use cmec_decoder::language::ValueType;
use cmec_decoder::tables::FieldDef;

use super::{Maker, list, quote};

/// Rising.
pub(super) const DECIMALS: &[&str] =
    &["-1e3", "-2.50", "-0", "0.10", "1", "1.50", "2E2", "1000000"];
/// What a count can be above, below and equal to.
pub(super) const COUNTS: &[&str] = &["3.00", "2E2", "1000000"];
/// Rising.
const INTEGERS: &[&str] = &[
    "-999999999999999999",
    "-3",
    "0",
    "7",
    "2024",
    "999999999999999999",
];
/// Rising.
const DATES: &[&str] = &["1999-12-31", "2024-02-29", "2026-03-31"];
/// Rising.
const TIMES: &[&str] = &[
    "1999-12-31T23:59:59",
    "2024-02-29T00:00:00",
    "2026-03-31T12:00:00",
];

/// Days counted from today, rising.
const COUNTED_DAYS: &[&str] = &["-2y", "-13m", "-1w", "0d", "+30d"];

impl Maker<'_, '_, '_> {
    pub(super) fn value(&mut self, field: &FieldDef) -> String {
        match field.value_type {
            ValueType::String | ValueType::Text | ValueType::Reference => self.text(),
            ValueType::Integer => (*self.dice.from(INTEGERS)).to_owned(),
            ValueType::Decimal => (*self.dice.from(DECIMALS)).to_owned(),
            ValueType::Boolean => (*self.dice.from(&["true", "false"])).to_owned(),
            ValueType::Date | ValueType::Datetime if self.dice.one_in(6) => {
                quote(self.dice.from(COUNTED_DAYS))
            }
            ValueType::Date => quote(self.dice.from(DATES)),
            ValueType::Datetime => quote(self.dice.from(TIMES)),
            ValueType::Enum => {
                let value = self.dice.from(&field.values);
                // A synonym may be one of another value first; the label of the value itself is as good.
                let names = [value.value.as_ref(), value.labels[0].text.as_ref()];
                quote(self.dice.from(&names))
            }
        }
    }

    pub(super) fn between(&mut self, field: &FieldDef) -> String {
        let (all, quoted) = match field.value_type {
            ValueType::Integer => (INTEGERS, false),
            ValueType::Decimal => (DECIMALS, false),
            ValueType::Date | ValueType::Datetime if self.dice.one_in(6) => (COUNTED_DAYS, true),
            ValueType::Date => (DATES, true),
            _ => (TIMES, true),
        };
        let (low, high) = self.dice.pair(all.len());
        let ends =
            [all[low], all[high]].map(|end| if quoted { quote(end) } else { end.to_owned() });
        list(&ends)
    }
}
