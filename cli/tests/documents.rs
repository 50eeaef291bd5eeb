//! The `console` blocks of README.md, README.ru.md and docs/ are run. What the document shows must be what comes out.
//!
//! A block is a session of `sh`. `$ ` begins a command, `> ` continues it, and its output follows, standard error
//! included. The blocks of one document are one session, in an empty folder with a copy of `codebook/` and
//! `fixtures/`. A block under a line that ends with "Save this as `path`:" or "Add this to `path`:" is a file of that
//! session. In an output `[..]` stands for any characters and a line `...` for any lines.
//!
//! `SNAPSHOTS=overwrite cargo test -p cmec-cli --test documents` writes what comes out into the documents.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test runs the command and panics on failure"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use snapbox::{Assert, Data};

/// The blocks `console,ignore`: document, first command, why it is not run.
const NOT_RUN: &[(&str, &str, &str)] = &[
    (
        "README.md",
        "cargo xtask test",
        "runs this test, and minutes",
    ),
    (
        "README.md",
        "cargo install --locked --path cli",
        "cargo, minutes",
    ),
    (
        "README.ru.md",
        "cargo xtask test",
        "runs this test, and minutes",
    ),
    (
        "README.ru.md",
        "cargo install --locked --path cli",
        "cargo, minutes",
    ),
    (
        "README.ru.md",
        "cmec run --domain address --mcp-url https://1c.example.org/mcp --mcp-token-env TOKEN question.sql",
        "a server of the reader's",
    ),
    (
        "docs/src/how-to/change.md",
        "cmec diff --against git:main codebook/wine",
        "the session is no Git repository",
    ),
    (
        "docs/src/how-to/import.md",
        "cmec import schemaorg-current-https.ttl --out schema --class Person --class Organization --report text",
        "the ontology is fetched",
    ),
    (
        "docs/src/how-to/servers.md",
        "cmec run --domain address --mcp-url https://1c.example.org/mcp --mcp-token-env TOKEN balance.json",
        "a server of the reader's",
    ),
    (
        "docs/src/how-to/servers.md",
        "cmec demo-1c --http 127.0.0.1:6003",
        "serves until it is stopped",
    ),
    (
        "docs/src/tutorial/codebook.md",
        "cargo install --locked --path cli",
        "cargo, minutes",
    ),
];

/// Stands between the outputs in the output of a session.
const MARK: char = '\u{1e}';

/// The command is the one under test. `MARK`, then the exit code and `MARK` again, end each output.
const PRELUDE: &str = r#"
cargo() { test "$1 $2 $3" = "run --quiet --" && shift 3 && cmec "$@"; }
shown() { code=$?; printf '\036%d\036' $code; return $code; }
"#;

#[test]
fn the_documents_show_what_comes_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut documents = vec![root.join("README.md"), root.join("README.ru.md")];
    collect(&root.join("docs/src"), "md", &mut documents);
    let mut ignored = Vec::new();
    let mut wrong = Vec::new();
    for path in &documents {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let steps = steps(&fs::read_to_string(path).unwrap());
        ignored.extend(steps.iter().filter_map(|step| match step {
            Step::Ignored(command) => Some((name.clone(), command.clone())),
            _ => None,
        }));
        if !steps.iter().any(|step| matches!(step, Step::Command(_))) {
            continue;
        }
        let assert = Assert::new().action_env("SNAPSHOTS").normalize_paths(false);
        let (document, unsaid) = run(&steps, &root);
        wrong.extend(unsaid.iter().map(|command| {
            format!("{name}: `{command}` fails: show its exit code with `$ echo $?`")
        }));
        let shown = Data::read_from(path, None);
        if let Err(error) = assert.try_eq(Some(&name), Data::text(document), shown) {
            wrong.push(error.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let listed: Vec<_> = (NOT_RUN.iter())
        .map(|(document, command, _)| ((*document).to_owned(), (*command).to_owned()))
        .collect();
    assert_eq!(ignored, listed, "the list of blocks that are not run");
}

/// A part of a document.
enum Step {
    /// Lines as they are.
    Text(String),
    /// One command, with its marks; its output stands behind it.
    Command(String),
    /// The first command of a block that is not run.
    Ignored(String),
    /// A file of the session: path, text, and whether it is added to what the file has.
    File(String, String, bool),
}

/// The steps of a document. An output that it shows is left out: `run` puts it there again.
fn steps(document: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = document.lines().peekable();
    let mut before = "";
    while let Some(line) = lines.next() {
        steps.push(Step::Text(line.to_owned()));
        let Some(language) = line.strip_prefix("```") else {
            assert!(
                !line.trim_start().starts_with("```console"),
                "{line}: indented"
            );
            if !line.is_empty() {
                before = line;
            }
            continue;
        };
        assert!(
            !["sh", "bash", "shell"].contains(&language),
            "{before}\n{line}: write `console`"
        );
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if language == "console" {
            commands(&block, &mut steps);
        } else {
            if language == "console,ignore" {
                steps.push(Step::Ignored(block[0].trim_start_matches("$ ").to_owned()));
            }
            steps.extend(block.iter().map(|line| Step::Text((*line).to_owned())));
            for (words, added) in [("Save this as `", false), ("Add this to `", true)] {
                if let Some((_, path)) = before.split_once(words) {
                    let path = path.trim_end_matches("`:").to_owned();
                    steps.push(Step::File(path, block.join("\n") + "\n", added));
                }
            }
        }
        steps.push(Step::Text("```".to_owned()));
        before = "";
    }
    steps
}

/// The commands of a block.
fn commands(block: &[&str], steps: &mut Vec<Step>) {
    let mut open = false;
    for line in block {
        match steps.last_mut() {
            Some(Step::Command(command)) if open && line.starts_with("> ") => {
                command.push('\n');
                command.push_str(line);
            }
            _ => {
                open = line.starts_with("$ ");
                if open {
                    steps.push(Step::Command((*line).to_owned()));
                }
            }
        }
    }
}

/// Runs the session of a document: the document with what comes out, and the commands whose failure it does not show.
fn run(steps: &[Step], root: &Path) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    for name in ["codebook", "fixtures"] {
        copy(&root.join(name), &work.join(name));
    }
    let mut script = PRELUDE.to_owned();
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::Text(_) | Step::Ignored(_) => {}
            Step::Command(command) => {
                let lines: Vec<&str> = command.lines().map(|line| &line[2..]).collect();
                script.push_str(&format!("{}\nshown\n", lines.join("\n")));
            }
            Step::File(path, text, added) => {
                let file = folder.path().join(number.to_string());
                fs::write(&file, text).unwrap();
                let to = if *added { ">>" } else { ">" };
                script.push_str(&format!("cat '{}' {to} '{path}'\n", file.display()));
            }
        }
    }
    let outputs = outputs(&script, &folder.path().join("script"), &work);
    let mut outputs = outputs.split(MARK);
    let mut document = String::new();
    let mut failed: Option<&str> = None;
    let mut unsaid = Vec::new();
    for step in steps {
        let line = match step {
            Step::Text(line) | Step::Command(line) => line,
            Step::Ignored(_) | Step::File(..) => continue,
        };
        if let Some(command) = failed.take().filter(|_| line != "$ echo $?") {
            unsaid.push(command.to_owned());
        }
        document.push_str(line);
        document.push('\n');
        if matches!(step, Step::Command(_)) {
            let output = outputs
                .next()
                .unwrap_or("the session ended before this command");
            document.push_str(output);
            if !output.is_empty() && !output.ends_with('\n') {
                document.push('\n');
            }
            failed = (outputs.next().unwrap_or("0") != "0").then_some(line);
        }
    }
    (document, unsaid)
}

/// What a session prints.
fn outputs(script: &str, file: &Path, work: &Path) -> String {
    fs::write(file, format!("exec 2>&1\n{script}")).unwrap();
    let command = Path::new(env!("CARGO_BIN_EXE_cmec"));
    let mut path = command.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let output = Command::new("sh")
        .arg(file)
        .current_dir(work)
        .env("PATH", path)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The files below a folder that have an ending, sorted.
fn collect(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, ending, files);
        } else if path.extension().is_some_and(|have| have == ending) {
            files.push(path);
        }
    }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}
