//! Connections to PostgreSQL, or to a server that speaks its protocol.
//!
//! The server looks every second whether its client is still there: a connection whose statement was given up is closed, so
//! that the statement ends on the server, too.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Most connections at once.
const CONNECTIONS: usize = 8;

/// A connection that nobody used for so long is asked first whether it still stands. A server that was restarted, or a
/// firewall between, may have closed it; asking costs a tenth of a millisecond or the way there and back.
const RESTED: Duration = Duration::from_secs(1);

/// The version since which PostgreSQL looks whether its client is there.
const WATCHING: u32 = 140_000;

/// Longest time of a statement that only reads and that nobody gives up.
pub(super) const STATEMENT_TIME: Duration = Duration::from_secs(60);

/// Connections that only read. They are kept for the next statement.
///
/// The pool of the driver is not used: it asks a connection each time it comes back, and says nothing of why none can be made.
#[derive(Debug, Clone)]
pub(super) struct Connections {
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

/// A connection for one statement. Where it is not given back it is closed.
#[derive(Debug)]
pub(super) struct Lent<'c> {
    connection: PgConnection,
    from: &'c Connections,
    _free: Option<SemaphorePermit<'c>>,
}

impl Lent<'_> {
    /// The connection.
    pub(super) const fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Keeps it for the next statement. After an error nobody knows what a connection still has to say: it is not given back.
    pub(super) fn give_back(self) {
        self.from.keep(self.connection);
    }
}

impl Connections {
    /// Connections to the server at `postgres://USER:PASSWORD@HOST:PORT/NAME`, with further settings of their sessions. It is
    /// reached by the first statement.
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

    /// A connection that nobody uses, or a new one.
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

    /// A connection that nobody uses and that still stands.
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

/// What every session has.
pub(super) fn options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    Ok(PgConnectOptions::from_str(url)?.application_name("cmec"))
}

/// A new connection, whose server looks every second whether its client is there. One before version 14 cannot.
pub(super) async fn connected(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    let version = connection.server_version_num();
    if version.is_some_and(|version| version >= WATCHING) {
        let watched = "SET client_connection_check_interval = '1s'";
        sqlx::raw_sql(watched).execute(&mut connection).await?;
    }
    Ok(connection)
}

/// Whether the server ended a statement because it took too long.
pub(super) fn is_late(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.as_deref() == Some("57014")
}
