//! Connections to PostgreSQL or a server with its protocol.
//!
//! The server checks every second whether its client is connected, so closing the connection of a cancelled statement
//! also ends the statement on the server.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{Semaphore, SemaphorePermit};

const CONNECTIONS: usize = 8;

/// Idle time after which a connection is tested before reuse. A restarted server or a firewall may have closed it; the
/// test costs a round trip.
const RESTED: Duration = Duration::from_secs(1);

/// The first PostgreSQL version that checks its client connection.
const WATCHING: u32 = 140_000;

/// Time limit of a read-only statement on the server.
pub(super) const STATEMENT_TIME: Duration = Duration::from_secs(60);

/// A pool of read-only connections.
///
/// The driver's own pool is not used: it tests a connection on each return and hides why a connection failed.
#[derive(Debug, Clone)]
pub(super) struct Connections {
    options: PgConnectOptions,
    idle: Arc<Mutex<Vec<Idle>>>,
    free: Arc<Semaphore>,
}

/// An idle connection with the start of its idle time.
#[derive(Debug)]
struct Idle {
    connection: PgConnection,
    since: Instant,
}

/// A connection for one statement. It is closed where it is not given back.
#[derive(Debug)]
pub(super) struct Lent<'c> {
    connection: PgConnection,
    from: &'c Connections,
    _free: Option<SemaphorePermit<'c>>,
}

impl Lent<'_> {
    pub(super) const fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Returns it to the pool. After an error a connection is not returned, since it may have unread results.
    pub(super) fn give_back(self) {
        self.from.keep(self.connection);
    }
}

impl Connections {
    /// Connections to the server at `postgres://USER:PASSWORD@HOST:PORT/NAME` with additional session settings. The
    /// first statement connects to it.
    pub(super) fn read_only(url: &str, settings: &[(&str, &str)]) -> Result<Self, sqlx::Error> {
        let longest = STATEMENT_TIME.as_millis().to_string();
        let own = [
            ("default_transaction_read_only", "on"),
            ("statement_timeout", longest.as_str()),
        ];
        Ok(Self {
            options: options(url)?.options(own).options(settings.iter().copied()),
            idle: Arc::default(),
            free: Arc::new(Semaphore::new(CONNECTIONS)),
        })
    }

    /// `HOST:PORT`.
    pub(super) fn address(&self) -> String {
        format!("{}:{}", self.options.get_host(), self.options.get_port())
    }

    pub(super) async fn lend(&self) -> Result<Lent<'_>, sqlx::Error> {
        let free = self.free.acquire().await.ok();
        let connection = match self.standing().await {
            Some(connection) => connection,
            None => connected(&self.options).await?,
        };
        Ok(Lent {
            connection,
            from: self,
            _free: free,
        })
    }

    /// An idle connection that still works.
    async fn standing(&self) -> Option<PgConnection> {
        while let Some(mut idle) = self.idle() {
            if idle.since.elapsed() <= RESTED || idle.connection.ping().await.is_ok() {
                return Some(idle.connection);
            }
        }
        None
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
}

pub(super) fn options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    Ok(PgConnectOptions::from_str(url)?.application_name("cmec"))
}

/// A new connection whose server checks every second whether its client is connected, which needs version 14 or later.
pub(super) async fn connected(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    let version = connection.server_version_num();
    if version.is_some_and(|version| version >= WATCHING) {
        let watched = "SET client_connection_check_interval = '1s'";
        sqlx::raw_sql(watched).execute(&mut connection).await?;
    }
    Ok(connection)
}

/// True where the server ended a statement because of its time limit.
pub(super) fn is_late(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.as_deref() == Some("57014")
}
