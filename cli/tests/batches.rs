//! Batches: each line is answered when it has come, over one session, in its order, with its id.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use common::demo::Demo;
use common::{BALANCE, cmec, names, pipe};
use serde_json::{Value, json};

/// A command that is spoken with line by line.
struct Spoken {
    child: Child,
    to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
}

impl Spoken {
    fn start(arguments: &[&str]) -> Self {
        let mut child = cmec(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let from = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            to: child.stdin.take(),
            child,
            from,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> Value {
        serde_json::from_str(&self.from.next().unwrap().unwrap()).unwrap()
    }

    /// Ends its input; its exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.to.take());
        self.child.wait().unwrap().code()
    }
}

fn enveloped(id: &Value, text: &str) -> String {
    json!({"id": id, "question": "?", "text": text}).to_string()
}

#[test]
fn a_closed_standard_error_ends_no_command() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = cmec(&["check", "not-there"])
        .stderr(writer)
        .stdout(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(1));
}

/// The next line is written only once the answer to the one before is there.
#[test]
fn each_line_is_answered_when_it_has_come() {
    for (command, key) in [
        ("decode", "contract"),
        ("plan", "plan"),
        ("run", "response"),
    ] {
        let mut spoken = Spoken::start(&[command, "--domain", "address", "--lines"]);
        for id in 0..3 {
            spoken.say(&enveloped(&json!(id), BALANCE));
            let answer = spoken.hear();
            assert_eq!(answer["id"], id, "{command}");
            assert!(answer[key].is_object(), "{command} {answer}");
            assert_eq!(answer.as_object().unwrap().len(), 2);
            // A line by itself is answered by itself.
            spoken.say(BALANCE);
            assert!(spoken.hear().get("id").is_none(), "{command}");
        }
        assert_eq!(spoken.end(), Some(0), "{command}");
    }
}

#[test]
fn an_envelope_is_answered_with_its_id_whatever_becomes_of_it() {
    let said = |text: &str, more: Value| {
        let mut line = json!({"id": "a", "text": text});
        line.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        line.to_string()
    };
    let unclear = r#"{"s":"IS","tg":["documant"]}"#;
    for (line, key, exit) in [
        (said(BALANCE, json!({})), "contract", 0),
        (said(unclear, json!({})), "clarify", 3),
        (said("{", json!({})), "reject", 4),
        (said("", json!({})), "reject", 4),
        // What only the host can mend is no question to a person.
        (said(BALANCE, json!({"curser": "01"})), "reject", 4),
        (said(BALANCE, json!({"cursor": "01"})), "reject", 4),
        (said(BALANCE, json!({"cursor": 1})), "reject", 4),
    ] {
        let output = pipe(&["decode", "--domain", "address", "--lines"], &line);
        assert_eq!(output.status.code(), Some(exit), "{line}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["id"], "a");
        assert!(answer[key].is_object(), "{line}: {answer}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr.is_empty(), exit == 0, "{stderr}");
        assert!(
            exit == 0 || stderr.starts_with("line 1, id \"a\":"),
            "{stderr}"
        );
    }
}

/// An answer says whose fault it is: what the model said behind a cursor that is none is not read.
/// A ranking of groups cannot be said in MEC v0.1; the lines around it are written.
#[test]
fn each_line_is_encoded_or_has_its_error() {
    let lines = [
        enveloped(&json!(1), "SELECT * FROM wine WHERE type = 'red'"),
        enveloped(
            &json!(2),
            "SELECT country, COUNT(*) FROM wine GROUP BY country",
        ),
        "SELECT country, COUNT(*) FROM wine GROUP BY country".to_owned(),
        enveloped(&json!(4), "SELECT * FROM wine WHERE type = 'white'"),
    ];
    let encode = ["encode", "--domain", "wine", "--to", "mec-v0.1", "--lines"];
    let output = pipe(&encode, &lines.join("\n"));
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|own| serde_json::from_str(own).unwrap())
        .collect();
    let keys = answers
        .iter()
        .map(|own| (own["id"].clone(), own.get("error").is_some()));
    let expected = [
        (json!(1), false),
        (json!(2), true),
        (json!(null), true),
        (json!(4), false),
    ];
    assert_eq!(keys.collect::<Vec<_>>(), expected);
}

#[test]
fn a_fault_of_the_envelope_is_not_told_as_the_models() {
    for (line, summary) in [
        (
            json!({"cursor": "01", "text": BALANCE}),
            "Конверт строки не читается",
        ),
        (json!({"text": "{"}), "Вывод модели не является намерением"),
    ] {
        let output = pipe(
            &["run", "--domain", "address", "--lines"],
            &line.to_string(),
        );
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["response"]["summary"], summary, "{answer}");
    }
}

/// Findings name their line, and a line that is too long is known by its length and not held.
#[test]
fn findings_name_their_line() {
    let long = "x".repeat(3 << 20);
    let text = format!("{BALANCE}\n{{\n{long}\n{BALANCE}\n");
    let output = pipe(&["decode", "--domain", "address", "--lines"], &text);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let kinds: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["kind"].clone())
        .collect();
    assert_eq!(
        kinds,
        [json!(null), json!("reject"), json!("reject"), json!(null)]
    );
    let stderr = String::from_utf8(output.stderr).unwrap();
    let named: Vec<&str> = stderr
        .lines()
        .filter(|line| line.starts_with("line "))
        .collect();
    assert_eq!(named, ["line 2:", "line 3:"], "{stderr}");
    assert!(stdout.contains("the text has 3145729 bytes"), "{stdout}");
}

/// The pages of an answer are asked for one after the other over one command.
#[test]
fn a_cursor_is_said_in_the_envelope() {
    let party = json!({"f": "F301", "op": "EQ", "v": names::BUSY});
    let text = json!({"s": "IS", "tg": ["document"], "C": {"flt": [party], "pg": {"lim": 100}}});
    let mut spoken = Spoken::start(&["run", "--domain", "address", "--lines"]);
    let mut cursor = Value::Null;
    let mut pages = Vec::new();
    loop {
        spoken.say(
            &json!({"id": pages.len(), "cursor": cursor, "text": text.to_string()}).to_string(),
        );
        let answer = spoken.hear();
        assert_eq!(answer["id"], pages.len());
        pages.push(answer["response"]["returned"].clone());
        cursor = answer["response"]["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
        // A cursor of another question is that line's own trouble.
        spoken.say(&json!({"cursor": cursor, "text": BALANCE}).to_string());
        let refused = spoken.hear();
        assert_eq!(
            refused["response"]["reasons"],
            json!(["cursor_of_another_question"])
        );
    }
    assert_eq!(pages, [100, 100, 40]);
    assert_eq!(spoken.end(), Some(5));
}

/// Answers come in the order of the lines, however many are worked on at once.
#[test]
fn jobs_keep_the_order() {
    let demo = Demo::start(&["--delay-ms", "50"]);
    let lines: Vec<String> = (1..=24)
        .map(|limit| {
            enveloped(
                &json!(limit),
                &BALANCE.replace("\"lim\":3", &format!("\"lim\":{limit}")),
            )
        })
        .collect();
    let text = lines.join("\n");
    let mut took = Vec::new();
    for jobs in ["1", "8"] {
        let arguments = [
            "run",
            "--domain",
            "address",
            "--lines",
            "--jobs",
            jobs,
            "--mcp-url",
            &demo.url,
        ];
        let started = Instant::now();
        let output = pipe(&arguments, &text);
        took.push(started.elapsed());
        let stdout = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> = stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(answers.len(), 24, "{stdout}");
        for (at, answer) in answers.iter().enumerate() {
            assert_eq!(answer["id"], at + 1);
            assert_eq!(answer["response"]["returned"], at + 1);
        }
    }
    assert!(took[1] < took[0], "{took:?}");
    assert_eq!(demo.sessions(2), (2, 2));
}

/// Every session that was opened was closed by its client, on every way out.
#[test]
fn every_session_is_closed() {
    let demo = Demo::start(&["--delay-ms", "20"]);
    let url = demo.url.as_str();
    let run = ["run", "--domain", "address", "--mcp-url", url];
    // An answer, a question back after a look-up, a batch.
    pipe(&run, BALANCE);
    let ambiguous = json!({"f": "F301", "op": "EQ", "v": names::AMBIGUOUS});
    pipe(
        &run,
        &json!({"s": "IS", "tg": ["document"], "C": {"flt": [ambiguous]}}).to_string(),
    );
    pipe(
        &[&run[..], &["--lines"]].concat(),
        &format!("{BALANCE}\n{BALANCE}\n{BALANCE}"),
    );
    assert_eq!(demo.sessions(3), (3, 3));
    // Too little time, for any step.
    for timeout in ["0.01", "0.02", "0.04", "0.06", "0.1", "0.2"] {
        pipe(&[&run[..], &["--timeout", timeout]].concat(), BALANCE);
    }
    let (opened, closed) = demo.sessions(3);
    assert_eq!(opened, closed);
    // A reader of the answers that went away.
    let mut gone = Spoken::start(&[&run[..], &["--lines"]].concat());
    gone.say(BALANCE);
    gone.hear();
    let Spoken {
        mut child,
        to,
        from,
    } = gone;
    drop(from);
    let mut to = to.unwrap();
    let _ = writeln!(to, "{BALANCE}");
    let _ = writeln!(to, "{BALANCE}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let (opened, closed) = demo.sessions(5);
    assert_eq!(opened, closed);
}

/// Signals end the command in the middle of a call, between two lines, and in a write that nobody reads.
#[cfg(unix)]
#[test]
fn a_signal_closes_the_session() {
    use std::process::Command;
    let demo = Demo::start(&["--delay-ms", "300"]);
    let lines = [
        "run",
        "--domain",
        "address",
        "--mcp-url",
        &demo.url,
        "--lines",
    ];
    for (before, (signal, code, questions, heard)) in [
        ("-TERM", 143, 1, 1),
        ("-TERM", 143, 1, 0),
        ("-INT", 130, 2, 1),
        ("-HUP", 129, 1, 1),
        // More answers than a pipe holds.
        ("-TERM", 143, 40, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let mut spoken = Spoken::start(&[&lines[..], &["--limit", "200", "--jobs", "40"]].concat());
        for _ in 0..questions {
            spoken.say(BALANCE);
        }
        for _ in 0..heard {
            spoken.hear();
        }
        // Each has a session of its own.
        assert!(demo.hears("session opened", before + 1));
        let id = spoken.child.id().to_string();
        let started = Instant::now();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(
            spoken.child.wait().unwrap().code(),
            Some(code),
            "{signal} {questions}"
        );
        assert!(started.elapsed() < Duration::from_secs(15));
    }
    let (opened, closed) = demo.sessions(3);
    assert_eq!(opened, closed);
    assert!(opened >= 4);
}

/// A server process that ignores the end of its input is ended with the command.
#[cfg(unix)]
#[test]
fn a_signal_leaves_no_server_process() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("server.sh");
    let pid = folder.path().join("pid");
    // It answers nothing, and goes on when its input ends.
    let text = format!("trap '' HUP\necho $$ > {}\nexec sleep 600\n", pid.display());
    std::fs::write(&script, text).unwrap();
    let script = script.to_str().unwrap();
    let mut spoken = Spoken::start(&[
        "run",
        "--domain",
        "address",
        "--lines",
        "--mcp-command",
        "sh",
        "--mcp-arg",
        script,
    ]);
    spoken.say(BALANCE);
    let started = Instant::now();
    while std::fs::read_to_string(&pid).map_or(true, |text| text.is_empty()) {
        assert!(started.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = spoken.child.id().to_string();
    std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status()
        .unwrap();
    assert_eq!(spoken.child.wait().unwrap().code(), Some(143));
    let server = std::fs::read_to_string(&pid).unwrap();
    let gone = || {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", server.trim()));
        status.map_or(true, |text| text.contains(") Z "))
    };
    while !gone() {
        assert!(started.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A full disk is said once, and the answers go on; where each must be on the disk first, the first one is held back.
#[test]
fn a_full_debug_disk_is_said_once() {
    let text = format!("{BALANCE}\n{BALANCE}\n{BALANCE}\n");
    for command in ["plan", "run"] {
        for (switch, answers) in [(None, 3), (Some("--debug-sync"), 0)] {
            let mut all = vec![
                command,
                "--domain",
                "address",
                "--lines",
                "--debug-out",
                "/dev/full",
            ];
            all.extend(switch);
            let output = pipe(&all, &text);
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command} {stderr}");
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert_eq!(stdout.lines().count(), answers, "{command} {stderr}");
            assert_eq!(stderr.matches("/dev/full: ").count(), 1, "{stderr}");
        }
    }
}

/// However much comes in: of a line that is too long no more than its beginning is held, and of the lines no more than one.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_flat() {
    for command in ["decode", "run"] {
        let mut spoken = Spoken::start(&[command, "--domain", "address", "--lines"]);
        let long = "x".repeat(4 << 20);
        for _ in 0..20 {
            spoken.say(&long);
            spoken.hear();
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", spoken.child.id()));
        let status = status.unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak: u64 = peak
            .unwrap()
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .unwrap();
        assert!(peak < 64 * 1024, "{command}: {peak} kB");
        assert_eq!(spoken.end(), Some(4));
    }
}

/// More clients than the server keeps sessions: who has to give way knows it soon, and most are answered all the same.
#[test]
fn clients_that_give_way_are_answered() {
    let demo = Demo::start(&["--delay-ms", "100"]);
    let arguments = [
        "run",
        "--domain",
        "address",
        "--mcp-url",
        &demo.url,
        "--timeout",
        "60",
    ];
    let started = Instant::now();
    let clients: Vec<Child> = (0..7)
        .map(|_| common::started(cmec(&arguments), BALANCE))
        .collect();
    let mut answered = 0;
    for client in clients {
        let output = client.wait_with_output().unwrap();
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        answered += usize::from(value["response_type"] == "FACTUAL_SUMMARY");
    }
    assert!(answered >= 5, "{answered}");
    assert!(started.elapsed() < Duration::from_secs(40));
}
