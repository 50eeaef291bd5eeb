//! A recognised query with parameters → rows of the ledger.

use std::ops::RangeFrom;

use rusqlite::{Row, params_from_iter, types};
use serde_json::Value;
use tokio::task::JoinError;

use super::ledger::Ledger;
use super::mask::like_pattern;
use super::queries::{Kind, Query};
use super::value::{Cell, Column, ColumnKind, Param, Params, Reference, Table};

/// The reason why a query was not answered; the messages are 1C's.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// A parameter has no value.
    #[error("Не задано значение параметра \"{0}\"")]
    Missing(&'static str),
    /// A parameter has a value of the wrong type.
    #[error("Неверные параметры: значение параметра \"{name}\" должно быть типа {wanted}")]
    WrongType {
        /// Name of the parameter.
        name: &'static str,
        /// The expected type, as 1C names it.
        wanted: &'static str,
    },
    /// The ledger cannot be read.
    #[error("Ошибка чтения базы данных: {0}")]
    Ledger(#[from] rusqlite::Error),
    /// The runtime ended during the read.
    #[error("Ошибка чтения базы данных: {0}")]
    Ended(#[from] JoinError),
}

/// Answers a query. Unknown parameters are ignored, as in 1C.
///
/// # Errors
/// If a parameter is missing or has the wrong type, or the ledger cannot be read.
pub async fn answer(ledger: &Ledger, query: Query, params: &Params) -> Result<Table, QueryError> {
    let bound = query.parameters().into_iter().map(|(name, kind)| {
        let param = params.get(name).ok_or(QueryError::Missing(name))?;
        bound(name, kind, param)
    });
    let bound: Vec<types::Value> = bound.collect::<Result<_, _>>()?;
    ledger
        .read(move |connection| {
            let columns = query.columns();
            // The SQL is part of this program and contains no outside text.
            let mut statement = connection.prepare(&query.sql())?;
            let rows = statement
                .query_map(params_from_iter(bound), |row| read_row(&columns, row))?
                .collect::<Result<_, _>>()?;
            Ok(Table {
                columns,
                rows,
                told: None,
                cut: None,
            })
        })
        .await
}

/// A parameter's value ready for binding.
fn bound(name: &'static str, kind: Kind, param: &Param) -> Result<types::Value, QueryError> {
    let text = match (kind, param) {
        (Kind::Flag, Param::Flag(flag)) => return Ok((*flag).into()),
        (Kind::Kopecks | Kind::Count, Param::Number(number)) => {
            let scale = if kind == Kind::Kopecks { 100.0 } else { 1.0 };
            #[expect(
                clippy::cast_possible_truncation,
                reason = "amounts are far below the bounds"
            )]
            return Ok(((number * scale).round() as i64).into());
        }
        (Kind::Text | Kind::Mask | Kind::Ending | Kind::Reference | Kind::Kopecks, Param::Null) => {
            None
        }
        (Kind::Text, Param::Text(text)) => Some(text.to_lowercase()),
        (Kind::Mask, Param::Text(mask)) => Some(like_pattern(mask)),
        (Kind::Ending, Param::Text(mask)) => Some(mask.clone()),
        (Kind::Date, Param::Date(date)) => Some(date.clone()),
        (Kind::Reference, Param::Reference(uuid)) => Some(uuid.clone()),
        (Kind::Texts, Param::Null) => texts(&[]),
        // `В (&Список)` accepts a single value as a list.
        (Kind::Texts, Param::Text(_)) => texts(std::slice::from_ref(param)),
        (Kind::Texts, Param::List(items)) => texts(items),
        _ => None,
    };
    let nullable = matches!(
        kind,
        Kind::Text | Kind::Mask | Kind::Ending | Kind::Reference | Kind::Kopecks
    );
    if text.is_none() && !(nullable && *param == Param::Null) {
        return Err(QueryError::WrongType {
            name,
            wanted: type_name(kind),
        });
    }
    Ok(text.into())
}

/// The texts in lower case as a JSON array; `None` if an item is not a text.
fn texts(items: &[Param]) -> Option<String> {
    let texts = items.iter().map(|item| match item {
        Param::Text(text) => Some(text.to_lowercase()),
        _ => None,
    });
    let texts: Value = texts.collect::<Option<_>>()?;
    Some(texts.to_string())
}

fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Date => "Дата",
        Kind::Flag => "Булево",
        Kind::Text | Kind::Mask | Kind::Ending => "Строка",
        Kind::Texts => "Массив",
        Kind::Reference => "СправочникСсылка",
        Kind::Kopecks | Kind::Count => "Число",
    }
}

fn read_row(columns: &[Column], row: &Row<'_>) -> Result<Vec<Cell>, rusqlite::Error> {
    let mut places = 0..;
    columns
        .iter()
        .map(|column| Ok(read_cell(column.kind, row, &mut places)?.unwrap_or(Cell::Null)))
        .collect()
}

/// Reads a cell from the next columns of a row: one column, or several for a reference.
fn read_cell(
    kind: ColumnKind,
    row: &Row<'_>,
    places: &mut RangeFrom<usize>,
) -> Result<Option<Cell>, rusqlite::Error> {
    let mut next = || places.next().unwrap_or(usize::MAX);
    Ok(match kind {
        ColumnKind::Text => row.get::<_, Option<_>>(next())?.map(Cell::Text),
        ColumnKind::Date => row.get::<_, Option<_>>(next())?.map(Cell::Date),
        ColumnKind::Money => row.get::<_, Option<_>>(next())?.map(Cell::Money),
        ColumnKind::Count => row.get::<_, Option<_>>(next())?.map(Cell::Count),
        ColumnKind::Flag => row.get::<_, Option<_>>(next())?.map(Cell::Flag),
        ColumnKind::Document
        | ColumnKind::Account
        | ColumnKind::Counterparty
        | ColumnKind::Contract
        | ColumnKind::Organization
        | ColumnKind::BankAccount
        | ColumnKind::Person
        | ColumnKind::Analytic => {
            let mut text = || row.get::<_, Option<String>>(next());
            let uuid = text()?;
            let object_type = match kind.reference_type() {
                Some(fixed) => Some(fixed.to_owned()),
                None if kind == ColumnKind::Analytic => text()?,
                None => text()?.map(|kind| format!("ДокументСсылка.{kind}")),
            };
            reference(uuid, object_type, text()?)
        }
    })
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
