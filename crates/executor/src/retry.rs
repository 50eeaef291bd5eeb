//! One read through the port: a deadline on every call, one retry where the failure may pass.

use std::time::{Duration, Instant};

use crate::ports::one_c::{OneC, PortError, QueryCall, RawRows};

/// Longest wait for one call; the whole answer has a deadline of its own.
const CALL_CEILING: Duration = Duration::from_secs(15);

/// Calls a query, which only reads; a failure that may pass is met with one more call while there is time.
pub(crate) async fn read<P: OneC>(
    port: &P,
    call: &QueryCall<'_>,
    deadline: Instant,
) -> Result<RawRows, PortError> {
    let started = Instant::now();
    // The first attempt leaves time for the second.
    let half = started + deadline.saturating_duration_since(started) / 2;
    let first = attempt(port, call, half).await;
    match first {
        Err(error) if error.is_passing() && Instant::now() < deadline => {
            tracing::debug!(%error, query = call.name(), "read again");
            match attempt(port, call, deadline).await {
                // Both attempts together are what was waited.
                Err(PortError::Timeout(_)) => Err(PortError::Timeout(started.elapsed())),
                other => other,
            }
        }
        other => other,
    }
}

async fn attempt<P: OneC>(
    port: &P,
    call: &QueryCall<'_>,
    deadline: Instant,
) -> Result<RawRows, PortError> {
    let left = deadline.saturating_duration_since(Instant::now());
    let within = left.min(CALL_CEILING);
    if within.is_zero() {
        return Err(PortError::Timeout(Duration::ZERO));
    }
    // The port keeps the time itself; this holds it also against a port that does not.
    tokio::time::timeout(within, port.query(call, within))
        .await
        .unwrap_or(Err(PortError::Timeout(within)))
}
