//! A question asked of a server in a runtime of its own, and what is left in the runtime afterwards.

use std::time::{Duration, Instant};

use cmec_executor::ports::one_c::OneCConnector;
use cmec_executor::{Locale, RunContext};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::common::BALANCE;
use crate::common::ask;

/// Longest time an answer may take beyond its deadline, and what it started to end, on a busy machine.
pub(crate) const SLACK: Duration = Duration::from_secs(10);

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// An answer, and how long it took.
pub(crate) struct Answer {
    pub(crate) response: Value,
    pub(crate) took: Duration,
}

/// A runtime that one question has to itself.
pub(crate) fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

/// Asks for the balance; panics where a task is left when all is over.
pub(crate) fn ask<O: OneCConnector>(server: &O, timeout: Duration) -> Answer {
    let runtime = runtime();
    let answer = runtime.block_on(balance(server, timeout));
    let since = Instant::now();
    runtime.block_on(async {
        while runtime.metrics().num_alive_tasks() > 0 {
            assert!(since.elapsed() < SLACK, "a task is left");
            tokio::task::yield_now().await;
        }
    });
    answer
}

/// Asks for the balance in the runtime at hand.
pub(crate) async fn balance<O: OneCConnector>(server: &O, timeout: Duration) -> Answer {
    let run = RunContext {
        trace_id: TRACE,
        locale: Locale::En,
        timeout,
        ignored: &[],
        total: false,
    };
    let started = Instant::now();
    let response = ask::ask(server, BALANCE, run, None).await;
    Answer {
        took: started.elapsed(),
        response: serde_json::to_value(response).unwrap(),
    }
}
