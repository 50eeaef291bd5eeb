//! maximf71 1C_MCP_DATA: `validate_query` gives the id of a plan, good once and for a minute, and `execute_query` runs it.
//! Parameters are typed; rows are JSON objects whose dates and references are objects too.
//!
//! The id is good once, so a read that is made again validates again, and both calls share the time of one. Released
//! versions refuse lists as parameters. `В (&Список)` takes a null for no text and a string for one, and more are sent as an
//! array. A query text that the policy of a server refuses is not changed: it would be another text than the one checked.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::ports::codec;
use crate::ports::codec::json_rows;
use crate::ports::codec::reference_types;
use crate::ports::one_c::{ParameterValue, PortError, QueryCall};
use crate::ports::raw_row::{Cell, RawRow, RawRows, Reference, Truncation};

/// Most rows the tool returns.
pub const ROW_CAP: u32 = 200;

/// Longest id of a plan that is taken, in bytes; the server's have 48.
const LONGEST_ID: usize = 256;

/// Arguments of `validate_query`.
#[must_use]
pub fn arguments(call: &QueryCall<'_>) -> Map<String, Value> {
    codec::arguments(call, "parameters", ROW_CAP, parameter)
}

/// Arguments of `execute_query` for a plan.
#[must_use]
pub fn run(plan: &Plan) -> Map<String, Value> {
    Map::from_iter([("validation_id".to_owned(), Value::from(plan.0.as_str()))])
}

fn parameter(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Nothing => json!({"type": "null"}),
        ParameterValue::Text(text) => json!({"type": "string", "value": text}),
        ParameterValue::Moment(moment) => json!({"type": "datetime", "value": moment}),
        ParameterValue::Boolean(yes) => json!({"type": "boolean", "value": yes}),
        // `В (&Список)` takes a value as a list of one, and nothing as a list of none.
        ParameterValue::Texts(texts) => match texts.as_slice() {
            [] => json!({"type": "null"}),
            [only] => json!({"type": "string", "value": only}),
            several => json!({"type": "array", "value": several}),
        },
        // A type that has no English name did not come from such a server, which will refuse it.
        ParameterValue::Reference(reference) => {
            let metadata = reference_types::english(&reference.type_name);
            json!({
                "type": "reference",
                "metadata": metadata.unwrap_or_else(|| reference.type_name.clone()),
                "uuid": reference.id,
            })
        }
    }
}

/// The id of a plan, as the server gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan(String);

/// The plan of the text of `validate_query`.
///
/// # Errors
/// [`PortError::Refused`] for a query that is not valid, [`PortError::Malformed`] for anything else than a plan.
pub fn plan(text: &str) -> Result<Plan, PortError> {
    #[derive(Deserialize)]
    struct Answer {
        valid: bool,
        validation_id: Option<String>,
        error_code: Option<String>,
        error: Option<String>,
    }
    let answer: Answer =
        serde_json::from_str(text).map_err(|error| PortError::Malformed(error.to_string()))?;
    if !answer.valid {
        let why = [answer.error_code, answer.error];
        let why: Vec<String> = why.into_iter().flatten().collect();
        let why = if why.is_empty() {
            "no reason given".to_owned()
        } else {
            why.join(": ")
        };
        return Err(PortError::Refused(why));
    }
    answer
        .validation_id
        .filter(|id| (1..=LONGEST_ID).contains(&id.len()))
        .map(Plan)
        .ok_or_else(|| PortError::Malformed("there is no `validation_id`".to_owned()))
}

/// Rows of the text of `execute_query`.
///
/// # Errors
/// [`PortError::Malformed`] for anything else than rows.
pub fn rows(text: &str) -> Result<RawRows, PortError> {
    #[derive(Deserialize)]
    struct Column {
        name: String,
    }
    #[derive(Deserialize)]
    struct Answer<'a> {
        columns: Vec<Column>,
        #[serde(borrow)]
        rows: &'a RawValue,
        returned_count: usize,
        truncated: bool,
    }
    let malformed = |error: serde_json::Error| PortError::Malformed(error.to_string());
    let answer: Answer<'_> = serde_json::from_str(text).map_err(malformed)?;
    let mut read = json_rows::rows(answer.rows.get(), object).map_err(malformed)?;
    if read.fetched != answer.returned_count {
        return Err(PortError::Malformed(format!(
            "{} rows are told and {} given",
            answer.returned_count, read.fetched
        )));
    }
    // Keys of its rows have lost the order of the query.
    let columns = answer.columns.iter().map(|column| column.name.as_str());
    let places: HashMap<&str, usize> = columns.zip(0..).collect();
    for RawRow { cells } in &mut read.rows {
        cells.sort_by_key(|(name, _)| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
    }
    read.truncation = if answer.truncated {
        Truncation::Yes
    } else {
        Truncation::No
    };
    Ok(read)
}

/// A date, a reference, or something that has a presentation only.
fn object(text: &str) -> Option<Cell> {
    #[derive(Deserialize)]
    struct Wire {
        kind: String,
        metadata: Option<String>,
        uuid: Option<String>,
        presentation: Option<String>,
        value: Option<String>,
    }
    let wire: Wire = serde_json::from_str(text).ok()?;
    match wire.kind.as_str() {
        "date" => wire.value.map(Cell::Text),
        "reference" => Some(Cell::Reference(Reference {
            id: wire.uuid?,
            type_name: reference_types::of_full_name(&wire.metadata?)?,
            presentation: wire.presentation?,
        })),
        "enum" | "presentation" => wire.presentation.or(wire.value).map(Cell::Text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"{"columns":[{"name":"Период","type":"Дата"},{"name":"Контрагент"},{"name":"Сумма"}],
        "rows":[{"Контрагент":{"kind":"reference","metadata":"Справочник.Контрагенты","uuid":"u","presentation":"п"},
        "Период":{"kind":"date","value":"2026-03-31T20:00:00"},"Сумма":893000.5}],
        "returned_count":1,"limit":3,"truncated":true,"data_is_untrusted":true}"#;

    #[test]
    fn rows_have_the_order_of_the_columns_and_the_types_of_their_cells() {
        let read = rows(ROWS).unwrap();
        let found = Cell::Reference(Reference {
            id: "u".to_owned(),
            type_name: "СправочникСсылка.Контрагенты".to_owned(),
            presentation: "п".to_owned(),
        });
        let expected = [
            ("Период", Cell::Text("2026-03-31T20:00:00".to_owned())),
            ("Контрагент", found),
            ("Сумма", Cell::Number("893000.5".to_owned())),
        ];
        let expected = expected.map(|(name, cell)| (name.to_owned(), cell));
        assert_eq!(read.rows[0].cells, expected);
        assert_eq!((read.fetched, read.truncation), (1, Truncation::Yes));
    }

    #[test]
    fn a_list_of_texts_is_as_simple_as_it_can_be() {
        let texts = |texts: &[&str]| {
            let texts = texts.iter().map(|text| (*text).to_owned());
            parameter(&ParameterValue::Texts(texts.collect()))
        };
        assert_eq!(texts(&[]), json!({"type": "null"}));
        assert_eq!(texts(&["60"]), json!({"type": "string", "value": "60"}));
        assert_eq!(
            texts(&["60", "76"]),
            json!({"type": "array", "value": ["60", "76"]})
        );
    }

    #[test]
    fn a_plan_is_an_id_or_a_refusal() {
        assert_eq!(
            plan(r#"{"valid":true,"validation_id":"x"}"#),
            Ok(Plan("x".to_owned()))
        );
        let refused =
            plan(r#"{"valid":false,"error_code":"QUERY_COMPILE_FAILED","error":"нет поля"}"#);
        assert_eq!(
            refused,
            Err(PortError::Refused(
                "QUERY_COMPILE_FAILED: нет поля".to_owned()
            ))
        );
        let long = format!(r#"{{"valid":true,"validation_id":"{}"}}"#, "x".repeat(300));
        for text in [
            "",
            "[]",
            r#"{"valid":true}"#,
            r#"{"valid":true,"validation_id":""}"#,
            &long,
        ] {
            assert_eq!(
                plan(text).unwrap_err().code(),
                "mcp_answer_malformed",
                "{text}"
            );
        }
    }

    #[test]
    fn anything_else_is_named() {
        for text in [
            "<html>".to_owned(),
            "{}".to_owned(),
            ROWS.replace("\"returned_count\":1", "\"returned_count\":2"),
            ROWS.replace("\"rows\":[", "\"rows\":{\"x\":[")
                .replace("],\n        \"returned", "]},\n\"returned"),
        ] {
            assert_eq!(
                rows(&text).unwrap_err().code(),
                "mcp_answer_malformed",
                "{text}"
            );
        }
    }
}
