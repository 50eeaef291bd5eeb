//! A server's standard output that ends at a line that is too long; the SDK would drop the line and wait for another.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// Length limit of a line, in bytes. The SDK has the same limit for lines and for HTTP events.
pub(super) const LINE_BYTES: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct BoundedLines<R> {
    output: R,
    /// Bytes of the current line so far.
    line: usize,
    /// True once a line was too long.
    pub(super) is_cut_off: Arc<AtomicBool>,
}

impl<R> BoundedLines<R> {
    pub(super) fn new(output: R) -> Self {
        Self {
            output,
            line: 0,
            is_cut_off: Arc::default(),
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for BoundedLines<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut own.output).poll_read(context, buffer))?;
        let read = buffer.filled().get(before..).unwrap_or_default();
        for (index, part) in read.split(|byte| *byte == b'\n').enumerate() {
            let so_far = if index == 0 { own.line } else { 0 };
            own.line = so_far.saturating_add(part.len());
            if own.line >= LINE_BYTES {
                own.is_cut_off.store(true, Ordering::Relaxed);
            }
        }
        if own.is_cut_off.load(Ordering::Relaxed) {
            buffer.set_filled(before);
        }
        Poll::Ready(Ok(()))
    }
}
