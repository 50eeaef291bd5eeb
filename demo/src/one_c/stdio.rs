//! The server over standard input and output, with the faults of that connection.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::io::stdio_pipes;
use tokio::io::AsyncWrite;
use tokio::time::{Interval, interval};

use super::fault::Fault;
use super::server::{DemoError, DemoServer, FAULT_EXIT_STATUS, Options};

/// The delay between two bytes of a slow answer.
const DRIP: Duration = Duration::from_millis(100);

/// Bytes of an answer before the connection breaks.
const BEGINNING: usize = 24;

/// Serves until the input is closed; reports events on standard error.
///
/// # Errors
/// If the ledger cannot be opened, the handshake fails, or a fault ends the process first.
pub(super) async fn serve_stdio(options: &Options) -> Result<(), DemoError> {
    if options.fault == Some(Fault::ExitBeforeHandshake) {
        return Err(DemoError::ExitBeforeHandshake);
    }
    let server = DemoServer::open(options).await?;
    let (input, output) = stdio_pipes();
    let output = Spoilt {
        inner: output,
        fault: options.fault,
        begun: server.connection_fault(),
        clock: interval(DRIP),
        written: 0,
    };
    let running = match server.serve((input, output)).await {
        Ok(running) => running,
        // A client that disconnects silently is no failure.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Box::new(error).into()),
    };
    running.waiting().await?;
    Ok(())
}

/// An output that fails once the fault has begun.
struct Spoilt<W> {
    inner: W,
    fault: Option<Fault>,
    /// True once the call with the faulty answer has arrived.
    begun: Arc<AtomicBool>,
    clock: Interval,
    /// Bytes written since then.
    written: usize,
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Spoilt<W> {
    #[allow(
        clippy::disallowed_methods,
        reason = "the fault to show is a server that dies"
    )]
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let begun = self.begun.load(Ordering::Acquire);
        let most = match self.fault.filter(|_| begun) {
            Some(Fault::Drip) => {
                ready!(self.clock.poll_tick(context));
                1
            }
            Some(Fault::CutOff) => match BEGINNING.checked_sub(self.written) {
                None | Some(0) => std::process::exit(FAULT_EXIT_STATUS),
                Some(left) => left,
            },
            _ => bytes.len(),
        };
        let part = bytes.get(..most).unwrap_or(bytes);
        let written = ready!(Pin::new(&mut self.inner).poll_write(context, part))?;
        if begun {
            self.written = self.written.saturating_add(written);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
