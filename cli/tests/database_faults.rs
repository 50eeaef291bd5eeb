//! A command that is killed while its database works, and a disk that is full.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test panics on failure, starts programs and writes its files"
)]

mod common;
#[path = "../../crates/executor/tests/structured/postgres.rs"]
mod postgres;

use std::path::Path;
use std::process::{Child, Command, Output};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use common::{answer, cmec, feed, started};
use postgres::Server;

/// A table of the domain `enterprise` whose rows sleep.
const SLOW: &str = "CREATE VIEW enterprises AS SELECT 1 AS id, pg_sleep(600)::text AS name";

/// Sessions of anybody else that are in a transaction, or run a statement.
const OPEN: &str = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' \
     AND pid <> pg_backend_pid() AND state <> 'idle'";

/// Waits until so many sessions are open.
fn until_open(server: &Server, count: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    while server.psql(OPEN) != count {
        assert!(Instant::now() < until, "{} open", server.psql(OPEN));
    }
}

/// The server looks for its client every second, so a killed one is gone within five.
#[test]
fn a_killed_command_leaves_no_transaction() {
    let Some(server) = Server::start() else {
        return;
    };
    server.psql(SLOW);
    let command = cmec(&["run", "--domain", "enterprise", "--db", &server.url()]);
    let mut child = started(command, "SELECT name FROM enterprise LIMIT 1");
    until_open(&server, "1");
    // SIGKILL: nothing of the command can tidy up.
    child.kill().unwrap();
    child.wait().unwrap();
    until_open(&server, "0");
}

/// The database of a demonstration is made at first use. Where it cannot be written the reason is told, and nothing of it
/// stays.
#[test]
fn a_full_disk_leaves_no_half_of_a_database() {
    let cache = tempfile::tempdir().unwrap();
    let own = cmec(&[]).get_program().to_owned();
    let ask = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh"]).arg(&own);
        shell.args(["run", "--domain", "wine", "--format", "json"]);
        shell.env("XDG_CACHE_HOME", cache.path());
        feed(shell, "SELECT COUNT(*) FROM wine")
    };
    // No file may be longer than 500 kB.
    let full = ask("trap '' XFSZ; ulimit -f 1000; exec \"$@\"");
    let said = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write the database"), "{said}");
    let left = std::fs::read_dir(cache.path().join("cmec")).unwrap();
    let left = left.map(|own| own.unwrap().file_name());
    assert_eq!(left.filter(|own| own != "cursor.key").count(), 0);
    let whole = ask("exec \"$@\"");
    assert!(whole.status.success(), "{whole:?}");
}

/// A question about the database in a file.
fn asked(file: &Path, timeout: &str) -> Child {
    let address = format!("sqlite:{}", file.display());
    let run = ["run", "--domain", "enterprise", "--format", "json", "--db"];
    let run = [&run[..], &[&*address, "--timeout", timeout]].concat();
    started(cmec(&run), "SELECT name FROM park LIMIT 1")
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What a command says that ends within some seconds.
fn ended(child: Child) -> Output {
    let id = child.id().to_string();
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || tell.send(child.wait_with_output().unwrap()));
    told.recv_timeout(Duration::from_secs(7))
        .unwrap_or_else(|_| {
            signal("-KILL", &id);
            panic!("it does not end")
        })
}

fn signal(signal: &str, id: &str) {
    let sent = Command::new("kill").args([signal, id]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_pipe_is_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pipe");
    pipe(&file);
    let (code, said, _) = answer(&ended(asked(&file, "60")));
    assert_eq!(code, 5);
    assert!(
        said["limitations"].to_string().contains("no plain file"),
        "{said}"
    );
}

/// SQLite waits for ever for the journal of a database, as it does for a network that is gone.
#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_waits_for_ever_keeps_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection
        .execute_batch("CREATE TABLE parks (id, name)")
        .unwrap();
    drop(connection);
    pipe(&folder.path().join("a.db-journal"));
    assert_eq!(ended(asked(&file, "1")).status.code(), Some(5));
    let stopped = asked(&file, "600");
    // A signal is caught when the database is asked.
    let until = Instant::now() + Duration::from_secs(20);
    let status = format!("/proc/{}/status", stopped.id());
    let is_caught = |line: &str| {
        let caught = line.strip_prefix("SigCgt:").map(str::trim);
        caught.is_some_and(|set| u64::from_str_radix(set, 16).unwrap() & 1 << 14 != 0)
    };
    while !std::fs::read_to_string(&status)
        .unwrap_or_default()
        .lines()
        .any(is_caught)
    {
        assert!(Instant::now() < until);
    }
    signal("-TERM", &stopped.id().to_string());
    assert_eq!(ended(stopped).status.code(), Some(143));
}

#[test]
fn a_value_that_is_too_long_is_told_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    let view = "CREATE VIEW parks AS SELECT 1 AS id, hex(zeroblob(400000000)) AS name";
    connection.execute_batch(view).unwrap();
    let (code, said, _) = answer(&ended(asked(&file, "60")));
    assert_eq!(code, 5);
    assert_eq!(
        said["limitations"][0], "database_answer_too_long: 8 MiB",
        "{said}"
    );
    assert_eq!(said["reasons"][0], "database_answer_too_long");
}
