//! Derived fields of random intents.

use cmec_decoder::language::{Call, Derivation, ValueType};
use cmec_decoder::tables::FieldDef;

use super::{Maker, quote};

/// A derived field: as cMEC and as contracts write it, and a field with such values.
pub(super) struct Derived {
    code: String,
    path: String,
    pub(super) field: &'static FieldDef,
}

impl Derived {
    /// In quotes, as cMEC has it.
    pub(super) fn quoted(&self) -> String {
        quote(&self.code)
    }
}

impl<'t> Maker<'t, '_, '_> {
    /// Something that is derived from some of these fields, now and then; `None`: nothing is.
    pub(super) fn derived(&mut self, fields: &[&'t FieldDef], one_in: usize) -> Option<Derived> {
        let single: Vec<&FieldDef> = fields
            .iter()
            .copied()
            .filter(|field| !field.array)
            .collect();
        let once =
            (!single.is_empty() && self.dice.one_in(one_in)).then(|| self.once(&single, &[]))??;
        if !self.dice.one_in(3) {
            return Some(once);
        }
        Some(self.once(&single, &[&once]).unwrap_or(once))
    }

    fn once(&mut self, fields: &[&'t FieldDef], derived: &[&Derived]) -> Option<Derived> {
        let derivation = *self.dice.from(Derivation::ALL);
        let own = |field: &&FieldDef| derivation.fits(field.value_type);
        let fields = fields.iter().copied().filter(own);
        let mut all: Vec<(&str, &str)> = fields.map(|field| (&*field.code, &*field.path)).collect();
        let further = derived.iter().filter(|derived| own(&derived.field));
        all.extend(further.map(|derived| (derived.code.as_str(), derived.path.as_str())));
        if all.is_empty() {
            return None;
        }
        let of: Vec<_> = (0..derivation.arity())
            .map(|_| *self.dice.from(&all))
            .collect();
        let (codes, paths): (Vec<&str>, Vec<&str>) = of.into_iter().unzip();
        let path = Call::written(derivation.name(), &paths);
        // Units that do not go together.
        self.tables.kind(&path)?;
        let field = derivation.field();
        Some(Derived {
            code: Call::written(derivation.code(), &codes),
            path,
            field,
        })
    }

    /// A filter of what is derived.
    pub(super) fn filter_derived(&mut self, derived: &Derived) -> String {
        let name = Call::read(&derived.path).map_or("", |call| call.name);
        let Some([low, high]) = Derivation::from_name(name).and_then(ends) else {
            return self.filter(derived.field).replacen(
                "\"f\":\"\"",
                &format!("\"f\":{}", derived.quoted()),
                1,
            );
        };
        let one = *self.dice.from(&[low, high]);
        let said = match *self.dice.from(&["one", "list", "pair"]) {
            "list" => format!("\"op\":\"NI\",\"v\":[{low},{high}]"),
            "pair" => format!("\"op\":\"BT\",\"v\":[{low},{high}]"),
            _ => {
                let operator = self.dice.from(&["EQ", "NE", "GT", "GE", "LT", "LE"]);
                format!("\"op\":\"{operator}\",\"v\":{one}")
            }
        };
        format!("{{\"f\":{},{said}}}", derived.quoted())
    }
}

/// Two values of what is derived, the smaller one first and neither the last of all; `None`: it can be any of its type.
const fn ends(derivation: Derivation) -> Option<[&'static str; 2]> {
    Some(match derivation {
        Derivation::Year => ["1990", "2024"],
        Derivation::MonthOf => ["2", "11"],
        Derivation::DayOf => ["2", "30"],
        Derivation::Weekday => ["2", "6"],
        Derivation::HourOf => ["1", "22"],
        Derivation::Length => ["1", "12"],
        Derivation::Month => ["\"2019-01-01\"", "\"2024-02-01\""],
        Derivation::Quarter => ["\"2019-01-01\"", "\"2024-04-01\""],
        Derivation::Week => ["\"2019-01-07\"", "\"2024-02-26\""],
        _ => return None,
    })
}

/// Whether a sum or a mean is taken of it.
pub(super) fn is_number(derived: &Derived) -> bool {
    matches!(
        derived.field.value_type,
        ValueType::Integer | ValueType::Decimal
    )
}
