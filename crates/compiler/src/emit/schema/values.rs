//! Schemas of field values, as far as a schema can express them.

use cmec_decoder::language::{CalendarUnit, NamingStyle, RelativeDay, ValueType};
use cmec_decoder::tables::FieldDef;
use serde_json::{Value, json};

/// `YYYY-MM-DD`; the decoder checks the length of the month.
const DATE: &str = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
/// The time part of a datetime.
const TIME: &str =
    "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?";

/// A day relative to today.
fn relative() -> String {
    let units: String = CalendarUnit::ALL.iter().map(|unit| unit.letter()).collect();
    let more = RelativeDay::DIGITS - 1;
    let count = format!("[+-][1-9][0-9]{{0,{more}}}");
    let longer = units.replace(CalendarUnit::Day.letter(), "");
    format!("0d|{count}[{units}]|(0|{count})[{longer}]\\^")
}

pub(super) fn typed(field: &FieldDef, naming: NamingStyle) -> Value {
    match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => json!({ "type": "string" }),
        ValueType::Integer => json!({ "type": "integer" }),
        ValueType::Decimal => json!({ "type": "number" }),
        ValueType::Boolean => json!({ "type": "boolean" }),
        ValueType::Date => {
            json!({ "type": "string", "pattern": format!("^({DATE}|{})$", relative()) })
        }
        // cMEC may give a whole day, which the decoder expands to datetimes, so a contract has none.
        ValueType::Datetime => {
            let time = match naming {
                NamingStyle::Codes => format!("({TIME})?"),
                NamingStyle::Names => TIME.to_owned(),
            };
            json!({ "type": "string", "pattern": format!("^({DATE}{time}|{})$", relative()) })
        }
        ValueType::Enum => {
            let values: Vec<&str> = (field.values.iter())
                .map(|value| value.value.as_ref())
                .collect();
            match naming {
                NamingStyle::Names => super::one_of(values),
                // Synonyms in any language and case are valid too; the decoder knows them.
                NamingStyle::Codes => json!({ "type": "string", "examples": values }),
            }
        }
    }
}
