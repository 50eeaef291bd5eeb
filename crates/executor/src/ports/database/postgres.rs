//! Read-only access to PostgreSQL or a server with its protocol.
//!
//! Every session is read-only and in UTC. The server checks every second whether its client is connected, so closing
//! the connection of a cancelled statement also ends the statement on the server.

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

/// Settings of every session. An iterative scan of a vector index continues until a page is full, however few rows pass
/// the conditions. Servers without pgvector, or with a version before 0.8, ignore these settings.
const SETTINGS: [(&str, &str); 5] = [
    ("TimeZone", "UTC"),
    ("DateStyle", "ISO"),
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", "1000000"),
    ("ivfflat.iterative_scan", "relaxed_order"),
];

/// The first PostgreSQL version with [`FOLDING_COLLATION`]; earlier versions use the collation of ICU.
const OWN_COLLATION: u32 = 170_000;

/// A PostgreSQL database with a pool of connections.
#[derive(Debug, Clone)]
pub struct Postgres {
    connections: Connections,
}

impl Postgres {
    /// The database at `postgres://USER:PASSWORD@HOST:PORT/NAME`. The first statement connects to it.
    ///
    /// # Errors
    /// The address is invalid.
    pub fn new(url: &str) -> Result<Self, DatabaseError> {
        let connections = Connections::read_only(url, &SETTINGS);
        let connections =
            connections.map_err(|error| DatabaseError::Unreachable(error.to_string()))?;
        Ok(Self { connections })
    }

    /// Runs a statement. Dropping the future closes the connection, which ends the statement on the server.
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

#[async_trait::async_trait]
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

/// The text contains only names of the catalogue; every value is bound.
fn bound(text: String, statement: &Statement) -> Query<'_, Driver, PgArguments> {
    let query = sqlx::query(AssertSqlSafe(text));
    (statement.values().iter()).fold(query, |query, value| match value {
        Parameter::Text(text) => query.bind(text.as_str()),
        Parameter::Integer(number) => query.bind(*number),
        Parameter::Real(number) => query.bind(*number),
        Parameter::Boolean(flag) => query.bind(*flag),
    })
}

/// Reads a row whose columns are all texts.
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
        // The message only; `Display` adds a line number of PostgreSQL's source.
        sqlx::Error::Database(error) => DatabaseError::Refused(error.message().to_owned()),
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
            DatabaseError::Refused(error.to_string())
        }
        other => DatabaseError::Unreachable(other.to_string()),
    }
}
