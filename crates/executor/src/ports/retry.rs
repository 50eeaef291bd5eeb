//! One read through the port: a deadline on every call, one retry where the failure may pass.
//!
//! A call may take all the time that the answer has left, or what the port says of one call where that is less. What is
//! made once more, while there is time: a call that ran out of its own time, and one whose session was forgotten. A server
//! that closed the connection is not asked again: a query that a server died of is not sent twice.

use std::time::{Duration, Instant};

use crate::ports::one_c::{OneC, PortError, QueryCall};
use crate::ports::raw_row::RawRows;

/// Calls a query, which only reads; a failure that may pass is retried once while there is time.
pub(crate) async fn read<P: OneC>(
    port: &P,
    call: &QueryCall<'_>,
    deadline: Instant,
) -> Result<RawRows, PortError> {
    let started = Instant::now();
    let first = attempt(port, call, deadline).await;
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
    let within = port.call_timeout().map_or(left, |most| most.min(left));
    if within.is_zero() {
        return Err(PortError::Timeout(Duration::ZERO));
    }
    // The port keeps the time itself; this holds it also against a port that does not.
    tokio::time::timeout(within, port.query(call, within))
        .await
        .unwrap_or(Err(PortError::Timeout(within)))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::catalogue::{RowShape, Template};

    /// Outcome of a call; nothing for one that is never answered.
    type Answer = Option<Result<RawRows, PortError>>;

    /// A port whose calls come to these, one after the other; the last one stays.
    struct Scripted {
        call_timeout: Option<Duration>,
        answers: Vec<Answer>,
        calls: AtomicUsize,
    }

    impl OneC for Scripted {
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
            parameters: Vec::new().into(),
        }
    }

    #[tokio::test]
    async fn only_what_may_pass_is_read_again_and_once() {
        let within = Duration::from_millis(200);
        let template = template();
        let rows = || Some(Ok(RawRows::default()));
        let late = || Some(Err(PortError::Timeout(within)));
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
            let port = Scripted {
                call_timeout: Some(within / 2),
                answers,
                calls: AtomicUsize::new(0),
            };
            let call = QueryCall::of(&template, "", Vec::new(), 1);
            let started = Instant::now();
            let answer = read(&port, &call, started + within).await;
            assert_eq!(port.calls.into_inner(), calls, "{what}");
            assert_eq!(answer.err().map(|error| error.code()), expected, "{what}");
        }
    }

    /// A call may take all the time of the answer; where nothing says that it may not, it is made once.
    #[tokio::test]
    async fn a_call_has_the_time_of_the_answer_unless_it_is_given_less() {
        let within = Duration::from_millis(200);
        for (call_timeout, calls) in [(None, 1), (Some(within / 2), 2), (Some(within * 9), 1)] {
            let port = Scripted {
                call_timeout,
                answers: vec![None],
                calls: AtomicUsize::new(0),
            };
            let template = template();
            let call = QueryCall::of(&template, "", Vec::new(), 1);
            let started = Instant::now();
            let answer = read(&port, &call, started + within).await;
            assert!(matches!(answer, Err(PortError::Timeout(_))), "{answer:?}");
            assert!(started.elapsed() >= within, "{call_timeout:?}");
            assert_eq!(port.calls.into_inner(), calls, "{call_timeout:?}");
        }
    }

    #[tokio::test]
    async fn after_the_deadline_nothing_is_asked() {
        let port = Scripted {
            call_timeout: None,
            answers: vec![None],
            calls: AtomicUsize::new(0),
        };
        let template = template();
        let call = QueryCall::of(&template, "", Vec::new(), 1);
        let answer = read(&port, &call, Instant::now()).await;
        assert_eq!(answer.err(), Some(PortError::Timeout(Duration::ZERO)));
        assert_eq!(port.calls.into_inner(), 0);
    }
}
