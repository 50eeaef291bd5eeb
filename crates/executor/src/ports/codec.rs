//! Codecs: how each kind of 1C MCP server is asked, and how its answers are read. Pure: texts and JSON in and out.
//!
//! ```text
//!  QueryCall ── arguments ──► tools/call ··· its text ── rows ──► RawRows
//!               (one file per kind of server)
//! ```
//!
//! Each codec wants the whole form: the heading and the count of a table in Markdown, the header of one in TOON with as many
//! rows as it says, the columns of a plan's rows. An answer that differs is malformed, and the error names the place. The
//! exception is a JSON list, whose elements that are no rows are counted and left out: nothing around them is in doubt.
//!
//! What a server says of rows that it cut off decides whether there are more, and not the row that was asked for
//! beyond the limit.

mod column_types;
pub mod data_plan;
pub mod feenlace;
mod json_rows;
mod markdown_table;
mod navigation_link;
mod reference_types;
pub mod roctup;
pub mod tool_schema;
mod toon_table;

use serde_json::{Map, Value};

use crate::ports::one_c::{ParameterValue, QueryCall};
use crate::ports::raw_row::Reference;

/// What every kind of server is given: the query, its parameters under a name of the kind's own, and the most rows.
fn arguments(
    call: &QueryCall<'_>,
    parameters: &str,
    cap: u32,
    value: impl Fn(&ParameterValue) -> Value,
) -> Map<String, Value> {
    let values = call.values().iter();
    let values = values.map(|(name, said)| ((*name).to_owned(), value(said)));
    Map::from_iter([
        ("query".to_owned(), Value::from(call.text())),
        (parameters.to_owned(), Value::Object(values.collect())),
        ("limit".to_owned(), Value::from(call.rows().clamp(1, cap))),
    ])
}

/// A value without its type, and a reference as the kind of server writes it.
fn untyped(value: &ParameterValue, reference: impl Fn(&Reference) -> Value) -> Value {
    match value {
        ParameterValue::Nothing => Value::Null,
        ParameterValue::Text(text) | ParameterValue::Moment(text) => Value::from(text.as_str()),
        ParameterValue::Boolean(yes) => Value::from(*yes),
        ParameterValue::Texts(texts) => Value::from(texts.clone()),
        ParameterValue::Reference(found) => reference(found),
    }
}

/// A kind of server, recognised by its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// ROCTUP 1c-mcp-toolkit: rows as JSON, or as TOON in one string of that JSON.
    Roctup,
    /// feenlace mcp-1c: rows as a table in Markdown.
    Feenlace,
    /// maximf71 1C_MCP_DATA: a query is validated first and run by the id of its plan; rows as JSON with typed cells.
    DataPlan,
}

impl Codec {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Roctup, Self::Feenlace, Self::DataPlan];

    /// Its name, as people choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roctup => "roctup",
            Self::Feenlace => "feenlace",
            Self::DataPlan => "data-plan",
        }
    }

    /// Most rows one call can return.
    #[must_use]
    pub const fn row_cap(self) -> u32 {
        match self {
            Self::Roctup => roctup::ROW_CAP,
            Self::Feenlace => feenlace::ROW_CAP,
            Self::DataPlan => data_plan::ROW_CAP,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{data_plan, feenlace, roctup};

    /// Beginnings of answers, so that what follows is read at all.
    const BEGINNINGS: [&str; 5] = [
        "",
        r#"{"success":true,"data":["#,
        r#"{"success":true,"data":"[1]{a,b}:\n  "#,
        "## Результат запроса (1 записей)\n\n| А | Б |\n|---|---|\n| ",
        r#"{"returned_count":1,"truncated":false,"columns":[],"rows":["#,
    ];

    proptest! {
        #[test]
        fn no_text_is_too_strange(beginning in 0..BEGINNINGS.len(), rest in r#"([\[\]{}:,"|\\ \na0я-]|null|"a":1|\|\n)*"#) {
            let text = format!("{}{rest}", BEGINNINGS[beginning]);
            let read = [roctup::rows(&text), feenlace::rows(&text), data_plan::rows(&text)];
            for rows in read.into_iter().flatten() {
                prop_assert!(rows.rows.len() <= rows.fetched);
            }
        }
    }
}
