//! Every case over Streamable HTTP: one server and one session of each kind answer them as a process of their own does.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cmec_executor::ports::mcp::http::HttpServer;
use cmec_executor::ports::one_c::{OneC, OneCConnector, SharedOneC};
use cmec_executor::{Locale, RunContext};
use serde_json::Value;

use crate::asked::Asked;
use crate::case::Case;
use crate::codecs::{KINDS, TRACE, alike};
use crate::common::ask::ask;
use crate::common::demo::Demo;
use crate::oracle::Oracle;

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn each_case_is_answered_alike_over_http_by_every_kind_of_server() {
    let oracle = Oracle::new().await;
    let cases = Case::all();
    let by_process = |case| Asked::with(case, &oracle.path, &["--trace-id", TRACE]).response;
    let expected: Vec<Value> = cases.iter().map(|case| alike(by_process(case))).collect();
    for kind in KINDS {
        let (_demo, port) = session(kind, &oracle.path, &[]).await;
        for (case, expected) in cases.iter().zip(&expected) {
            let answer = match case.fault() {
                None => answer(&port, case).await,
                // A fault is the server's from its start, after so many calls.
                Some((fault, after)) => {
                    let switches = ["--fault", fault, "--fault-after", after];
                    let (_demo, port) = session(kind, &oracle.path, &switches).await;
                    answer(&port, case).await
                }
            };
            assert_eq!(&alike(answer), expected, "{} over {kind}", case.name);
        }
    }
}

/// A server of a kind over a ledger, and a session with it.
async fn session(kind: &str, ledger: &Path, switches: &[&str]) -> (Demo, Arc<dyn OneC>) {
    let ledger = ledger.to_str().unwrap();
    let demo = Demo::start(&[&["--codec", kind, "--ledger", ledger], switches].concat());
    let server = HttpServer::new(&demo.url, None).unwrap();
    let port = server.open(LONG).await.unwrap();
    (demo, port)
}

async fn answer(port: &Arc<dyn OneC>, case: &Case) -> Value {
    let run = RunContext {
        trace_id: TRACE,
        locale: Locale::Ru,
        timeout: LONG,
        ignored: &[],
        total: false,
    };
    let response = ask(
        &SharedOneC(Arc::clone(port)),
        case.says("intent"),
        run,
        None,
    )
    .await;
    serde_json::to_value(response).unwrap()
}
