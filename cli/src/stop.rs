//! The end that a signal asks for: the session with the server is closed first, its process waited for.
//!
//! The command that waits for its input or its server hears of the signal and ends by itself. One that stands in a write
//! which nobody reads does not, so the session is closed from here as well, and then the process is ended.

use std::sync::Arc;
use std::time::Duration;

use cmec_executor::ports::one_c::OneCConnector;
use cmec_executor::ports::session::Session;
use tokio::sync::watch;
use tokio::time;

use crate::exit::Failure;

/// Longest time for ending the session: a process that ignores the end of its input is given three seconds by the SDK,
/// then a signal and three more, then it is killed.
pub(crate) const FAREWELL: Duration = Duration::from_secs(7);

/// What the command itself needs to end once it has heard.
const GRACE: Duration = Duration::from_secs(1);

/// Hears of the signal.
pub(crate) struct Stop(watch::Receiver<Option<u8>>);

impl Stop {
    /// Waits for the signal; its number.
    pub(crate) async fn told(&mut self) -> u8 {
        match self.0.wait_for(Option::is_some).await {
            Ok(number) => (*number).unwrap_or_default(),
            // Nobody is left to tell.
            Err(_) => std::future::pending().await,
        }
    }
}

/// From now on signals that end a process end the session first.
#[allow(
    clippy::disallowed_methods,
    reason = "the command itself stands in a write that nobody reads"
)]
pub(crate) fn watch<C>(session: Arc<Session<C>>) -> Result<Stop, Failure>
where
    C: OneCConnector + Send + Sync + 'static,
    C::Port: Send + Sync,
{
    let mut signals = signals::Signals::new().map_err(Failure::failed)?;
    let (tell, told) = watch::channel(None);
    tokio::spawn(async move {
        let number = signals.next().await;
        let _ = tell.send(Some(number));
        // Who asks twice does not want to wait.
        tokio::select! {
            () = session.close(FAREWELL) => time::sleep(GRACE).await,
            _ = signals.next() => {}
        }
        std::process::exit(128 + i32::from(number));
    });
    Ok(Stop(told))
}

/// Does work that leaves nothing behind, unless a signal ends it.
pub(crate) async fn unless_told<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let mut signals = signals::Signals::new().map_err(Failure::failed)?;
    tokio::select! {
        done = work => done,
        number = signals.next() => Err(Failure::stopped(number)),
    }
}

#[cfg(unix)]
mod signals {
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// The signals that ask a process to end.
    pub(super) struct Signals {
        terminate: Signal,
        interrupt: Signal,
        hang_up: Signal,
    }

    impl Signals {
        pub(super) fn new() -> io::Result<Self> {
            Ok(Self {
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
                hang_up: signal(SignalKind::hangup())?,
            })
        }

        /// The next one; its number.
        pub(super) async fn next(&mut self) -> u8 {
            tokio::select! {
                _ = self.terminate.recv() => 15,
                _ = self.interrupt.recv() => 2,
                _ = self.hang_up.recv() => 1,
            }
        }
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;

    /// The key that ends a process.
    pub(super) struct Signals;

    impl Signals {
        pub(super) fn new() -> io::Result<Self> {
            Ok(Self)
        }

        /// The next one; the number that it has elsewhere.
        pub(super) async fn next(&mut self) -> u8 {
            let _ = tokio::signal::ctrl_c().await;
            2
        }
    }
}
