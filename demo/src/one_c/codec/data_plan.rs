//! maximf71 1C_MCP_DATA: `validate_query{query, parameters, limit}` gives the id of a plan, `execute_query{validation_id}`
//! runs it, once.
//!
//! A parameter may also be a list of strings here, of the type `array`; released versions know none.

use std::collections::BTreeMap;

use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool};
use serde_json::{Value, json};

use super::json::{members, object, shortest, text};
use super::{QueryRequest, Request, RequestError, Schemas};
use crate::one_c::ledger::calendar::is_date_time;
use crate::one_c::value::{Cell, Column, Param, Params, Reference, Table};

/// Name the server gives itself in the handshake.
pub const SERVER_NAME: &str = "mcp-1c-data";

/// Tool that makes a plan of a query.
pub const VALIDATE_TOOL: &str = "validate_query";

/// Tool that runs a plan.
pub const EXECUTE_TOOL: &str = "execute_query";

const MAX_LIMIT: u64 = 200;

/// Kinds of objects that a reference can be of: in a parameter, and in the type of the ledger.
const KINDS: [(&str, &str); 3] = [
    ("Catalog.", "СправочникСсылка."),
    ("Document.", "ДокументСсылка."),
    ("ChartOfAccounts.", "ПланСчетовСсылка."),
];

pub(super) fn tools(schemas: Schemas) -> Vec<Tool> {
    let id = match schemas {
        Schemas::Pinned => "validation_id",
        Schemas::Drifted => "plan_id",
    };
    let validate = object(json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "A single read-only 1C query"},
            "parameters": {"type": "object", "additionalProperties": {"type": "object"}},
            "limit": {"type": "integer", "description": "Hard result limit from 1 to 200"}
        },
        "required": ["query", "limit"],
        "additionalProperties": false
    }));
    let execute = object(json!({
        "type": "object",
        "properties": {id: {"type": "string"}},
        "required": [id],
        "additionalProperties": false
    }));
    vec![
        Tool::new(VALIDATE_TOOL, "Validate a read-only 1C query", validate),
        Tool::new(EXECUTE_TOOL, "Execute a validated 1C query", execute),
    ]
}

pub(super) fn read(tool: &str, arguments: &JsonObject) -> Result<Request, RequestError> {
    match tool {
        VALIDATE_TOOL => validate(arguments).map(Request::Validate),
        EXECUTE_TOOL => text(arguments, "validation_id")
            .map(|id| Request::Run(id.to_owned()))
            .ok_or_else(|| RequestError::Arguments("validation_id: a text is needed".to_owned())),
        _ => Err(RequestError::UnknownTool),
    }
}

fn validate(arguments: &JsonObject) -> Result<QueryRequest, RequestError> {
    let query = text(arguments, "query")
        .ok_or_else(|| RequestError::Invalid("QUERY_EMPTY", "query is required".to_owned()))?;
    let given = members(arguments.get("parameters"))
        .ok_or_else(|| RequestError::Arguments("parameters: an object is needed".to_owned()))?;
    let mut params = Params::new();
    for (name, value) in given {
        let unknown = || format!("{name}: unsupported type or value");
        let param =
            param(value).ok_or_else(|| RequestError::Invalid("PARAMETER_INVALID", unknown()))?;
        params.insert(name.clone(), param);
    }
    let out_of_range = || format!("limit must be between 1 and {MAX_LIMIT}");
    let limit = (arguments.get("limit").and_then(Value::as_u64))
        .filter(|limit| (1..=MAX_LIMIT).contains(limit))
        .ok_or_else(|| RequestError::Invalid("LIMIT_INVALID", out_of_range()))?;
    Ok(QueryRequest {
        text: query.to_owned(),
        params,
        limit: usize::try_from(limit).unwrap_or(usize::MAX),
        include_schema: false,
    })
}

fn param(typed: &Value) -> Option<Param> {
    let value = typed.get("value");
    let text = || value.and_then(Value::as_str);
    match typed.get("type")?.as_str()? {
        "null" => value.is_none().then_some(Param::Null),
        "string" => text().map(|text| Param::Text(text.to_owned())),
        "datetime" => text()
            .filter(|text| is_date_time(text))
            .map(|text| Param::Date(text.to_owned())),
        "boolean" => value.and_then(Value::as_bool).map(Param::Flag),
        "array" => {
            let items = value?.as_array()?.iter();
            let texts = items.map(|item| Some(Param::Text(item.as_str()?.to_owned())));
            texts.collect::<Option<_>>().map(Param::List)
        }
        "reference" => {
            let metadata = typed.get("metadata")?.as_str()?;
            let known = KINDS.iter().any(|(kind, _)| metadata.starts_with(kind));
            let uuid = typed.get("uuid")?.as_str()?;
            known.then(|| Param::Reference(uuid.to_lowercase()))
        }
        _ => None,
    }
}

/// The answer to a query that became a plan.
#[must_use]
pub fn valid(id: &str) -> CallToolResult {
    super::text(json!({"valid": true, "validation_id": id, "data_is_untrusted": true}).to_string())
}

/// The answer to a query that cannot become one.
#[must_use]
pub fn invalid(code: &str, message: &str) -> CallToolResult {
    let answer =
        json!({"valid": false, "error_code": code, "error": message, "data_is_untrusted": true});
    super::text(answer.to_string())
}

pub(super) fn rows(table: &Table, request: &QueryRequest) -> CallToolResult {
    let rows: Vec<Value> = table
        .rows
        .iter()
        .take(request.limit)
        .map(|row| in_order_of_names(&table.columns, row))
        .collect();
    let columns: Vec<Value> = table
        .columns
        .iter()
        .map(|column| json!({"name": column.name, "type": ""}))
        .collect();
    let answer = json!({
        "columns": columns,
        "returned_count": rows.len(),
        "limit": request.limit,
        "truncated": rows.len() < table.rows.len(),
        "rows": rows,
        "data_is_untrusted": true,
    });
    super::text(answer.to_string())
}

/// The real server keeps rows in maps, whose keys come out in the order of the alphabet.
fn in_order_of_names(columns: &[Column], row: &[Cell]) -> Value {
    let names = columns.iter().map(|column| column.name);
    let cells: BTreeMap<&str, Value> = names.zip(row.iter().map(value)).collect();
    json!(cells)
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Text(text) => json!(text),
        Cell::Date(date) => json!({"kind": "date", "value": date}),
        Cell::Money(kopecks) => serde_json::from_str(&shortest(*kopecks)).unwrap_or_default(),
        Cell::Count(count) => json!(count),
        Cell::Flag(flag) => json!(flag),
        Cell::Reference(Reference {
            uuid,
            object_type,
            presentation,
        }) => json!({
            "kind": "reference",
            "metadata": object_type.replacen("Ссылка.", ".", 1),
            "uuid": uuid,
            "presentation": presentation,
        }),
    }
}

/// An error, as a code and a message.
pub(super) fn refusal(code: &str, message: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!("{code}: {message}"))])
}

/// The answer to an id that is of no plan, or of one that was run already.
#[must_use]
pub fn no_plan() -> CallToolResult {
    refusal(
        "VALIDATION_ID_INVALID",
        "the plan is missing, expired or already used",
    )
}

pub(super) fn wrong_shape() -> CallToolResult {
    super::text(
        json!({"columns": [], "rows": {"Период": "2026-03-31T00:00:00"}, "returned_count": 1})
            .to_string(),
    )
}
