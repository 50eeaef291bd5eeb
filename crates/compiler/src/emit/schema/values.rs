//! Values of a field's type, as far as a shape can tell.

use cmec_decoder::language::{CalendarUnit, NamingStyle, RelativeDay, ValueType};
use cmec_decoder::tables::FieldDef;
use serde_json::{Value, json};

/// `YYYY-MM-DD`; which months have a 31st is left to the decoder.
const DATE: &str = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
/// What follows the date of a moment.
const TIME: &str =
    "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?";

/// A day counted from today.
fn relative() -> String {
    let units: String = CalendarUnit::ALL.iter().map(|unit| unit.letter()).collect();
    let more = RelativeDay::DIGITS - 1;
    let count = format!("[+-][1-9][0-9]{{0,{more}}}");
    let longer = units.replace(CalendarUnit::Day.letter(), "");
    format!("0d|{count}[{units}]|(0|{count})[{longer}]\\^")
}

/// One value of the field.
pub(super) fn typed(field: &FieldDef, naming: NamingStyle) -> Value {
    match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => json!({ "type": "string" }),
        ValueType::Integer => json!({ "type": "integer" }),
        ValueType::Decimal => json!({ "type": "number" }),
        ValueType::Boolean => json!({ "type": "boolean" }),
        ValueType::Date => {
            json!({ "type": "string", "pattern": format!("^({DATE}|{})$", relative()) })
        }
        // cMEC may say a whole day; the decoder makes moments of it, so that a contract has none.
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
                // A synonym in any language and case is a value, too; the decoder knows them.
                NamingStyle::Codes => json!({ "type": "string", "examples": values }),
            }
        }
    }
}
