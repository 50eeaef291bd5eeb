//! A recognised query and its parameters → rows of the ledger.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::entries::Kind;
use super::ledger::Ledger;
use super::mask::like_pattern;
use super::queries::Query;
use super::value::{Cell, ColumnKind, Param, Params, Reference, Table};

/// Why a query was not answered; the messages are what 1C would say.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// A parameter of the text has no value.
    #[error("Не задано значение параметра \"{0}\"")]
    Missing(&'static str),
    /// A parameter's value is of another type than the text needs.
    #[error("Неверные параметры: значение параметра \"{name}\" должно быть типа {wanted}")]
    WrongType {
        /// Name of the parameter.
        name: &'static str,
        /// The type, as 1C names it.
        wanted: &'static str,
    },
    /// The ledger could not be read.
    #[error("Ошибка чтения базы данных: {0}")]
    Ledger(#[from] sqlx::Error),
}

/// A parameter's value, ready to be bound.
enum Bound {
    Text(Option<String>),
    Flag(bool),
}

/// Answers a query. Parameters that the text does not have are ignored, as in 1C.
///
/// # Errors
/// When a parameter is missing or of a wrong type, and when the ledger cannot be read.
pub async fn answer(ledger: &Ledger, query: Query, params: &Params) -> Result<Table, QueryError> {
    let mut statement = sqlx::query(query.sql());
    for (name, kind) in query.parameters() {
        let param = params.get(*name).ok_or(QueryError::Missing(name))?;
        statement = match bound(name, *kind, param)? {
            Bound::Text(text) => statement.bind(text),
            Bound::Flag(flag) => statement.bind(flag),
        };
    }
    let rows = statement.fetch_all(ledger.pool()).await?;
    let rows = rows
        .iter()
        .map(|row| read_row(query, row))
        .collect::<Result<_, _>>()?;
    Ok(Table {
        columns: query.columns(),
        rows,
    })
}

fn bound(name: &'static str, kind: Kind, param: &Param) -> Result<Bound, QueryError> {
    let text = match (kind, param) {
        (Kind::Flag, Param::Flag(flag)) => return Ok(Bound::Flag(*flag)),
        (Kind::Text | Kind::Mask | Kind::Reference, Param::Null) => None,
        (Kind::Text, Param::Text(text)) => Some(text.to_lowercase()),
        (Kind::Mask, Param::Text(mask)) => Some(like_pattern(mask)),
        (Kind::Date, Param::Date(date)) => Some(date.clone()),
        (Kind::Reference, Param::Reference(uuid)) => Some(uuid.clone()),
        (Kind::Texts, Param::Null) => Some(json_array(&[])),
        // `В (&Список)` takes a single value as a list of one.
        (Kind::Texts, Param::Text(_)) => texts(std::slice::from_ref(param)),
        (Kind::Texts, Param::List(items)) => texts(items),
        _ => None,
    };
    let nullable = matches!(kind, Kind::Text | Kind::Mask | Kind::Reference);
    if text.is_none() && !(nullable && *param == Param::Null) {
        return Err(QueryError::WrongType {
            name,
            wanted: type_name(kind),
        });
    }
    Ok(Bound::Text(text))
}

fn texts(items: &[Param]) -> Option<String> {
    let texts: Option<Vec<String>> = items
        .iter()
        .map(|item| match item {
            Param::Text(text) => Some(text.to_lowercase()),
            _ => None,
        })
        .collect();
    texts.map(|texts| json_array(&texts))
}

fn json_array(texts: &[String]) -> String {
    serde_json::Value::from(texts).to_string()
}

fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Date => "Дата",
        Kind::Flag => "Булево",
        Kind::Text | Kind::Mask => "Строка",
        Kind::Texts => "Массив",
        Kind::Reference => "СправочникСсылка",
    }
}

fn read_row(query: Query, row: &SqliteRow) -> Result<Vec<Cell>, sqlx::Error> {
    let mut next = 0..;
    let mut take = || next.next().unwrap_or(usize::MAX);
    query
        .columns()
        .iter()
        .map(|column| match column.kind {
            ColumnKind::Text => text(row, take()).map(|text| text.map(Cell::Text)),
            ColumnKind::Date => text(row, take()).map(|text| text.map(Cell::Date)),
            ColumnKind::Money => row
                .try_get::<Option<i64>, _>(take())
                .map(|amount| amount.map(Cell::Money)),
            ColumnKind::Count => row
                .try_get::<Option<i64>, _>(take())
                .map(|count| count.map(Cell::Count)),
            ColumnKind::Document => {
                let (uuid, kind, presentation) = (take(), take(), take());
                let kind = text(row, kind)?.map(|kind| format!("ДокументСсылка.{kind}"));
                Ok(reference(text(row, uuid)?, kind, text(row, presentation)?))
            }
            ColumnKind::Flag => row
                .try_get::<Option<bool>, _>(take())
                .map(|flag| flag.map(Cell::Flag)),
            ColumnKind::Account
            | ColumnKind::Counterparty
            | ColumnKind::Contract
            | ColumnKind::Organization => {
                let (uuid, presentation) = (take(), take());
                let kind = column.kind.reference_type().map(str::to_owned);
                Ok(reference(text(row, uuid)?, kind, text(row, presentation)?))
            }
        })
        .map(|cell| cell.map(|cell| cell.unwrap_or(Cell::Null)))
        .collect()
}

fn text(row: &SqliteRow, index: usize) -> Result<Option<String>, sqlx::Error> {
    row.try_get(index)
}

fn reference(
    uuid: Option<String>,
    object_type: Option<String>,
    presentation: Option<String>,
) -> Option<Cell> {
    Some(Cell::Reference(Reference {
        uuid: uuid?,
        object_type: object_type?,
        presentation: presentation?,
    }))
}
