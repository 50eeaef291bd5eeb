//! The protocol of ROCTUP 1c-mcp-toolkit: `execute_query{query, params, limit, include_schema}` and
//! `get_metadata{filter, meta_type, limit, offset}`. The result is JSON in one text; with TOON, its data are a string
//! in that JSON.

use rmcp::model::{CallToolResult, JsonObject, Tool};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::json::{self, decimal, members, object};
use super::{QueryRequest, Request, RequestError, Schemas, toon};
use crate::one_c::ledger::calendar::is_date_time;
use crate::one_c::metadata::Base;
use crate::one_c::value::{Cell, Column, ColumnKind, Param, Reference, Table};

/// The server's name in the handshake.
pub const SERVER_NAME: &str = "1c-mcp-toolkit";

/// Tool that runs a query.
pub const QUERY_TOOL: &str = "execute_query";

/// Tool that lists the objects of the base.
pub const METADATA_TOOL: &str = "get_metadata";

const DEFAULT_LIMIT: u64 = 100;
const MAX_LIMIT: u64 = 1000;

/// Input schema of [`QUERY_TOOL`] that a client may rely on.
#[must_use]
pub fn input_schema() -> JsonObject {
    object(json!({
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "minLength": 1,
                "description": "Текст запроса 1С"
            },
            "params": {
                "type": "object",
                "description": "Параметры запроса по именам"
            },
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MAX_LIMIT,
                "default": DEFAULT_LIMIT,
                "description": "Максимальное количество строк"
            },
            "include_schema": {
                "type": "boolean",
                "default": false,
                "description": "Включить типы колонок в ответ"
            }
        },
        "required": ["query"]
    }))
}

pub(super) fn tools(schemas: Schemas) -> Vec<Tool> {
    let schema = match schemas {
        Schemas::Pinned => input_schema(),
        Schemas::Drifted => drifted_schema(),
    };
    let metadata = object(json!({
        "type": "object",
        "properties": {
            "filter": {"type": "string", "description": "Полное имя объекта"},
            "meta_type": {"type": "array", "items": {"type": "string"}, "description": "Типы объектов списка"},
            "limit": {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
            "offset": {"type": "integer", "minimum": 0, "default": 0}
        }
    }));
    vec![
        Tool::new(
            QUERY_TOOL,
            "Выполняет запрос на языке запросов 1С и возвращает строки",
            schema,
        ),
        Tool::new(
            METADATA_TOOL,
            "Возвращает структуру метаданных базы 1С",
            metadata,
        ),
    ]
}

pub(super) fn read(tool: &str, arguments: &JsonObject) -> Result<Request, RequestError> {
    match tool {
        QUERY_TOOL => read_query(arguments).map(Request::Query).map_err(|detail| {
            RequestError::Arguments(format!("Ошибка валидации параметров: {detail}"))
        }),
        METADATA_TOOL => Ok(Request::Metadata),
        _ => Err(RequestError::UnknownTool),
    }
}

pub(super) fn rows(table: &Table, request: &QueryRequest) -> CallToolResult {
    let data: Vec<_> = table
        .rows
        .iter()
        .take(request.limit)
        .map(|cells| RowView {
            columns: &table.columns,
            cells,
        })
        .collect();
    let schema = request.include_schema.then(|| schema(&table.columns));
    answer(table, data.len(), (schema, data))
}

pub(super) fn rows_in_toon(table: &Table, request: &QueryRequest) -> CallToolResult {
    let count = table.rows.len().min(request.limit);
    answer(table, count, (None, toon::text(table, request.limit)))
}

fn answer(
    table: &Table,
    count: usize,
    (schema, data): (Option<Value>, impl Serialize),
) -> CallToolResult {
    text(&Answer {
        success: true,
        data,
        more: More::of(table, count),
        schema,
        count: table.told.unwrap_or(count),
    })
}

pub(super) fn refusal(message: &str) -> CallToolResult {
    text(&json!({"success": false, "error": message}))
}

pub(super) fn wrong_shape() -> CallToolResult {
    text(
        &json!({"success": true, "data": {"rows": [{"Период": "2026-03-31T00:00:00"}]}, "count": 1}),
    )
}

pub(super) fn wrong_toon() -> CallToolResult {
    let data = "[1]:\n  - \"Период\": \"2026-03-31T00:00:00\"\n    \"Сумма\": 100";
    text(&json!({"success": true, "data": data, "count": 1}))
}

/// A renamed, stricter schema that no client of the pinned one can call by luck.
fn drifted_schema() -> JsonObject {
    object(json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1},
            "parameters": {"type": "array", "items": {"type": "object"}},
            "limit": {"type": "integer", "minimum": 1, "maximum": 500}
        },
        "required": ["query", "parameters"],
        "additionalProperties": false
    }))
}

fn read_query(arguments: &JsonObject) -> Result<QueryRequest, String> {
    let query = json::text(arguments, "query").ok_or("Field 'query': a text is needed")?;
    let params = members(arguments.get("params")).ok_or("Field 'params': an object is needed")?;
    let params = params.into_iter();
    let limit = match arguments.get("limit") {
        None | Some(Value::Null) => DEFAULT_LIMIT,
        Some(limit) => limit
            .as_u64()
            .filter(|limit| (1..=MAX_LIMIT).contains(limit))
            .ok_or_else(|| format!("Field 'limit': an integer from 1 to {MAX_LIMIT} is needed"))?,
    };
    let include_schema = match arguments.get("include_schema") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(include)) => *include,
        Some(_) => return Err("Field 'include_schema': a boolean is needed".to_owned()),
    };
    Ok(QueryRequest {
        text: query.to_owned(),
        params: params
            .map(|(name, value)| (name.clone(), param(value)))
            .collect(),
        limit: usize::try_from(limit).unwrap_or(usize::MAX),
        include_schema,
    })
}

pub(super) fn metadata(
    base: Base,
    arguments: &JsonObject,
    written: impl FnOnce(Value) -> Value,
) -> CallToolResult {
    if let Some(name) = json::text(arguments, "filter") {
        return match base.object(name) {
            Some(data) => text(&json!({"success": true, "data": written(data)})),
            None => refusal(&format!("Объект метаданных не найден: {name}")),
        };
    }
    let Some(kinds) = arguments.get("meta_type").and_then(Value::as_array) else {
        return refusal("демонстрационный сервер отвечает на filter и на список meta_type");
    };
    let number = |name: &str, absent: u64| {
        let said = arguments.get(name).and_then(Value::as_u64);
        usize::try_from(said.unwrap_or(absent)).unwrap_or(usize::MAX)
    };
    let (limit, offset) = (number("limit", DEFAULT_LIMIT), number("offset", 0));
    let all = base.objects(kinds);
    let data: Vec<Value> = (all.iter().skip(offset).take(limit))
        .map(|name| json!({"ПолноеИмя": name, "Синоним": name}))
        .collect();
    let next = offset.saturating_add(data.len());
    text(&json!({
        "success": true,
        "truncated": next < all.len(),
        "limit": limit,
        "returned": data.len(),
        "count": data.len(),
        "offset": offset,
        "has_more": next < all.len(),
        "next_offset": next,
        "data": written(Value::from(data)),
    }))
}

fn param(value: &Value) -> Param {
    match value {
        Value::Null => Param::Null,
        Value::Bool(flag) => Param::Flag(*flag),
        Value::String(text) if is_date_time(text) => Param::Date(text.clone()),
        Value::String(text) => Param::Text(text.clone()),
        Value::Array(items) => Param::List(items.iter().map(param).collect()),
        Value::Object(object) if object.get("_objectRef") == Some(&Value::Bool(true)) => {
            let uuid = object.get("УникальныйИдентификатор");
            let uuid = uuid.and_then(Value::as_str);
            uuid.map_or(Param::Other, |uuid| Param::Reference(uuid.to_lowercase()))
        }
        Value::Number(number) => number.as_f64().map_or(Param::Other, Param::Number),
        Value::Object(_) => Param::Other,
    }
}

#[derive(Serialize)]
struct Answer<Data> {
    success: bool,
    data: Data,
    #[serde(flatten)]
    more: Option<More>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Value>,
    count: usize,
}

/// The count of omitted rows.
#[derive(Serialize)]
struct More {
    truncated: bool,
    has_more: bool,
    returned: usize,
}

impl More {
    fn of(table: &Table, returned: usize) -> Option<Self> {
        let more = table.cut?;
        Some(Self {
            truncated: more,
            has_more: more,
            returned,
        })
    }
}

struct RowView<'a> {
    columns: &'a [Column],
    cells: &'a [Cell],
}

impl Serialize for RowView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(Some(self.columns.len()))?;
        for (column, cell) in self.columns.iter().zip(self.cells) {
            row.serialize_entry(column.name, &CellView(cell))?;
        }
        row.end()
    }
}

struct CellView<'a>(&'a Cell);

impl Serialize for CellView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Cell::Null => serializer.serialize_str(toon::NULL),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Date(text) => serializer.serialize_str(&toon::moment(text)),
            Cell::Flag(flag) => serializer.serialize_bool(*flag),
            Cell::Count(count) => serializer.serialize_i64(*count),
            // As digits, since a float would lose the kopecks of a large sum.
            Cell::Money(kopecks) => RawValue::from_string(decimal(*kopecks))
                .map_err(serde::ser::Error::custom)?
                .serialize(serializer),
            Cell::Reference(Reference {
                uuid,
                object_type,
                presentation,
            }) => json!({
                "_objectRef": true,
                "УникальныйИдентификатор": uuid,
                "ТипОбъекта": object_type,
                "Представление": presentation,
            })
            .serialize(serializer),
        }
    }
}

fn schema(columns: &[Column]) -> Value {
    let columns: Vec<Value> = columns
        .iter()
        .map(|column| json!({"name": column.name, "types": type_names(column.kind)}))
        .collect();
    json!({ "columns": columns })
}

fn type_names(kind: ColumnKind) -> Vec<&'static str> {
    match kind {
        ColumnKind::Text => vec!["Строка"],
        ColumnKind::Date => vec!["Дата"],
        ColumnKind::Money | ColumnKind::Count => vec!["Число"],
        ColumnKind::Document => vec![
            "ДокументСсылка.СписаниеСРасчетногоСчета",
            "ДокументСсылка.ПоступлениеНаРасчетныйСчет",
            "ДокументСсылка.РеализацияТоваровУслуг",
            "ДокументСсылка.ПоступлениеТоваровУслуг",
        ],
        ColumnKind::Analytic => vec![
            "СправочникСсылка.Контрагенты",
            "СправочникСсылка.БанковскиеСчета",
            "СправочникСсылка.ФизическиеЛица",
        ],
        ColumnKind::Flag => vec!["Булево"],
        ColumnKind::Account
        | ColumnKind::Counterparty
        | ColumnKind::Contract
        | ColumnKind::Organization
        | ColumnKind::BankAccount
        | ColumnKind::Person => kind.reference_type().into_iter().collect(),
    }
}

fn text(answer: &impl Serialize) -> CallToolResult {
    // `isError` stays unset for success and refusal alike.
    super::text(serde_json::to_string(answer).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{Param, param};
    use serde_json::json;

    #[test]
    fn a_date_is_a_date_only_with_its_time() {
        let date = "2026-03-31T00:00:00";
        assert_eq!(param(&json!(date)), Param::Date(date.into()));
        for text in [
            "2026-03-31",
            "2026-02-30T00:00:00",
            "2026-03-31T24:00:00",
            "2026-03-31 00:00:00",
        ] {
            assert_eq!(param(&json!(text)), Param::Text(text.into()));
        }
    }
}
