//! A server that ends and another that takes its address: the session that was open goes on with the new one.

use std::sync::Arc;
use std::time::Duration;

use cmec_executor::ports::mcp::http::HttpServer;
use cmec_executor::ports::one_c::{OneCConnector, SharedOneC};
use serde_json::json;

use crate::asking::{balance, runtime};
use crate::common::demo::Demo;
use crate::faults::KINDS;

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_session_outlives_its_server() {
    for kind in KINDS {
        runtime().block_on(async {
            let demo = Demo::start(&["--codec", kind]);
            let url = demo.url.clone();
            let server = HttpServer::new(&url, None).unwrap();
            let port = server.open(LONG).await.unwrap();
            let before = balance(&SharedOneC(Arc::clone(&port)), LONG).await.response;
            assert_eq!(before["returned"], 3, "{kind} {before}");
            drop(demo);
            let gone = balance(&SharedOneC(Arc::clone(&port)), LONG).await.response;
            assert_eq!(
                gone["reasons"],
                json!(["mcp_connection_closed"]),
                "{kind} {gone}"
            );
            let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
            let again = Demo::start_at(address, &["--codec", kind]);
            let after = balance(&SharedOneC(Arc::clone(&port)), LONG).await.response;
            assert_eq!(after, before, "{kind}");
            drop(again);
        });
    }
}
