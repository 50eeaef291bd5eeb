//! Servers over HTTP that are none: what they say is shown without the secret, and what they keep back is not waited for.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::{BALANCE, answer, cmec, feed, run};
use serde_json::{Value, json};

/// A request: its method, its lines, its body.
struct Request {
    method: String,
    head: String,
    body: Value,
}

/// Serves every request by a function; the methods of all requests so far.
fn serve(reply: fn(&Request) -> String) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let methods = Arc::clone(&seen);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let methods = Arc::clone(&methods);
            std::thread::spawn(move || converse(stream.unwrap(), reply, &methods));
        }
    });
    (url, seen)
}

fn converse(mut stream: TcpStream, reply: fn(&Request) -> String, seen: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let head = head.to_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let request = Request {
        method: head.split(' ').next().unwrap().to_owned(),
        body: serde_json::from_slice(&body).unwrap_or_default(),
        head,
    };
    seen.lock().unwrap().push(request.method.clone());
    let _ = stream.write_all(reply(&request).as_bytes());
}

fn http(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
}

fn json_answer(headers: &str, body: &Value) -> String {
    let headers = format!("Content-Type: application/json\r\n{headers}");
    http("200 OK", &headers, &body.to_string())
}

fn initialized(request: &Request) -> String {
    let result = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "x", "version": "1"},
    });
    let body = json!({"jsonrpc": "2.0", "id": request.body["id"], "result": result});
    json_answer("Mcp-Session-Id: s-1\r\n", &body)
}

/// A server that repeats what it was told, in an error of the protocol.
fn repeats(request: &Request) -> String {
    let told = request
        .head
        .lines()
        .find_map(|line| line.strip_prefix("authorization: "))
        .unwrap_or_default();
    let error = json!({"code": -32000, "message": format!("bad credential «{told}» rejected")});
    match request.body["method"].as_str() {
        Some("initialize") => json_answer(
            "",
            &json!({"jsonrpc": "2.0", "id": request.body["id"], "error": error}),
        ),
        _ => http("404 Not Found", "", ""),
    }
}

#[test]
fn a_secret_that_a_server_repeats_is_masked() {
    let (url, _) = serve(repeats);
    // The server of the test has its headers in lower case.
    let secret = "qu1et-t0ken-of-nobody";
    let folder = tempfile::tempdir().unwrap();
    let debug = folder.path().join("debug");
    let mut command = cmec(&[
        "run",
        "--domain",
        "address",
        "--mcp-url",
        &url,
        "--mcp-token-env",
        "QUIET",
        "--debug-out",
        debug.to_str().unwrap(),
    ]);
    command.env("QUIET", secret);
    let output = feed(command, BALANCE);
    let (exit, value, stderr) = answer(&output);
    assert_eq!(exit, 5, "{value}");
    let said = format!("{value}{stderr}{}", std::fs::read_to_string(debug).unwrap());
    assert!(said.contains("bad credential"), "{said}");
    assert!(!said.contains(secret), "{said}");
}

/// A server that begins a stream, ends it, and knows of no session when it is asked for the rest.
fn forgets(request: &Request) -> String {
    match (request.method.as_str(), request.body["method"].as_str()) {
        ("get", _) if request.head.contains("last-event-id") => http("404 Not Found", "", ""),
        ("get", _) => http("405 Method Not Allowed", "", ""),
        ("post", Some("initialize")) => initialized(request),
        ("post", Some("tools/list")) => http(
            "200 OK",
            "Content-Type: text/event-stream\r\n",
            "id: 1\nretry: 10\ndata:\n\n",
        ),
        ("post", Some("server/discover")) => http("404 Not Found", "", ""),
        _ => http("202 Accepted", "", ""),
    }
}

#[test]
fn a_stream_that_cannot_be_resumed_is_not_waited_for() {
    let (url, seen) = serve(forgets);
    let started = Instant::now();
    let (exit, value, _) = run(&["--mcp-url", &url, "--timeout", "60"], BALANCE);
    assert_eq!(exit, 5, "{value}");
    assert_eq!(value["reasons"], json!(["mcp_session_lost"]), "{value}");
    assert!(started.elapsed() < Duration::from_secs(20), "{value}");
    let asked = seen
        .lock()
        .unwrap()
        .iter()
        .filter(|method| *method == "get")
        .count();
    assert!(asked <= 4, "{asked}");
}

/// Every request gets a status with a page of HTML, and a place to go on at.
fn status<const CODE: u16>(_: &Request) -> String {
    let page = "<!DOCTYPE html><html><body>nginx</body></html>";
    let headers = "Content-Type: text/html\r\nLocation: /elsewhere\r\n";
    http(&format!("{CODE} Status"), headers, page)
}

/// A page in place of an answer.
fn page(_: &Request) -> String {
    http("200 OK", "Content-Type: text/html\r\n", "<html>1C</html>")
}

/// A status is an answer, says which state the server is in, and shows nothing of its page.
#[test]
fn a_status_tells_the_state_of_a_server() {
    type Reply = fn(&Request) -> String;
    for (reply, reason) in [
        (status::<302> as Reply, "mcp_moved"),
        (status::<307>, "mcp_moved"),
        (status::<400>, "mcp_status"),
        (status::<401>, "mcp_unauthorized"),
        (status::<403>, "mcp_forbidden"),
        (status::<404>, "mcp_status"),
        (status::<429>, "mcp_busy"),
        (status::<500>, "mcp_status"),
        (status::<502>, "mcp_busy"),
        (status::<503>, "mcp_busy"),
        (status::<504>, "mcp_busy"),
        (page, "mcp_answer_malformed"),
    ] {
        let (url, seen) = serve(reply);
        let (exit, value, _) = run(&["--mcp-url", &url, "--lang", "en"], BALANCE);
        assert_eq!((exit, &value["reasons"]), (5, &json!([reason])), "{value}");
        let text = value.to_string();
        for word in ["<", "html", "gave no answer", "Some("] {
            assert!(!text.contains(word), "{word}: {text}");
        }
        if reason != "mcp_answer_malformed" {
            assert!(!text.contains("cannot be read"), "{text}");
        }
        // Nobody is asked twice but a server that is busy, and that one three times. Behind a gateway it may be running.
        let asked = seen.lock().unwrap().len();
        let is_gateway = ["502", "504"]
            .iter()
            .any(|own| text.contains(&format!("status {own}")));
        let times = if reason == "mcp_busy" && !is_gateway {
            3
        } else {
            1
        };
        assert!((times..=times * 2).contains(&asked), "{asked}: {text}");
    }
}

/// A server with tools of another kind: the session it opened is closed.
fn has_no_tools(request: &Request) -> String {
    match (request.method.as_str(), request.body["method"].as_str()) {
        ("get", _) => http("405 Method Not Allowed", "", ""),
        ("post", Some("initialize")) => initialized(request),
        ("post", Some("tools/list")) => {
            let result = json!({"tools": []});
            json_answer(
                "",
                &json!({"jsonrpc": "2.0", "id": request.body["id"], "result": result}),
            )
        }
        ("post", Some("server/discover")) => http("404 Not Found", "", ""),
        ("delete", _) => http("200 OK", "", ""),
        _ => http("202 Accepted", "", ""),
    }
}

#[test]
fn a_session_with_a_server_of_another_kind_is_closed_once() {
    let (url, seen) = serve(has_no_tools);
    let (exit, value, _) = run(&["--mcp-url", &url], BALANCE);
    assert_eq!(exit, 5, "{value}");
    assert_eq!(
        value["reasons"],
        json!(["mcp_tool_schema_drift"]),
        "{value}"
    );
    let closed = seen
        .lock()
        .unwrap()
        .iter()
        .filter(|method| *method == "delete")
        .count();
    assert_eq!(closed, 1);
}
