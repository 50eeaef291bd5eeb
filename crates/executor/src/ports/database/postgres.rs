//! A PostgreSQL database, or one that speaks its protocol, for reading only.
//!
//! Every session is read-only and in UTC, and the server looks every second whether its client is still there: a connection
//! whose statement was given up is closed, so that the statement ends on the server, too.

use std::time::Duration;

use futures_util::TryStreamExt;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Postgres as Driver, Row};
use tokio::time::timeout;

use super::{
    ANSWER_BYTES, Database, DatabaseError, DatabaseRow, DatabaseValue, Engine, FOLDING_COLLATION,
    Parameter, Statement,
};
use crate::ports::postgres_connections::{Connections, STATEMENT_TIME, is_late};

/// What every session has. A scan of an index of vectors goes on until a page is full, however few rows the conditions of a
/// statement leave: of pgvector before 0.8 and of a server without it nobody reads these settings.
const SETTINGS: [(&str, &str); 5] = [
    ("TimeZone", "UTC"),
    ("DateStyle", "ISO"),
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", "1000000"),
    ("ivfflat.iterative_scan", "relaxed_order"),
];

/// The version since which PostgreSQL has [`FOLDING_COLLATION`]; one before has that of ICU.
const OWN_COLLATION: u32 = 170_000;

/// A PostgreSQL database. Connections are kept for the next statement.
#[derive(Debug, Clone)]
pub struct Postgres {
    connections: Connections,
}

impl Postgres {
    /// The database at `postgres://USER:PASSWORD@HOST:PORT/NAME`, which is reached by the first statement.
    ///
    /// # Errors
    /// When the address is none.
    pub fn new(url: &str) -> Result<Self, DatabaseError> {
        let connections = Connections::read_only(url, &SETTINGS);
        let connections =
            connections.map_err(|error| DatabaseError::Unreachable(error.to_string()))?;
        Ok(Self { connections })
    }

    /// The rows of a statement. Where this is given up its connection is closed, so that the statement ends on the server, too.
    async fn rows(&self, statement: &Statement) -> Result<Vec<DatabaseRow>, DatabaseError> {
        let lent = self.connections.lend().await.map_err(failed);
        let mut lent = lent.map_err(|error| match error {
            DatabaseError::Unreachable(why) => {
                DatabaseError::Unreachable(format!("{}: {why}", self.connections.address()))
            }
            other => other,
        })?;
        let rows = read(lent.connection(), statement).await?;
        lent.give_back();
        Ok(rows)
    }
}

impl Database for Postgres {
    fn engine(&self) -> Engine {
        Engine::Postgres
    }

    async fn query(
        &self,
        statement: &Statement,
        within: Duration,
    ) -> Result<Vec<DatabaseRow>, DatabaseError> {
        let rows = timeout(within, self.rows(statement)).await;
        rows.unwrap_or(Err(DatabaseError::Timeout(within)))
    }
}

async fn read(
    connection: &mut PgConnection,
    statement: &Statement,
) -> Result<Vec<DatabaseRow>, DatabaseError> {
    let text = match connection.server_version_num() {
        Some(version) if version < OWN_COLLATION => {
            let own = format!("COLLATE \"{FOLDING_COLLATION}\"");
            statement.text().replace(&own, "COLLATE \"und-x-icu\"")
        }
        _ => statement.text().to_owned(),
    };
    let query = bound(text, statement);
    let mut rows = query.fetch(connection);
    let (mut all, mut bytes) = (Vec::new(), 0_usize);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        let row = values(&row)?;
        for value in &row {
            bytes += size_of::<DatabaseValue>();
            if let DatabaseValue::Text(text) = value {
                bytes += text.len();
            }
        }
        if bytes > ANSWER_BYTES {
            return Err(DatabaseError::TooLong);
        }
        all.push(row);
    }
    Ok(all)
}

/// The text is made of names of the catalogue alone, and every value is bound.
fn bound(text: String, statement: &Statement) -> Query<'_, Driver, PgArguments> {
    let query = sqlx::query(AssertSqlSafe(text));
    (statement.values().iter()).fold(query, |query, value| match value {
        Parameter::Text(text) => query.bind(text.as_str()),
        Parameter::Integer(number) => query.bind(*number),
        Parameter::Real(number) => query.bind(*number),
        Parameter::Boolean(flag) => query.bind(*flag),
    })
}

/// Every column is a text.
fn values(row: &PgRow) -> Result<DatabaseRow, DatabaseError> {
    let values = (0..row.len()).map(|column| {
        let text: Option<String> = row.try_get(column).map_err(failed)?;
        Ok(text.map_or(DatabaseValue::Missing, DatabaseValue::Text))
    });
    values.collect()
}

fn failed(error: sqlx::Error) -> DatabaseError {
    match error {
        late if is_late(&late) => DatabaseError::Timeout(STATEMENT_TIME),
        // Its own words; `Display` adds a line of the source of PostgreSQL.
        sqlx::Error::Database(error) => DatabaseError::Refused(error.message().to_owned()),
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
            DatabaseError::Refused(error.to_string())
        }
        other => DatabaseError::Unreachable(other.to_string()),
    }
}
