//! ROCTUP 1c-mcp-toolkit: arguments of `execute_query`, and its JSON response `{"success":…,"data":…}`, whose data are
//! a list of rows or, where the proxy is set to TOON, one string.

use chrono::NaiveDateTime;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::ports::codec::{json_rows, toon_table};
use crate::ports::moment;
use crate::ports::one_c::{ParameterValue, PortError, QueryCall};
use crate::ports::raw_row::{Cell, RawRows, Reference, Truncation};

/// Maximum number of rows that the tool returns.
pub const ROW_CAP: u32 = 1000;

/// The arguments of the tool.
#[must_use]
pub fn arguments(call: &QueryCall<'_>) -> Map<String, Value> {
    let limit = call.rows().clamp(1, ROW_CAP);
    let values = call.values().iter();
    let values = values.map(|(name, said)| ((*name).to_owned(), value(said)));
    Map::from_iter([
        ("query".to_owned(), Value::from(call.text())),
        ("params".to_owned(), Value::Object(values.collect())),
        ("limit".to_owned(), Value::from(limit)),
        ("include_schema".to_owned(), Value::from(false)),
    ])
}

fn value(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Nothing => Value::Null,
        ParameterValue::Text(text) | ParameterValue::Moment(text) => Value::from(text.as_str()),
        ParameterValue::Number(digits) => {
            let number = digits.parse::<serde_json::Number>();
            number.map_or(Value::Null, Value::Number)
        }
        ParameterValue::Boolean(yes) => Value::from(*yes),
        ParameterValue::Texts(texts) => Value::from(texts.clone()),
        ParameterValue::Reference(found) => reference(found),
    }
}

fn reference(reference: &Reference) -> Value {
    json!({
        "_objectRef": true,
        "УникальныйИдентификатор": reference.id,
        "ТипОбъекта": reference.type_name,
        "Представление": reference.presentation,
    })
}

/// Reads the rows of the tool's response.
///
/// # Errors [`PortError::Refused`] for `success: false`, [`PortError::Malformed`] for anything but rows.
pub fn rows(text: &str) -> Result<RawRows, PortError> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        success: bool,
        #[serde(borrow)]
        data: Option<&'a RawValue>,
        error: Option<String>,
        truncated: Option<Value>,
        has_more: Option<Value>,
        returned: Option<Value>,
        count: Option<Value>,
    }
    let malformed = |error: serde_json::Error| PortError::Malformed(error.to_string());
    let answer: Answer<'_> = serde_json::from_str(text).map_err(malformed)?;
    if !answer.success {
        let why = answer.error.unwrap_or_else(|| "no reason given".to_owned());
        return Err(PortError::Refused(why));
    }
    let nothing = || PortError::Malformed("there is no `data`".to_owned());
    let data = answer.data.ok_or_else(nothing)?.get();
    let read = if data.starts_with('"') {
        let text: String = serde_json::from_str(data).map_err(malformed)?;
        // A proxy that cannot write TOON puts JSON into the string.
        if text.starts_with("[{") || text == "[]" {
            json_rows::rows(&text, object).map_err(malformed)?
        } else {
            let why = |why| PortError::Malformed(format!("TOON: {why}"));
            toon_table::rows(&text).map_err(why)?
        }
    } else {
        json_rows::rows(data, object).map_err(malformed)?
    };
    let yes = |said: Option<Value>| said == Some(Value::Bool(true));
    let number = |said: Option<Value>| said.as_ref().and_then(Value::as_u64);
    let said = AnswerSummary {
        is_cut: yes(answer.truncated) || yes(answer.has_more),
        returned: number(answer.returned),
        count: number(answer.count),
    };
    let mut rows = said.of(read);
    let cells = rows.rows.iter_mut().flat_map(|row| &mut row.cells);
    for (_, cell) in cells {
        if let Cell::Text(text) = cell {
            match plain(text) {
                Some("") => *cell = Cell::Null,
                Some(moment) => *cell = Cell::Text(moment.to_owned()),
                None => {}
            }
        }
    }
    Ok(rows)
}

/// A moment without the suffix `Z`, which the tool adds although moments have no time zone. Empty for a missing value:
/// the tool writes `NULL` as an empty text and the empty date as `Z`. `None` where the text stays unchanged.
fn plain(text: &str) -> Option<&str> {
    match text.strip_suffix('Z') {
        None => text.is_empty().then_some(text),
        Some("") => Some(""),
        Some(moment) => NaiveDateTime::parse_from_str(moment, moment::FORMAT)
            .is_ok()
            .then_some(moment),
    }
}

/// The response's report about its rows. `count` is the number of rows returned or of all rows.
struct AnswerSummary {
    is_cut: bool,
    returned: Option<u64>,
    count: Option<u64>,
}

impl AnswerSummary {
    /// Rows with the server's report. The report never proves completeness, since a limit omits rows as well.
    fn of(&self, rows: RawRows) -> RawRows {
        let fetched = rows.fetched as u64;
        let more = self.count.is_some_and(|count| count > fetched);
        let returned = self.returned.filter(|returned| *returned != fetched);
        // A count above the number of rows counts all rows only where the server reports truncation.
        let count = self
            .count
            .filter(|count| *count != fetched && !(more && self.is_cut));
        RawRows {
            truncation: if self.is_cut || more {
                Truncation::Yes
            } else {
                rows.truncation
            },
            miscounted: returned.or(count),
            ..rows
        }
    }
}

fn object(text: &str) -> Option<Cell> {
    #[derive(Deserialize)]
    struct Wire {
        #[serde(rename = "_objectRef")]
        is_reference: bool,
        #[serde(rename = "УникальныйИдентификатор")]
        id: String,
        #[serde(rename = "ТипОбъекта")]
        type_name: String,
        #[serde(rename = "Представление")]
        presentation: String,
    }
    let wire: Wire = serde_json::from_str(text).ok()?;
    wire.is_reference.then_some(Cell::Reference(Reference {
        id: wire.id,
        type_name: wire.type_name,
        presentation: wire.presentation,
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Prefixes of responses that make the rest parseable.
    const BEGINNINGS: [&str; 3] = [
        "",
        r#"{"success":true,"data":["#,
        r#"{"success":true,"data":"[1]{a,b}:\n  "#,
    ];

    proptest! {
        #[test]
        fn no_text_is_too_strange(beginning in 0..BEGINNINGS.len(), rest in r#"([\[\]{}:,"|\\ \na0я-]|null|"a":1|\|\n)*"#) {
            if let Ok(rows) = rows(&format!("{}{rest}", BEGINNINGS[beginning])) {
                prop_assert!(rows.rows.len() <= rows.fetched);
            }
        }
    }

    #[test]
    fn reads_rows_in_column_order_and_digits() {
        let text = r#"{"success":true,"data":[{"Б":1234567890123456.70,"А":"2026-01-01T00:00:00","С":null,
            "Д":{"_objectRef":true,"УникальныйИдентификатор":"u","ТипОбъекта":"Т","Представление":"п"}}],"count":1}"#;
        let rows = rows(text).unwrap().rows;
        let names: Vec<&str> = rows[0]
            .cells
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["Б", "А", "С", "Д"]);
        assert_eq!(
            rows[0].cells[0].1,
            Cell::Number("1234567890123456.70".to_owned())
        );
        assert_eq!(rows[0].cells[3].1.shown(), Some("п"));
    }

    #[test]
    fn counts_what_is_no_row() {
        let answer = rows(r#"{"success":true,"data":[{"А":1},7,{"А":2}]}"#).unwrap();
        assert_eq!((answer.rows.len(), answer.fetched), (2, 3));
    }

    #[test]
    fn what_a_server_says_of_its_rows_is_believed() {
        use Truncation::{Unknown, Yes};
        for (said, truncation, miscounted) in [
            ("", Unknown, None),
            (r#","count":2"#, Unknown, None),
            (
                r#","truncated":false,"has_more":false,"returned":2,"count":2"#,
                Unknown,
                None,
            ),
            (
                r#","truncated":true,"has_more":true,"returned":2,"count":15"#,
                Yes,
                None,
            ),
            (r#","truncated":true"#, Yes, None),
            (r#","has_more":true,"count":2"#, Yes, None),
            (r#","truncated":true,"returned":5,"count":15"#, Yes, Some(5)),
            (r#","count":15"#, Yes, Some(15)),
            (r#","truncated":false,"count":15"#, Yes, Some(15)),
            (r#","count":1"#, Unknown, Some(1)),
            (r#","returned":1"#, Unknown, Some(1)),
            // Values that are neither a count nor a flag are ignored.
            (
                r#","count":"15","truncated":"yes","returned":-2,"has_more":null"#,
                Unknown,
                None,
            ),
        ] {
            for data in [r#"[{"А":1},{"А":2}]"#, r#""[2]{\"А\"}:\n  1\n  2""#] {
                let text = format!(r#"{{"success":true,"data":{data}{said}}}"#);
                let rows = rows(&text).unwrap();
                let found = (rows.rows.len(), rows.truncation, rows.miscounted);
                assert_eq!(found, (2, truncation, miscounted), "{text}");
            }
        }
    }

    #[test]
    fn a_string_of_data_is_toon_or_json() {
        for (data, expected) in [
            (r#"[2]{\"А\"}:\n  1\n  2"#, 2),
            ("[0]:", 0),
            (r#"[{\"А\":1}]"#, 1),
            ("[]", 0),
        ] {
            let answer = rows(&format!(r#"{{"success":true,"data":"{data}"}}"#)).unwrap();
            assert_eq!(answer.rows.len(), expected, "{data}");
        }
    }

    #[test]
    fn names_what_is_wrong() {
        for (text, code) in [
            (
                r#"{"success":false,"error":"нет прав"}"#,
                "mcp_query_refused",
            ),
            (r#"{"success":false}"#, "mcp_query_refused"),
            ("Ошибка сервера", "mcp_answer_malformed"),
            (r#"{"success":true}"#, "mcp_answer_malformed"),
            (
                r#"{"success":true,"data":"rows[1]{a}: 1"}"#,
                "mcp_answer_malformed",
            ),
            (
                r#"{"success":true,"data":{"rows":[]}}"#,
                "mcp_answer_malformed",
            ),
            (r#"{"data":[]}"#, "mcp_answer_malformed"),
            ("", "mcp_answer_malformed"),
        ] {
            assert_eq!(rows(text).unwrap_err().code(), code, "{text}");
        }
    }
}
