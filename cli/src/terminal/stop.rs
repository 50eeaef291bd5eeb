//! Handles termination signals: the session with the server is closed first, and its process is awaited.
//!
//! A command that waits for input or its server notices the signal and ends by itself. A command blocked in a write
//! does not, so this thread also closes the session and then ends the process.

use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;
use std::{io, process, thread};

use cmec_executor::ports::session::Session;
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::time;

use crate::terminal::exit::CliError;

/// Time limit for ending the session, as long as the last question had that much time left.
pub(crate) const FAREWELL: Duration = Duration::from_secs(7);

/// The time that the command needs to end after the signal.
const GRACE: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<Option<u8>>);

impl Stop {
    /// The listener of the process. The first use takes over the signals.
    fn listener() -> Result<Self, CliError> {
        static LISTENER: OnceLock<Result<Stop, String>> = OnceLock::new();
        let listener = LISTENER.get_or_init(|| listen().map_err(|error| error.to_string()));
        listener.clone().map_err(CliError::failed)
    }

    /// Waits for a signal and returns its number.
    pub(crate) async fn told(&mut self) -> u8 {
        let number = self.0.wait_for(Option::is_some).await.map(|own| *own);
        match number {
            Ok(number) => number.unwrap_or_default(),
            // The listener is gone, so no signal will come.
            Err(_) => std::future::pending().await,
        }
    }
}

/// Listens for signals on a thread of its own. That thread ends the process if the command does not, because other
/// threads may be blocked forever.
fn listen() -> io::Result<Stop> {
    let (tell, told) = watch::channel(None);
    let (begin, begun) = mpsc::channel();
    let listening = async move |begin: &mpsc::Sender<io::Result<()>>| {
        let mut signals = signals::Signals::new()?;
        let _ = begin.send(Ok(()));
        let number = signals.next().await;
        let _ = tell.send(Some(number));
        // A second signal ends the process at once.
        tokio::select! {
            () = time::sleep(FAREWELL + GRACE) => {}
            _ = signals.next() => {}
        }
        end(number);
        Ok(())
    };
    thread::Builder::new().spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build();
        let heard = runtime.and_then(|runtime| runtime.block_on(listening(&begin)));
        let _ = heard.map_err(|error| begin.send(Err(error)));
    })?;
    begun.recv().map_err(io::Error::other)??;
    Ok(Stop(told))
}

#[allow(
    clippy::disallowed_methods,
    reason = "the command itself stands in a call that does not end"
)]
fn end(number: u8) {
    process::exit(128 + i32::from(number));
}

/// From now on, a signal ends the session first.
pub(crate) fn watch(session: Arc<Session>) -> Result<Stop, CliError> {
    let stop = Stop::listener()?;
    let mut own = stop.clone();
    tokio::spawn(async move {
        let number = own.told().await;
        session.close(FAREWELL).await;
        time::sleep(GRACE).await;
        end(number);
    });
    Ok(stop)
}

/// Runs work that leaves nothing behind, unless a signal ends it.
pub(crate) async fn unless_told<T>(
    work: impl Future<Output = Result<T, CliError>>,
) -> Result<T, CliError> {
    let mut stop = Stop::listener()?;
    tokio::select! {
        done = work => done,
        number = stop.told() => Err(CliError::stopped(number)),
    }
}

#[cfg(unix)]
mod signals {
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

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

        /// The number of the next signal.
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

    /// The interrupt key.
    pub(super) struct Signals;

    impl Signals {
        pub(super) fn new() -> io::Result<Self> {
            Ok(Self)
        }

        /// The next interrupt, with its Unix signal number.
        pub(super) async fn next(&mut self) -> u8 {
            let _ = tokio::signal::ctrl_c().await;
            2
        }
    }
}
