//! One session for many runs: opened by the first run that needs it, shared by all, reopened after a failure, and
//! closed properly.
//!
//! 1C servers have few sessions, and leaked ones lock out other clients. A host that runs more than once keeps one
//! `Session` and closes it on every exit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::time;

use crate::ports::one_c::{OneC, OneCConnector, PortError, QueryCall};
use crate::ports::raw_row::RawRows;

/// Minimum time for closing it, even if the last run used all of its time.
const LEAST_FAREWELL: Duration = Duration::from_millis(300);

/// A session that is opened when a run needs it; any number of runs may share it.
#[derive(Debug)]
pub struct Session {
    connector: Box<dyn OneCConnector>,
    call_timeout: Option<Duration>,
    slot: Mutex<Slot>,
    /// True once everything was closed; locked while closing.
    is_closed: Mutex<bool>,
    /// The remaining time of the run that ended last, in milliseconds.
    left: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Slot {
    port: Option<Arc<dyn OneC>>,
    is_ended: bool,
}

impl Session {
    /// A session with a server. `call_timeout` is the time limit per call, a part of the answer's time.
    #[must_use]
    pub fn new(connector: Box<dyn OneCConnector>, call_timeout: Option<Duration>) -> Self {
        Self {
            connector,
            call_timeout,
            slot: Mutex::const_new(Slot {
                port: None,
                is_ended: false,
            }),
            is_closed: Mutex::const_new(false),
            left: Arc::new(AtomicU64::new(u64::MAX)),
        }
    }

    /// Closes the session: none is opened afterwards, and the server is notified or its process waited for. The time is
    /// the remaining time of the run that ended last, or 0.3 s. A concurrent caller waits as long as the first, since a
    /// process that exits earlier would interrupt the closing.
    pub async fn close(&self, within: Duration) {
        let mut is_closed = self.is_closed.lock().await;
        if *is_closed {
            return;
        }
        let left = Duration::from_millis(self.left.load(Ordering::Relaxed));
        let until = Instant::now() + within.min(left.max(LEAST_FAREWELL));
        let left = || until.saturating_duration_since(Instant::now());
        // A run that is opening the session holds the lock until it is done or times out.
        let port = match time::timeout(left(), self.slot.lock()).await {
            Ok(mut slot) => {
                slot.is_ended = true;
                slot.port.clone()
            }
            Err(_) => None,
        };
        if let Some(port) = port {
            port.close(left()).await;
        }
        self.connector.finish(left()).await;
        *is_closed = true;
    }
}

#[async_trait::async_trait]
impl OneCConnector for Session {
    async fn open(&self, within: Duration) -> Result<Arc<dyn OneC>, PortError> {
        let time = RunTime {
            until: Instant::now() + within,
            left: Arc::clone(&self.left),
        };
        let mut slot = self.slot.lock().await;
        if slot.is_ended {
            return Err(PortError::Closed(": it was ended by this side".to_owned()));
        }
        let open = slot.port.as_ref().filter(|port| port.is_open());
        let port = match open {
            Some(port) => Arc::clone(port),
            None => {
                // The last run that uses the broken port closes it.
                slot.port = None;
                let port = self.connector.open(within).await?;
                slot.port = Some(Arc::clone(&port));
                port
            }
        };
        Ok(Arc::new(SharedPort {
            port,
            call_timeout: self.call_timeout,
            _time: time,
        }))
    }

    async fn finish(&self, within: Duration) {
        self.close(within).await;
    }
}

/// The port of a session, shared by its runs.
#[derive(Debug)]
struct SharedPort {
    port: Arc<dyn OneC>,
    call_timeout: Option<Duration>,
    _time: RunTime,
}

/// The time of a run; it records the remaining time when dropped.
#[derive(Debug)]
struct RunTime {
    until: Instant,
    left: Arc<AtomicU64>,
}

impl Drop for RunTime {
    fn drop(&mut self) {
        let left = self.until.saturating_duration_since(Instant::now());
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        self.left.store(left, Ordering::Relaxed);
    }
}

#[async_trait::async_trait]
impl OneC for SharedPort {
    fn row_cap(&self) -> u32 {
        self.port.row_cap()
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        self.port.query(call, within).await
    }

    fn call_timeout(&self) -> Option<Duration> {
        self.call_timeout
    }

    fn is_open(&self) -> bool {
        self.port.is_open()
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::task::{Context, Waker};

    use tokio::sync::Semaphore;

    use super::*;

    /// Counts the openings, closings and cleanups.
    #[derive(Debug)]
    struct Server {
        /// The port that was opened last.
        last: std::sync::Mutex<Arc<Port>>,
        opened: AtomicUsize,
        finished: AtomicUsize,
        /// Permits that closing needs.
        farewells: Semaphore,
        closed: Arc<AtomicUsize>,
        /// The time that a port had for closing, in milliseconds.
        had: Arc<AtomicU64>,
    }

    impl Default for Server {
        fn default() -> Self {
            Self {
                last: std::sync::Mutex::default(),
                opened: AtomicUsize::default(),
                finished: AtomicUsize::default(),
                farewells: Semaphore::new(1),
                closed: Arc::default(),
                had: Arc::default(),
            }
        }
    }

    #[derive(Debug, Default)]
    struct Port {
        open: AtomicBool,
        closed: Arc<AtomicUsize>,
        had: Arc<AtomicU64>,
    }

    #[async_trait::async_trait]
    impl OneC for Port {
        fn row_cap(&self) -> u32 {
            1
        }

        async fn query(&self, _: &QueryCall<'_>, _: Duration) -> Result<RawRows, PortError> {
            Ok(RawRows::default())
        }

        fn is_open(&self) -> bool {
            self.open.load(Ordering::Relaxed)
        }

        async fn close(&self, within: Duration) {
            let had = u64::try_from(within.as_millis()).unwrap();
            self.had.store(had, Ordering::Relaxed);
            self.closed.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[async_trait::async_trait]
    impl OneCConnector for Arc<Server> {
        async fn open(&self, _: Duration) -> Result<Arc<dyn OneC>, PortError> {
            self.opened.fetch_add(1, Ordering::Relaxed);
            let port = Arc::new(Port {
                open: AtomicBool::new(true),
                closed: Arc::clone(&self.closed),
                had: Arc::clone(&self.had),
            });
            *self.last.lock().unwrap() = Arc::clone(&port);
            Ok(port)
        }

        async fn finish(&self, _: Duration) {
            self.farewells.acquire().await.unwrap().forget();
            self.finished.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn whoever_ends_it_second_waits_as_long_as_the_first() {
        let within = Duration::from_secs(5);
        let server = Arc::new(Server::default());
        let session = Session::new(Box::new(Arc::clone(&server)), None);
        server.farewells.forget_permits(1);
        let _port = session.open(within).await.unwrap();
        let (mut first, mut second) = (pin!(session.close(within)), pin!(session.close(within)));
        let context = &mut Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(context).is_pending());
        assert!(second.as_mut().poll(context).is_pending());
        server.farewells.add_permits(1);
        first.await;
        second.await;
        assert_eq!(server.closed.load(Ordering::Relaxed), 1);
        assert_eq!(server.finished.load(Ordering::Relaxed), 1);
    }

    /// Two runs, with an hour and without time left: the last one decides.
    #[tokio::test]
    async fn it_is_ended_within_the_time_of_the_last_run() {
        let (hour, none) = (Duration::from_secs(3600), Duration::ZERO);
        let most = hour / 2;
        for (times, had) in [([none, hour], 300_001..=1_800_000), ([hour, none], 1..=300)] {
            let server = Arc::new(Server::default());
            let session = Session::new(Box::new(Arc::clone(&server)), None);
            for time in times {
                drop(session.open(time).await.unwrap());
            }
            session.close(most).await;
            let own = server.had.load(Ordering::Relaxed);
            assert!(had.contains(&own), "{times:?}: {own}");
        }
    }

    #[tokio::test]
    async fn it_is_opened_once_and_again_only_where_it_broke() {
        let within = Duration::from_secs(5);
        let server = Arc::new(Server::default());
        let session = Session::new(Box::new(Arc::clone(&server)), Some(within));
        let first = session.open(within).await.unwrap();
        let second = session.open(within).await.unwrap();
        assert_eq!(server.opened.load(Ordering::Relaxed), 1);
        assert_eq!(second.call_timeout(), Some(within));
        let port = Arc::clone(&*server.last.lock().unwrap());
        port.open.store(false, Ordering::Relaxed);
        assert!(!first.is_open());
        let third = session.open(within).await.unwrap();
        assert!(third.is_open());
        assert_eq!(server.opened.load(Ordering::Relaxed), 2);
        session.close(within).await;
        assert_eq!(server.closed.load(Ordering::Relaxed), 1);
        assert_eq!(server.finished.load(Ordering::Relaxed), 1);
        let ended = session.open(within).await.map(drop);
        assert_eq!(ended.unwrap_err().code(), "mcp_connection_closed");
        assert_eq!(server.opened.load(Ordering::Relaxed), 2);
    }
}
