//! feenlace mcp-1c: `execute_query{query, parameters, limit}`, a result as a heading and a table in Markdown.
//!
//! Released versions write of a reference its presentation alone; this server writes a navigation link with it, since an
//! anchor could not be told otherwise. [`Fault::BareReferences`](crate::one_c::Fault::BareReferences) shows the former.

use chrono::NaiveDateTime;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool};
use serde_json::{Value, json};

use super::json::{members, object, shortest, text};
use super::{QueryRequest, Request, RequestError, Schemas};
use crate::one_c::ledger::calendar::is_date_time;
use crate::one_c::value::{Cell, Param, Reference, Table};

/// Name the server gives itself in the handshake.
pub const SERVER_NAME: &str = "mcp-1c";

/// Tool that runs a query.
pub const QUERY_TOOL: &str = "execute_query";

const DEFAULT_LIMIT: u64 = 100;
const MAX_LIMIT: u64 = 1000;

pub(super) fn tools(schemas: Schemas) -> Vec<Tool> {
    let parameters = match schemas {
        Schemas::Pinned => "object",
        Schemas::Drifted => "array",
    };
    let schema = object(json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Текст запроса на языке запросов 1С"},
            "limit": {"type": "integer", "description": "Максимальное количество строк результата"},
            "parameters": {"type": parameters, "description": "Параметры запроса по именам"}
        },
        "required": ["query"]
    }));
    vec![Tool::new(
        QUERY_TOOL,
        "Выполнить запрос на языке 1С",
        schema,
    )]
}

pub(super) fn read(tool: &str, arguments: &JsonObject) -> Result<Request, RequestError> {
    if tool != QUERY_TOOL {
        return Err(RequestError::UnknownTool);
    }
    let query = text(arguments, "query")
        .ok_or_else(|| RequestError::Arguments("query is required".to_owned()))?;
    let params = members(arguments.get("parameters"))
        .ok_or_else(|| RequestError::Arguments("parameters: ожидается объект".to_owned()))?;
    let params = params.into_iter();
    // A limit out of range is moved into it.
    let limit = match arguments.get("limit").and_then(Value::as_u64) {
        None | Some(0) => DEFAULT_LIMIT,
        Some(limit) => limit.min(MAX_LIMIT),
    };
    Ok(Request::Query(QueryRequest {
        text: query.to_owned(),
        params: params
            .map(|(name, value)| (name.clone(), param(value)))
            .collect(),
        limit: usize::try_from(limit).unwrap_or(usize::MAX),
        include_schema: false,
    }))
}

fn param(value: &Value) -> Param {
    match value {
        Value::Null => Param::Null,
        Value::Bool(flag) => Param::Flag(*flag),
        Value::String(text) if is_date_time(text) => Param::Date(text.clone()),
        Value::String(text) => {
            uuid(text).map_or_else(|| Param::Text(text.clone()), Param::Reference)
        }
        Value::Array(items) => Param::List(items.iter().map(param).collect()),
        Value::Number(_) | Value::Object(_) => Param::Other,
    }
}

pub(super) fn rows(table: &Table, request: &QueryRequest) -> CallToolResult {
    let rows: Vec<_> = table.rows.iter().take(request.limit).collect();
    let mut text = format!("## Результат запроса ({} записей)\n\n", rows.len());
    if rows.is_empty() {
        text.push_str("Нет данных.\n");
        return super::text(text);
    }
    let names = table.columns.iter().map(|column| escaped(column.name));
    push_line(&mut text, names);
    text.push('|');
    text.push_str(&"---|".repeat(table.columns.len()));
    text.push('\n');
    for row in &rows {
        push_line(&mut text, row.iter().map(|cell| escaped(&shown(cell))));
    }
    if rows.len() < table.rows.len() {
        text.push_str(
            "\n> Результат усечён. Показаны первые записи. Используйте параметр `limit` для увеличения.\n",
        );
    }
    super::text(text)
}

fn push_line(text: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    text.push_str("| ");
    text.push_str(&cells.join(" | "));
    text.push_str(" |\n");
}

fn escaped(cell: &str) -> String {
    cell.replace('|', r"\|")
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Text(text) => text.clone(),
        // As 1C writes a date in Russian: the hour has no leading zero.
        Cell::Date(date) => NaiveDateTime::parse_from_str(date, "%Y-%m-%dT%H:%M:%S").map_or_else(
            |_| date.clone(),
            |moment| moment.format("%d.%m.%Y %-H:%M:%S").to_string(),
        ),
        Cell::Money(kopecks) => shortest(*kopecks),
        Cell::Count(count) => count.to_string(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Reference(reference) => format!("[{}]({})", reference.presentation, link(reference)),
    }
}

/// A navigation link. Its key is the unique id in another order.
fn link(reference: &Reference) -> String {
    let full = reference.object_type.replacen("Ссылка.", ".", 1);
    let groups: Vec<&str> = reference.uuid.split('-').collect();
    let key: String = [3, 4, 2, 1, 0]
        .iter()
        .filter_map(|at| groups.get(*at).copied())
        .collect();
    format!("e1cib/data/{full}?ref={key}")
}

/// The unique id of a navigation link.
fn uuid(link: &str) -> Option<String> {
    let (_, key) = link.strip_prefix("e1cib/data/")?.split_once("?ref=")?;
    let groups = [24..32, 20..24, 16..20, 0..4, 4..16].map(|range| key.get(range));
    let groups: Option<Vec<&str>> = groups.into_iter().collect();
    groups.map(|groups| groups.join("-").to_lowercase())
}

pub(super) fn refusal(message: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!(
        "## Запрос не выполнен\n\n❌ 1С ответила кодом HTTP 400 и вернула текст ошибки.\n\n{message}\n"
    ))])
}

pub(super) fn wrong_shape() -> CallToolResult {
    super::text(
        "## Результат запроса (1 записей)\n\n- Период: 31.03.2026 0:00:00\n- Сумма: 100\n"
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_keeps_the_unique_id() {
        let reference = Reference {
            uuid: "8d3a1b2c-11ea-9000-abcd-ef0123456789".to_owned(),
            object_type: "СправочникСсылка.Контрагенты".to_owned(),
            presentation: "Ромб".to_owned(),
        };
        let link = link(&reference);
        assert_eq!(
            link,
            "e1cib/data/Справочник.Контрагенты?ref=abcdef0123456789900011ea8d3a1b2c"
        );
        assert_eq!(uuid(&link), Some(reference.uuid));
    }

    #[test]
    fn dates_are_written_as_1c_writes_them() {
        let date = |text: &str| shown(&Cell::Date(text.to_owned()));
        assert_eq!(date("2026-03-31T08:05:00"), "31.03.2026 8:05:00");
        assert_eq!(date("0001-01-01T00:00:00"), "01.01.0001 0:00:00");
    }
}
