//! One session for many runs: opened by the first that needs it, shared by all, opened again where it broke, and closed in
//! good order.
//!
//! 1C servers keep a handful of sessions. A host that leaves them open evicts everybody else, so a host that asks more than
//! once keeps one `Session` and closes it on every way out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::time;

use crate::ports::one_c::{OneC, OneCConnector, PortError, QueryCall};
use crate::ports::raw_row::RawRows;

/// Least time for ending it, however late the last run was.
const LEAST_FAREWELL: Duration = Duration::from_millis(300);

/// A session that is opened when a run needs it; any number of runs may share it at once.
#[derive(Debug)]
pub struct Session<C: OneCConnector> {
    connector: C,
    call_timeout: Option<Duration>,
    slot: Mutex<Slot<C::Port>>,
    /// Whether everything was closed; locked while it is.
    is_closed: Mutex<bool>,
    /// What the run that ended last had left of its time, in milliseconds.
    left: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Slot<P> {
    port: Option<Arc<P>>,
    is_ended: bool,
}

impl<C: OneCConnector> Session<C> {
    /// A session with a server. `call_timeout`: longest time for one call, a part of the time that an answer has.
    #[must_use]
    pub fn new(connector: C, call_timeout: Option<Duration>) -> Self {
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

    /// Ends it: no other is opened, and the server is told, or its process waited for, as long as the run that ended last
    /// had time, or 0.3 s. Whoever ends it second waits as long as the first: a process that ended before would cut the
    /// farewell off.
    pub async fn close(&self, within: Duration) {
        let mut is_closed = self.is_closed.lock().await;
        if *is_closed {
            return;
        }
        let left = Duration::from_millis(self.left.load(Ordering::Relaxed));
        let until = Instant::now() + within.min(left.max(LEAST_FAREWELL));
        let left = || until.saturating_duration_since(Instant::now());
        // A run that is opening the session right now has it until it is open or late.
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

impl<C> OneCConnector for Session<C>
where
    C: OneCConnector + Sync,
    C::Port: Send + Sync,
{
    type Port = SharedPort<C::Port>;

    async fn open(&self, within: Duration) -> Result<Self::Port, PortError> {
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
                // The last run that uses the broken one ends it.
                slot.port = None;
                let port = Arc::new(self.connector.open(within).await?);
                slot.port = Some(Arc::clone(&port));
                port
            }
        };
        Ok(SharedPort {
            port,
            call_timeout: self.call_timeout,
            _time: time,
        })
    }

    async fn finish(&self, within: Duration) {
        self.close(within).await;
    }
}

/// The port of a session, as one of its runs has it.
#[derive(Debug)]
pub struct SharedPort<P> {
    port: Arc<P>,
    call_timeout: Option<Duration>,
    _time: RunTime,
}

/// The time of a run, which says with its end how much was left.
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

impl<P: OneC + Send> OneC for SharedPort<P> {
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

    /// Counts what is opened, closed and finished.
    #[derive(Debug)]
    struct Server {
        opened: AtomicUsize,
        finished: AtomicUsize,
        /// What ending it takes.
        farewells: Semaphore,
        closed: Arc<AtomicUsize>,
        /// Milliseconds that a port had for it.
        had: Arc<AtomicU64>,
    }

    impl Default for Server {
        fn default() -> Self {
            Self {
                opened: AtomicUsize::default(),
                finished: AtomicUsize::default(),
                farewells: Semaphore::new(1),
                closed: Arc::default(),
                had: Arc::default(),
            }
        }
    }

    #[derive(Debug)]
    struct Port {
        open: AtomicBool,
        closed: Arc<AtomicUsize>,
        had: Arc<AtomicU64>,
    }

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

    impl OneCConnector for Server {
        type Port = Port;

        async fn open(&self, _: Duration) -> Result<Port, PortError> {
            self.opened.fetch_add(1, Ordering::Relaxed);
            Ok(Port {
                open: AtomicBool::new(true),
                closed: Arc::clone(&self.closed),
                had: Arc::clone(&self.had),
            })
        }

        async fn finish(&self, _: Duration) {
            self.farewells.acquire().await.unwrap().forget();
            self.finished.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn whoever_ends_it_second_waits_as_long_as_the_first() {
        let within = Duration::from_secs(5);
        let session = Session::new(Server::default(), None);
        let server = &session.connector;
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

    /// Runs that have an hour, and none: the last one decides.
    #[tokio::test]
    async fn it_is_ended_within_the_time_of_the_last_run() {
        let (hour, none) = (Duration::from_secs(3600), Duration::ZERO);
        let most = hour / 2;
        for (times, had) in [([none, hour], 300_001..=1_800_000), ([hour, none], 1..=300)] {
            let session = Session::new(Server::default(), None);
            for time in times {
                drop(session.open(time).await.unwrap());
            }
            session.close(most).await;
            let own = session.connector.had.load(Ordering::Relaxed);
            assert!(had.contains(&own), "{times:?}: {own}");
        }
    }

    #[tokio::test]
    async fn it_is_opened_once_and_again_only_where_it_broke() {
        let within = Duration::from_secs(5);
        let session = Session::new(Server::default(), Some(within));
        let first = session.open(within).await.unwrap();
        let second = session.open(within).await.unwrap();
        assert!(Arc::ptr_eq(&first.port, &second.port));
        assert_eq!(second.call_timeout(), Some(within));
        first.port.open.store(false, Ordering::Relaxed);
        let third = session.open(within).await.unwrap();
        assert!(!Arc::ptr_eq(&first.port, &third.port));
        let server = &session.connector;
        assert_eq!(server.opened.load(Ordering::Relaxed), 2);
        session.close(within).await;
        assert_eq!(server.closed.load(Ordering::Relaxed), 1);
        assert_eq!(server.finished.load(Ordering::Relaxed), 1);
        let ended = session.open(within).await.map(drop);
        assert_eq!(ended.unwrap_err().code(), "mcp_connection_closed");
        assert_eq!(server.opened.load(Ordering::Relaxed), 2);
    }
}
