//! A PostgreSQL database, or one that speaks its protocol, for reading only.
//!
//! Every session is read-only and in UTC, and the server looks every second whether its client is still there: a connection
//! whose statement was given up is closed, so that the statement ends on the server, too.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Postgres as Driver, Row};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::{
    ANSWER_BYTES, Database, DatabaseError, DatabaseRow, DatabaseValue, Engine, Parameter, Statement,
};

/// Most connections at once.
const CONNECTIONS: usize = 8;

/// A connection that nobody used for so long is asked first whether it still stands. A server that was restarted, or a
/// firewall between, may have closed it; asking costs a tenth of a millisecond or the way there and back.
const RESTED: Duration = Duration::from_secs(1);

/// Longest time of a statement that nobody gives up.
const STATEMENT_TIMEOUT: &str = "60s";

/// A PostgreSQL database. Connections are kept for the next statement.
///
/// The pool of the driver is not used: it asks a connection each time it comes back, and says nothing of why none can be made.
#[derive(Debug, Clone)]
pub struct Postgres {
    options: PgConnectOptions,
    idle: Arc<Mutex<Vec<Idle>>>,
    free: Arc<Semaphore>,
}

/// A connection that nobody uses, since when.
#[derive(Debug)]
struct Idle {
    connection: PgConnection,
    since: Instant,
}

impl Postgres {
    /// The database at `postgres://USER:PASSWORD@HOST:PORT/NAME`, which is reached by the first statement.
    ///
    /// # Errors
    /// When the address is none.
    pub fn new(url: &str) -> Result<Self, DatabaseError> {
        let options = PgConnectOptions::from_str(url);
        let options = options.map_err(|error| DatabaseError::Unreachable(error.to_string()))?;
        let options = options.application_name("cmec").options([
            ("default_transaction_read_only", "on"),
            ("statement_timeout", STATEMENT_TIMEOUT),
            ("client_connection_check_interval", "1s"),
            ("TimeZone", "UTC"),
            ("DateStyle", "ISO"),
        ]);
        Ok(Self {
            options,
            idle: Arc::default(),
            free: Arc::new(Semaphore::new(CONNECTIONS)),
        })
    }

    fn idle(&self) -> Option<Idle> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }

    fn keep(&self, connection: PgConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let since = Instant::now();
        idle.push(Idle { connection, since });
    }

    /// A connection that nobody uses, or a new one.
    async fn connection(&self) -> Result<PgConnection, DatabaseError> {
        while let Some(mut idle) = self.idle() {
            if idle.since.elapsed() <= RESTED || idle.connection.ping().await.is_ok() {
                return Ok(idle.connection);
            }
        }
        let connected = self.options.connect().await.map_err(failed);
        connected.map_err(|error| match error {
            DatabaseError::Unreachable(why) => {
                let (host, port) = (self.options.get_host(), self.options.get_port());
                DatabaseError::Unreachable(format!("{host}:{port}: {why}"))
            }
            other => other,
        })
    }

    /// The rows of a statement. Where this is given up its connection is closed, so that the statement ends on the server, too.
    async fn rows(&self, statement: &Statement) -> Result<Vec<DatabaseRow>, DatabaseError> {
        let _free = self.free.acquire().await;
        let mut connection = self.connection().await?;
        let rows = read(&mut connection, statement).await;
        // After an error nobody knows what the connection still has to say.
        if rows.is_ok() {
            self.keep(connection);
        }
        rows
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
    let query = bound(statement);
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
fn bound(statement: &Statement) -> Query<'_, Driver, PgArguments> {
    let query = sqlx::query(AssertSqlSafe(statement.text().to_owned()));
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
        sqlx::Error::Database(error) if error.code().as_deref() == Some("57014") => {
            DatabaseError::Timeout(Duration::from_secs(60))
        }
        sqlx::Error::Database(error) => DatabaseError::Refused(error.to_string()),
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
            DatabaseError::Refused(error.to_string())
        }
        other => DatabaseError::Unreachable(other.to_string()),
    }
}
