//! Deadlines and retries of the 1C port within one answer.
//!
//! A call may take the remaining time of the answer, or the port's own limit per call where that is shorter. Retries
//! happen only in the remaining time. A call that exceeded its own limit or lost its session is retried once. A busy or
//! starting server is retried twice, after the wait that it requests. A server that closed the connection is not called
//! again, so that a query that crashed it is not repeated.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::ports::one_c::{OneC, OneCConnector, PortError, QueryCall};
use crate::ports::raw_row::RawRows;

/// Wait before the first retry of a busy or starting server; it doubles for the next one.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// Maximum time for an optional call.
const ASIDE: Duration = Duration::from_secs(2);

/// The time limit of an answer and the number of its retries.
#[derive(Debug)]
pub struct Patience {
    since: Instant,
    deadline: Instant,
    retries: AtomicUsize,
}

impl Patience {
    /// The time from now to the deadline.
    #[must_use]
    pub fn until(deadline: Instant) -> Self {
        Self {
            since: Instant::now(),
            deadline,
            retries: AtomicUsize::new(0),
        }
    }

    /// Number of retries.
    #[must_use]
    pub fn retries(&self) -> usize {
        self.retries.load(Ordering::Relaxed)
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Waits until a failed call may be retried; returns the failure where it may not. `made` is the number of retries
    /// so far.
    async fn outlast(&self, failure: PortError, made: usize) -> Result<(), PortError> {
        let longer = if made == 0 {
            FIRST_WAIT
        } else {
            FIRST_WAIT * 2
        };
        let wait = match &failure {
            PortError::Busy { wait, .. } => longer.max(*wait),
            PortError::Starting(_) => longer,
            // Other failures need no wait.
            _ => Duration::ZERO,
        };
        if made >= failure.retries() || wait >= self.left() {
            return Err(match failure {
                // The total time is reported, since the last attempt alone would seem shorter than the limit.
                PortError::Timeout(_) => PortError::Timeout(self.since.elapsed()),
                failure => failure,
            });
        }
        tracing::debug!(error = %failure, "the 1C server is asked again");
        tokio::time::sleep(wait).await;
        self.retries.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// Opens the port, with retries.
pub(crate) async fn open(
    connector: &dyn OneCConnector,
    patience: &Patience,
) -> Result<Arc<dyn OneC>, PortError> {
    let mut made = 0;
    loop {
        let left = patience.left();
        let opened = tokio::time::timeout(left, connector.open(left)).await;
        match opened.unwrap_or(Err(PortError::Timeout(left))) {
            Err(failure) => patience.outlast(failure, made).await?,
            opened => return opened,
        }
        made = made.saturating_add(1);
    }
}

/// Runs a read-only query, with retries.
pub(crate) async fn read(
    port: &dyn OneC,
    call: &QueryCall<'_>,
    patience: &Patience,
) -> Result<RawRows, PortError> {
    let mut made = 0;
    loop {
        match attempt(port, call, patience.left()).await {
            Err(failure) => patience.outlast(failure, made).await?,
            rows => return rows,
        }
        made = made.saturating_add(1);
    }
}

/// Runs an optional query once, with a short time limit.
pub(crate) async fn read_aside(
    port: &dyn OneC,
    call: &QueryCall<'_>,
    patience: &Patience,
) -> Option<RawRows> {
    attempt(port, call, patience.left().min(ASIDE)).await.ok()
}

async fn attempt(
    port: &dyn OneC,
    call: &QueryCall<'_>,
    left: Duration,
) -> Result<RawRows, PortError> {
    let within = port.call_timeout().map_or(left, |most| most.min(left));
    if within.is_zero() {
        return Err(PortError::Timeout(within));
    }
    // The port has the limit, too; this one guards against a port that ignores it.
    tokio::time::timeout(within, port.query(call, within))
        .await
        .unwrap_or(Err(PortError::Timeout(within)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{RowShape, Template};

    /// The result of a call; `None` for a call that never returns.
    type Answer = Option<Result<RawRows, PortError>>;

    /// A port with scripted results, one per call; the last one repeats.
    #[derive(Debug)]
    struct ScriptedPort {
        call_timeout: Option<Duration>,
        answers: Vec<Answer>,
        calls: AtomicUsize,
    }

    #[async_trait::async_trait]
    impl OneC for ScriptedPort {
        fn row_cap(&self) -> u32 {
            1
        }

        fn call_timeout(&self) -> Option<Duration> {
            self.call_timeout
        }

        async fn query(&self, _: &QueryCall<'_>, _: Duration) -> Result<RawRows, PortError> {
            let call = self.calls.fetch_add(1, Ordering::Relaxed);
            match self.answers.get(call).or(self.answers.last()) {
                Some(Some(answer)) => answer.clone(),
                Some(None) | None => std::future::pending().await,
            }
        }
    }

    fn template() -> Template {
        Template {
            name: "rows".into(),
            rows: RowShape::Document,
            query: "".into(),
            query_asc: None,
            first: None,
            columns: Vec::new().into(),
            parameters: Vec::new().into(),
        }
    }

    #[tokio::test]
    async fn only_what_may_pass_is_read_again_and_so_often() {
        let within = Duration::from_millis(900);
        let template = template();
        let rows = || Some(Ok(RawRows::default()));
        let late = || Some(Err(PortError::Timeout(within)));
        let busy = |wait| Some(Err(PortError::Busy { status: 429, wait }));
        let starting = || Some(Err(PortError::Starting("no".to_owned())));
        let soon = Duration::ZERO;
        for (answers, calls, expected) in [
            (vec![rows()], 1, None),
            (vec![None, rows()], 2, None),
            (vec![late(), rows()], 2, None),
            (vec![None], 2, Some("mcp_timeout")),
            (vec![late(), late(), rows()], 2, Some("mcp_timeout")),
            (
                vec![Some(Err(PortError::Refused("no".to_owned()))), rows()],
                1,
                Some("mcp_query_refused"),
            ),
            (
                vec![Some(Err(PortError::Closed(String::new()))), rows()],
                1,
                Some("mcp_connection_closed"),
            ),
            (
                vec![Some(Err(PortError::Malformed("x".to_owned()))), rows()],
                1,
                Some("mcp_answer_malformed"),
            ),
            (vec![busy(soon), rows()], 2, None),
            (vec![busy(soon), starting(), rows()], 3, None),
            (vec![busy(soon)], 3, Some("mcp_busy")),
            (vec![starting()], 3, Some("mcp_starting")),
            (vec![busy(soon), late()], 2, Some("mcp_timeout")),
            // Not enough time is left for the wait.
            (vec![busy(within), rows()], 1, Some("mcp_busy")),
            (
                vec![Some(Err(PortError::Forbidden)), rows()],
                1,
                Some("mcp_forbidden"),
            ),
            (
                vec![Some(Err(PortError::Moved(307))), rows()],
                1,
                Some("mcp_moved"),
            ),
            (
                vec![Some(Err(PortError::Status(404))), rows()],
                1,
                Some("mcp_status"),
            ),
            (vec![Some(Err(PortError::SessionLost)), rows()], 2, None),
            (
                vec![Some(Err(PortError::SessionLost))],
                2,
                Some("mcp_session_lost"),
            ),
            (
                vec![None, Some(Err(PortError::Refused("no".to_owned())))],
                2,
                Some("mcp_query_refused"),
            ),
        ] {
            let what = format!("{answers:?}");
            let port = ScriptedPort {
                call_timeout: Some(within / 2),
                answers,
                calls: AtomicUsize::new(0),
            };
            let call = QueryCall::of(&template, "", Vec::new(), 1);
            let patience = Patience::until(Instant::now() + within);
            let answer = read(&port, &call, &patience).await;
            assert_eq!(port.calls.into_inner(), calls, "{what}");
            assert_eq!(patience.retries(), calls - 1, "{what}");
            assert_eq!(answer.err().map(|error| error.code()), expected, "{what}");
        }
    }

    /// Without a limit per call, a call may take the whole time of the answer and is made once.
    #[tokio::test]
    async fn a_call_has_the_time_of_the_answer_unless_it_is_given_less() {
        let within = Duration::from_millis(200);
        for (call_timeout, calls) in [(None, 1), (Some(within / 2), 2), (Some(within * 9), 1)] {
            let port = ScriptedPort {
                call_timeout,
                answers: vec![None],
                calls: AtomicUsize::new(0),
            };
            let template = template();
            let call = QueryCall::of(&template, "", Vec::new(), 1);
            let started = Instant::now();
            let answer = read(&port, &call, &Patience::until(started + within)).await;
            // The reported wait covers both calls.
            let waited = matches!(answer, Err(PortError::Timeout(waited)) if waited > within / 2);
            assert!(waited, "{answer:?}");
            assert!(started.elapsed() >= within, "{call_timeout:?}");
            assert_eq!(port.calls.into_inner(), calls, "{call_timeout:?}");
        }
    }

    #[tokio::test]
    async fn after_the_deadline_nothing_is_asked() {
        let port = ScriptedPort {
            call_timeout: None,
            answers: vec![None],
            calls: AtomicUsize::new(0),
        };
        let template = template();
        let call = QueryCall::of(&template, "", Vec::new(), 1);
        let answer = read(&port, &call, &Patience::until(Instant::now())).await;
        assert!(matches!(answer, Err(PortError::Timeout(_))), "{answer:?}");
        assert_eq!(port.calls.into_inner(), 0);
    }
}
