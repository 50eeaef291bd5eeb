//! The faults, each over both forms of answers and each transport.

use std::time::{Duration, Instant};

use cmec_executor::ports::mcp::http::HttpServer;
use cmec_executor::ports::mcp::stdio::{ServerLog, StdioServer};
use serde_json::{Value, json};

use crate::asking::{Answer, SLACK, ask};
use crate::common::demo::Demo;

/// Kinds of servers.
pub(crate) const KINDS: [&str; 2] = ["roctup-json", "roctup-toon"];

/// How long an answer may take where it waits for its deadline, and where it does not.
const SHORT: Duration = Duration::from_millis(1500);
const LONG: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transport {
    Stdio,
    Http,
}

/// What comes of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// No facts, for this reason.
    Limited(&'static str),
    /// The facts that there are without the fault.
    Facts,
    /// The same without the day of the last posting.
    UndatedFacts,
    /// The first rows, with a limitation that says what is wrong with them.
    FirstFacts(usize, &'static [&'static str]),
    /// The same, but for the cursor, which knows a row by its references.
    FactsByName,
}

use Outcome::{Facts, FactsByName, FirstFacts, Limited, UndatedFacts};
use Transport::{Http, Stdio};

const CLOSED: Outcome = Limited("mcp_connection_closed");
const LATE: Outcome = Limited("mcp_timeout");
const REFUSED: Outcome = Limited("mcp_query_refused");
const MALFORMED: Outcome = Limited("mcp_answer_malformed");
/// Of four rows that were asked for two came twice.
const TWICE: Outcome = FirstFacts(2, &["rows_repeated_by_server: 2"]);
/// The totals as well.
const CUT: Outcome = FirstFacts(2, &["rows_cut_by_server: 2", "totals_cut_by_server"]);
const MISCOUNTED: Outcome = FirstFacts(3, &["rows_miscounted_by_server: 0 told, 4 given"]);

/// Each fault, the calls it spares, and what comes of it over standard input and output and over HTTP; `None`: that
/// transport has no such thing. The question makes three calls: a lookup, rows, totals.
const FAULTS: &[(&str, &str, Option<Outcome>, Option<Outcome>)] = &[
    // Disconnect before, during and after.
    (
        "exit-before-handshake",
        "0",
        Some(Limited("mcp_unreachable")),
        None,
    ),
    ("exit-in-call", "0", Some(CLOSED), Some(CLOSED)),
    ("exit-in-call", "2", Some(CLOSED), Some(CLOSED)),
    // The day of the last posting comes last, and is nothing to fail for.
    ("exit-in-call", "3", Some(UndatedFacts), Some(UndatedFacts)),
    ("exit-in-call", "4", Some(Facts), Some(Facts)),
    ("cut-off", "0", Some(CLOSED), Some(CLOSED)),
    ("cut-off", "1", Some(CLOSED), Some(CLOSED)),
    // Time.
    ("hang", "0", Some(LATE), Some(LATE)),
    ("hang", "2", Some(LATE), Some(LATE)),
    ("drip", "0", Some(LATE), Some(LATE)),
    ("drip", "2", Some(LATE), Some(LATE)),
    // Errors.
    ("error", "0", Some(REFUSED), Some(REFUSED)),
    ("error", "1", Some(REFUSED), Some(REFUSED)),
    ("refuse", "0", Some(REFUSED), Some(REFUSED)),
    ("refuse", "2", Some(REFUSED), Some(REFUSED)),
    // Sessions and statuses.
    ("session-lost", "0", None, Some(Facts)),
    ("session-lost", "1", None, Some(Facts)),
    (
        "sessions-lost",
        "0",
        None,
        Some(Limited("mcp_session_lost")),
    ),
    ("not-acceptable", "0", None, Some(Limited("mcp_status"))),
    ("busy-once", "0", None, Some(Facts)),
    ("busy-once", "2", None, Some(Facts)),
    ("busy", "0", None, Some(Limited("mcp_busy"))),
    ("unavailable", "1", None, Some(Limited("mcp_busy"))),
    ("forbidden", "0", None, Some(Limited("mcp_forbidden"))),
    ("moved", "0", None, Some(Limited("mcp_moved"))),
    // Another process starts as late as the one before.
    (
        "starts-late",
        "0",
        Some(Limited("mcp_starting")),
        Some(Facts),
    ),
    // Answers.
    (
        "schema-drift",
        "0",
        Some(Limited("mcp_tool_schema_drift")),
        Some(Limited("mcp_tool_schema_drift")),
    ),
    ("not-json", "0", Some(MALFORMED), Some(MALFORMED)),
    ("not-json", "1", Some(MALFORMED), Some(MALFORMED)),
    ("wrong-shape", "0", Some(MALFORMED), Some(MALFORMED)),
    ("wrong-shape", "1", Some(MALFORMED), Some(MALFORMED)),
    ("oversize", "0", Some(MALFORMED), Some(CLOSED)),
    ("wrong-types", "0", Some(MALFORMED), Some(MALFORMED)),
    (
        "wrong-types",
        "1",
        Some(Limited("raw_rows_received_but_not_materialized")),
        Some(Limited("raw_rows_received_but_not_materialized")),
    ),
    // An account is known by its code.
    ("bare-references", "0", Some(FactsByName), Some(FactsByName)),
    ("duplicate-rows", "0", Some(TWICE), Some(TWICE)),
    ("cut-rows", "0", Some(CUT), Some(CUT)),
    ("miscount", "0", Some(MISCOUNTED), Some(MISCOUNTED)),
];

#[test]
fn every_fault_over_every_kind_of_server_and_transport() {
    std::thread::scope(|scope| {
        for transport in [Stdio, Http] {
            for kind in KINDS {
                scope.spawn(move || each_fault(kind, transport));
            }
        }
    });
    let since = Instant::now();
    while let Some(left) = server_processes().first() {
        assert!(since.elapsed() < SLACK, "process {left} is left");
        std::thread::yield_now();
    }
}

/// Servers that run as children of this process.
fn server_processes() -> Vec<u32> {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let process: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let says = |key: &str| {
            Some(
                status
                    .lines()
                    .find_map(|line| line.strip_prefix(key))?
                    .trim(),
            )
        };
        // One that ended and was not waited for is no server any more.
        let is_left =
            says("PPid:")? == own && says("Name:")? == "cmec" && !says("State:")?.starts_with('Z');
        is_left.then_some(process)
    });
    processes.collect()
}

fn each_fault(kind: &str, transport: Transport) {
    let whole = asked(kind, transport, &[], LONG).response;
    assert_eq!(whole["returned"], 3, "{kind} {transport:?}: {whole}");
    for (fault, spared, stdio, http) in FAULTS {
        let outcome = match transport {
            Stdio => stdio,
            Http => http,
        };
        let Some(outcome) = outcome else {
            continue;
        };
        let timeout = if *outcome == LATE { SHORT } else { LONG };
        let arguments = ["--fault", fault, "--fault-after", spared];
        let answer = asked(kind, transport, &arguments, timeout);
        let what = format!(
            "{fault} after {spared}, {kind} {transport:?}: {}",
            answer.response
        );
        assert!(answer.took < timeout + SLACK, "{what}: {:?}", answer.took);
        held(&answer.response, &whole, *outcome, &what);
    }
}

fn held(response: &Value, whole: &Value, outcome: Outcome, what: &str) {
    match outcome {
        Limited(reason) => {
            assert_eq!(response["response_type"], "LIMITED_WITH_REASON", "{what}");
            assert_eq!(response["reasons"], json!([reason]), "{what}");
            assert_eq!(response["rows"], json!([]), "{what}");
            if reason.starts_with("mcp_") {
                assert_eq!(
                    response["limited_reason_category"], "execution_error",
                    "{what}"
                );
            }
        }
        Facts => assert_eq!(response, whole, "{what}"),
        UndatedFacts => {
            assert_eq!(response["rows"], whole["rows"], "{what}");
            let summary = response["summary"].as_str().unwrap();
            let dated = format!("{summary}; data through 2026-09-30");
            assert_eq!(whole["summary"], dated, "{what}");
            assert_eq!(response["data_through"], Value::Null, "{what}");
        }
        FactsByName => {
            let mut whole = whole.clone();
            whole["next_cursor"] = response["next_cursor"].clone();
            // An account is known by its code where its reference is only a name.
            whole["anchors"][0]["element"] = response["anchors"][0]["element"].clone();
            assert_eq!(*response, whole, "{what}");
        }
        FirstFacts(count, said) => {
            let rows = response["rows"].as_array().unwrap();
            let first = &whole["rows"].as_array().unwrap()[..count];
            assert_eq!(rows[..], *first, "{what}");
            assert_eq!(response["truncated"], true, "{what}");
            let limitations = response["limitations"].as_array().unwrap();
            for limitation in said {
                assert!(limitations.contains(&json!(limitation)), "{what}");
            }
            // Totals over a part of the rows are left out.
            let is_cut = said.contains(&"totals_cut_by_server");
            assert_eq!(response["summary"] != whole["summary"], is_cut, "{what}");
        }
    }
}

/// Asks a server of a kind over a transport, with these switches.
fn asked(kind: &str, transport: Transport, switches: &[&str], timeout: Duration) -> Answer {
    let arguments = [&["--codec", kind], switches].concat();
    match transport {
        Stdio => {
            let server = StdioServer {
                program: env!("CARGO_BIN_EXE_cmec").into(),
                arguments: ["demo-1c"]
                    .iter()
                    .chain(&arguments)
                    .map(Into::into)
                    .collect(),
                log: ServerLog::Traced,
            };
            ask(&server, timeout)
        }
        Http => {
            let demo = Demo::start(&arguments);
            ask(&HttpServer::new(&demo.url, None).unwrap(), timeout)
        }
    }
}
