//! Many runs at once on one session, over both transports: each gets its own answer, within its own deadline.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use cmec_executor::ports::mcp::http::HttpServer;
use cmec_executor::ports::mcp::stdio::{ServerLog, StdioServer};
use cmec_executor::ports::one_c::{OneC, OneCConnector, SharedOneC};
use cmec_executor::{Locale, Response, RunContext};
use common::ask::ask;
use common::demo::Demo;
use common::{BALANCE, names};
use serde_json::json;
use tokio::task::JoinSet;

/// Runs at once.
const RUNS: usize = 64;
/// A time that no answer needs, on a busy machine either.
const LONG: Duration = Duration::from_secs(60);
/// A time in which the slow server answers nothing.
const SHORT: Duration = Duration::from_millis(100);

/// A session over each transport with a server that has these switches.
async fn sessions(switches: &[&str]) -> [(Option<Demo>, Arc<dyn OneC>); 2] {
    let demo = Demo::start(switches);
    let http = HttpServer::new(&demo.url, None).unwrap();
    let stdio = StdioServer {
        program: env!("CARGO_BIN_EXE_cmec").into(),
        arguments: [&["demo-1c"], switches]
            .concat()
            .iter()
            .map(Into::into)
            .collect(),
        log: ServerLog::Traced,
    };
    [
        (Some(demo), http.open(LONG).await.unwrap()),
        (None, stdio.open(LONG).await.unwrap()),
    ]
}

/// Each run asks for another number of rows, so an answer in the wrong place would show.
#[tokio::test]
async fn sixty_four_runs_share_a_session() {
    for kind in ["roctup-json", "roctup-toon"] {
        for (_demo, port) in sessions(&["--delay-ms", "20", "--codec", kind]).await {
            let mut runs = JoinSet::new();
            for limit in 1..=RUNS {
                let port = Arc::clone(&port);
                runs.spawn(async move { (limit, timed(&port, &documents(), limit, LONG).await.0) });
            }
            for (limit, answer) in runs.join_all().await {
                assert_eq!(answer.returned, limit, "{kind}: {answer:?}");
            }
        }
    }
}

/// The runs that have no time end before the first one that has it, which all the same are answered, each as it asked.
#[tokio::test]
async fn each_run_keeps_its_own_deadline() {
    for (_demo, port) in sessions(&["--delay-ms", "400"]).await {
        let mut runs = JoinSet::new();
        for limit in 1..=RUNS {
            let port = Arc::clone(&port);
            let timeout = if limit % 2 == 0 { LONG } else { SHORT };
            runs.spawn(async move { (limit, timed(&port, BALANCE, limit, timeout).await) });
        }
        let (mut latest_short, mut earliest_long) = (Duration::ZERO, LONG);
        for (limit, (answer, took)) in runs.join_all().await {
            if limit % 2 == 0 {
                assert_eq!(answer.returned, limit, "{answer:?}");
                earliest_long = earliest_long.min(took);
            } else {
                assert_eq!(answer.reasons, ["mcp_timeout"], "{answer:?}");
                latest_short = latest_short.max(took);
            }
        }
        assert!(
            latest_short < earliest_long,
            "{latest_short:?} {earliest_long:?}"
        );
        // Answers that nobody waited for are in nobody's way.
        assert_eq!(timed(&port, BALANCE, 3, LONG).await.0.returned, 3);
    }
}

/// A question that costs the server little.
fn documents() -> String {
    let party = json!({"f": "F301", "op": "EQ", "v": names::BUSY});
    json!({"s": "IS", "tg": ["document"], "C": {"flt": [party], "pg": {"lim": 3}}}).to_string()
}

/// The answer with so many rows, and how long it took.
async fn timed(
    port: &Arc<dyn OneC>,
    question: &str,
    limit: usize,
    timeout: Duration,
) -> (Response, Duration) {
    let text = question.replace("\"lim\":3", &format!("\"lim\":{limit}"));
    let run = RunContext {
        trace_id: "t",
        locale: Locale::Ru,
        timeout,
        ignored: &[],
        total: false,
    };
    let started = Instant::now();
    let response = ask(&SharedOneC(Arc::clone(port)), &text, run, None).await;
    (response, started.elapsed())
}
