//! Codec of ROCTUP 1c-mcp-toolkit: arguments of `execute_query` out, JSON text `{"success":…,"data":[…]}` in.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::one_c::{Cell, ParameterValue, PortError, QueryCall, RawRow, RawRows, Reference};

/// Most rows the tool returns.
pub const ROW_CAP: u32 = 1000;

/// Arguments of the tool.
#[must_use]
pub fn arguments(call: &QueryCall<'_>) -> Map<String, Value> {
    let params: Map<String, Value> = call
        .values()
        .iter()
        .map(|(name, value)| ((*name).to_owned(), parameter(value)))
        .collect();
    let mut arguments = Map::new();
    arguments.insert("query".to_owned(), Value::from(call.text()));
    arguments.insert("params".to_owned(), Value::Object(params));
    arguments.insert(
        "limit".to_owned(),
        Value::from(call.rows().clamp(1, ROW_CAP)),
    );
    arguments.insert("include_schema".to_owned(), Value::from(false));
    arguments
}

fn parameter(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Nothing => Value::Null,
        ParameterValue::Text(text) | ParameterValue::Moment(text) => Value::from(text.as_str()),
        ParameterValue::Boolean(yes) => Value::from(*yes),
        ParameterValue::Texts(texts) => Value::from(texts.clone()),
        ParameterValue::Reference(reference) => json!({
            "_objectRef": true,
            "УникальныйИдентификатор": reference.id,
            "ТипОбъекта": reference.type_name,
            "Представление": reference.presentation,
        }),
    }
}

/// Rows of the tool's text.
///
/// # Errors
/// [`PortError::Refused`] for `success: false`, [`PortError::Malformed`] for anything else than rows.
pub fn rows(text: &str) -> Result<RawRows, PortError> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        success: bool,
        #[serde(borrow)]
        data: Option<&'a RawValue>,
        error: Option<String>,
    }
    let malformed = |error: serde_json::Error| PortError::Malformed(error.to_string());
    let answer: Answer<'_> = serde_json::from_str(text).map_err(malformed)?;
    if !answer.success {
        let why = answer.error.unwrap_or_else(|| "no reason given".to_owned());
        return Err(PortError::Refused(why));
    }
    let data = answer
        .data
        .ok_or_else(|| PortError::Malformed("there is no `data`".to_owned()))?;
    let elements: Vec<&RawValue> = serde_json::from_str(data.get()).map_err(malformed)?;
    // An element that is no row is counted and not read: the others are facts all the same.
    let rows = elements
        .iter()
        .filter_map(|element| serde_json::from_str::<Row>(element.get()).ok())
        .map(|row| row.0)
        .collect();
    Ok(RawRows {
        rows,
        fetched: elements.len(),
    })
}

/// A row; columns keep their order and numbers their digits.
struct Row(RawRow);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Columns;
        impl<'de> serde::de::Visitor<'de> for Columns {
            type Value = Row;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a row as an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
                let mut cells = Vec::new();
                while let Some((name, raw)) = map.next_entry::<String, Box<RawValue>>()? {
                    cells.push((name, cell(&raw).map_err(serde::de::Error::custom)?));
                }
                Ok(Row(RawRow { cells }))
            }
        }
        deserializer.deserialize_map(Columns)
    }
}

fn cell(raw: &RawValue) -> Result<Cell, serde_json::Error> {
    let text = raw.get();
    Ok(match text.bytes().next() {
        Some(b'"') => Cell::Text(serde_json::from_str(text)?),
        Some(b't') => Cell::Boolean(true),
        Some(b'f') => Cell::Boolean(false),
        Some(b'n') | None => Cell::Null,
        Some(b'{') => reference(text).map_or_else(|| Cell::Other(text.to_owned()), Cell::Reference),
        Some(b'[') => Cell::Other(text.to_owned()),
        Some(_) => Cell::Number(text.to_owned()),
    })
}

fn reference(text: &str) -> Option<Reference> {
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
    wire.is_reference.then_some(Reference {
        id: wire.id,
        type_name: wire.type_name,
        presentation: wire.presentation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (r#"{"data":[]}"#, "mcp_answer_malformed"),
            ("", "mcp_answer_malformed"),
        ] {
            assert_eq!(rows(text).unwrap_err().code(), code, "{text}");
        }
    }
}
