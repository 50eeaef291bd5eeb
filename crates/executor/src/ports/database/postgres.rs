//! A PostgreSQL database, or one that speaks its protocol, for reading only.
//!
//! Every session is read-only and in UTC, and the server looks every second whether its client is still there: a connection
//! whose statement was given up is closed, so that the statement ends on the server, too.

use std::pin::pin;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Connection as _, PgPool, Postgres as Driver, Row};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{
    ANSWER_BYTES, Database, DatabaseError, DatabaseRow, DatabaseValue, Engine, Parameter, Statement,
};

/// Most connections at once.
const CONNECTIONS: u32 = 8;

/// A connection that nobody used for so long is asked first whether it still stands. A server that was restarted, or a
/// firewall between, may have closed it; asking costs a tenth of a millisecond or the way there and back.
const RESTED: Duration = Duration::from_secs(1);

/// How long a connection is waited for until the server is asked whether it is there: a pool goes on trying, and says
/// nothing of why.
const PATIENCE: Duration = Duration::from_secs(1);

/// Longest time of a statement that nobody gives up.
const STATEMENT_TIMEOUT: &str = "60s";

/// A PostgreSQL database. Connections are kept for the next statement.
#[derive(Debug, Clone)]
pub struct Postgres {
    options: PgConnectOptions,
    /// Made by the first statement: a pool needs a runtime.
    pool: Arc<OnceLock<PgPool>>,
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
            pool: Arc::default(),
        })
    }

    fn pool(&self) -> &PgPool {
        self.pool.get_or_init(|| {
            let pool = PgPoolOptions::new()
                .max_connections(CONNECTIONS)
                .test_before_acquire(false)
                .before_acquire(|connection, metadata| {
                    Box::pin(async move {
                        if metadata.idle_for > RESTED {
                            connection.ping().await?;
                        }
                        Ok(true)
                    })
                });
            pool.connect_lazy_with(self.options.clone())
        })
    }

    /// A connection that nobody uses.
    async fn acquired(&self, within: Duration) -> Result<PoolConnection<Driver>, DatabaseError> {
        let started = Instant::now();
        let mut acquiring = pin!(self.pool().acquire());
        let early = timeout(within.min(PATIENCE), &mut acquiring).await;
        let acquired = match early {
            Ok(acquired) => acquired,
            Err(_) => {
                let reached = timeout(within.saturating_sub(started.elapsed()), self.reached());
                reached.await.unwrap_or(Ok(()))?;
                let left = within.saturating_sub(started.elapsed());
                let acquired = timeout(left, acquiring).await;
                acquired.map_err(|_| DatabaseError::Timeout(within))?
            }
        };
        acquired.map_err(failed)
    }

    /// Whether something listens where the server is said to be; of a socket in a folder it is not asked.
    #[allow(
        clippy::disallowed_methods,
        reason = "this port reaches the server it asks"
    )]
    async fn reached(&self) -> Result<(), DatabaseError> {
        let (host, port) = (self.options.get_host(), self.options.get_port());
        if self.options.get_socket().is_some() || host.starts_with('/') {
            return Ok(());
        }
        let reached = TcpStream::connect((host, port)).await;
        let refused = |error| DatabaseError::Unreachable(format!("{host}:{port}: {error}"));
        reached.map(drop).map_err(refused)
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
        let started = Instant::now();
        let mut leased = Leased(Some(self.acquired(within).await?));
        let left = within.saturating_sub(started.elapsed());
        let late = DatabaseError::Timeout(within);
        let Some(connection) = leased.0.as_mut() else {
            return Err(late);
        };
        let rows = (timeout(left, read(connection, statement)).await).map_err(|_| late)??;
        leased.give_back();
        Ok(rows)
    }
}

/// A connection whose statement runs: it is closed where it is dropped before it is given back.
struct Leased(Option<PoolConnection<Driver>>);

impl Leased {
    /// The statement has ended: the connection serves the next.
    fn give_back(mut self) {
        drop(self.0.take());
    }
}

impl Drop for Leased {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            drop(connection.detach());
        }
    }
}

async fn read(
    connection: &mut PoolConnection<Driver>,
    statement: &Statement,
) -> Result<Vec<DatabaseRow>, DatabaseError> {
    let query = bound(statement);
    let mut rows = query.fetch(&mut **connection);
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
