//! JSON helpers that several codecs share.

use rmcp::model::JsonObject;
use serde_json::Value;

/// Kopecks as roubles with two decimals.
pub(super) fn decimal(kopecks: i64) -> String {
    let sign = if kopecks < 0 { "-" } else { "" };
    let kopecks = kopecks.unsigned_abs();
    format!("{sign}{}.{:02}", kopecks / 100, kopecks % 100)
}

/// The same without trailing zeros.
pub(super) fn shortest(kopecks: i64) -> String {
    let decimal = decimal(kopecks);
    let short = decimal.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0" } else { short }.to_owned()
}

pub(super) fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// The members of an optional object argument; `None` if it is not an object.
pub(super) fn members(argument: Option<&Value>) -> Option<Vec<(&String, &Value)>> {
    match argument {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(Value::Object(members)) => Some(members.iter().collect()),
        Some(_) => None,
    }
}

/// A text argument; `None` if it is blank.
pub(super) fn text<'a>(arguments: &'a JsonObject, name: &str) -> Option<&'a str> {
    let text = arguments.get(name)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{decimal, shortest};

    #[test]
    fn money_has_two_decimals_or_as_few_as_it_takes() {
        for (kopecks, whole, short) in [
            (0, "0.00", "0"),
            (105, "1.05", "1.05"),
            (110, "1.10", "1.1"),
            (10_000, "100.00", "100"),
            (-7, "-0.07", "-0.07"),
        ] {
            assert_eq!(
                (decimal(kopecks).as_str(), shortest(kopecks).as_str()),
                (whole, short)
            );
        }
    }
}
