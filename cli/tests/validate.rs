//! `cmec validate`: many outputs, one report, one exit code.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

#[path = "../../fixtures/decode/cases.rs"]
mod cases;
mod common;

use std::path::{Path, PathBuf};

use cases::cases;
use common::cmec;
use serde_json::{Value, json};

const GOOD: &str = r#"{"s":"IS","tg":["enterprise"]}"#;
const UNCLEAR: &str =
    r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F999","op":"EQ","v":"ё"}]}}"#;
const BROKEN: &str = r#"{"s":"IS","tg":["enterprise"]"#;
const ASKS: &str = r#"{"s":"CL","X":{"q":"哪个园区？"}}"#;

/// A run with a report on files of a folder: exit code, standard output, standard error.
fn validate(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = cmec(&["validate", "--domain", "enterprise"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn objects(lines: &str) -> Vec<Value> {
    let lines = lines.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_run_ends_with_the_worst_verdict() {
    for (text, code) in [
        (GOOD.to_owned(), 0),
        (format!("{GOOD}\n{UNCLEAR}\n"), 3),
        (format!("{ASKS}\r\n"), 3),
        (format!("{ASKS}\r\n\r\n"), 4),
        (format!("{BROKEN}\n{UNCLEAR}\n{GOOD}"), 4),
        (String::new(), 0),
    ] {
        let folder = folder(&[("a.jsonl", &text)]);
        assert_eq!(validate(folder.path(), &["a.jsonl"]).0, code, "{text}");
    }
    let folder = folder(&[("a.jsonl", BROKEN)]);
    let (code, stdout, stderr) = validate(folder.path(), &["none.jsonl", "a.jsonl"]);
    assert_eq!(
        code, 1,
        "a file that cannot be read is worse than any verdict"
    );
    assert!(stderr.contains("error: none.jsonl: "), "{stderr}");
    assert_eq!(objects(&stdout).len(), 1, "the other files are still read");
}

#[test]
fn json_has_an_object_for_each_output_in_order() {
    let lines = format!("{GOOD}\n\n  \n{UNCLEAR}\r\n{ASKS}");
    let folder = folder(&[("a.jsonl", &lines), ("b.txt", &format!("\n{BROKEN}"))]);
    let (code, stdout, stderr) = validate(folder.path(), &["a.jsonl", "b.txt"]);
    assert_eq!(code, 4);
    assert_eq!(stderr, "6 outputs: 1 contract, 2 clarify, 3 reject\n");
    let objects = objects(&stdout);
    let places: Vec<Value> = objects
        .iter()
        .map(|object| json!([object["file"], object["line"], object["verdict"]]))
        .collect();
    assert_eq!(
        places,
        [
            json!(["a.jsonl", 1, "contract"]),
            json!(["a.jsonl", 2, "reject"]),
            json!(["a.jsonl", 3, "reject"]),
            json!(["a.jsonl", 4, "clarify"]),
            json!(["a.jsonl", 5, "clarify"]),
            json!(["b.txt", null, "reject"]),
        ]
    );
    assert_eq!(objects[0]["findings"], json!([]));
    assert_eq!(objects[1]["findings"][0]["id"], "DEC006");
    assert_eq!(objects[3]["findings"][0]["id"], "DEC031");
    assert_eq!(objects[3]["findings"][0]["pointer"], "/C/flt/0/f");
    assert_eq!(objects[4]["question"], "哪个园区？");
    assert_eq!(objects[5]["findings"][0]["span"]["line"], 2);
}

#[test]
fn the_order_holds_over_many_batches() {
    let mut lines = String::new();
    for number in 0..20_000 {
        let text = [GOOD, UNCLEAR, BROKEN][number % 3];
        lines.push_str(text);
        lines.push('\n');
    }
    // From a file: a pipe to the command would have to be read while it is written.
    let folder = folder(&[("all", &lines)]);
    let output = cmec(&["validate", "--domain", "enterprise", "--lines", "-"])
        .stdin(std::fs::File::open(folder.path().join("all")).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(4));
    let objects = objects(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(objects.len(), 20_000);
    for (number, object) in objects.iter().enumerate() {
        assert_eq!(object["line"], number + 1);
        assert_eq!(object["file"], "stdin");
        let verdict = ["contract", "clarify", "reject"][number % 3];
        assert_eq!(object["verdict"], verdict, "{number}");
    }
}

#[test]
fn a_long_line_is_named_by_its_length_and_ends_there() {
    let long = format!("{{\"s\":\"{}\"}}", "x".repeat(300_000));
    let folder = folder(&[("a.jsonl", &format!("{long}\n{GOOD}\n"))]);
    let (code, stdout, _) = validate(folder.path(), &["a.jsonl"]);
    let objects = objects(&stdout);
    assert_eq!((code, objects.len()), (4, 2));
    assert_eq!(objects[0]["findings"][0]["id"], "DEC002");
    let message = objects[0]["findings"][0]["message"].as_str().unwrap();
    assert!(message.contains("300009 bytes"), "{message}");
    assert_eq!(objects[1]["verdict"], "contract");
}

#[test]
fn outputs_are_read_as_a_single_one_is() {
    let fenced = format!("```json\n{GOOD}\n```\n");
    let folder = folder(&[("a.txt", &fenced), ("b.jsonl", GOOD)]);
    let run = |arguments: &[&str]| validate(folder.path(), arguments).0;
    assert_eq!(run(&["a.txt"]), 4);
    assert_eq!(run(&["--extract", "a.txt"]), 0);
    assert_eq!(run(&["--notation", "c0.2", "b.jsonl"]), 0);
    assert_eq!(run(&["--notation", "mec", "b.jsonl"]), 4);
}

/// Hundreds of outputs are kept with their ids.
#[test]
fn a_line_may_be_an_envelope() {
    let line = json!({"id": 7, "text": GOOD});
    let folder = folder(&[("a.jsonl", &format!("{line}\n"))]);
    let (code, out, _) = validate(folder.path(), &["a.jsonl"]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(objects(&out)[0]["verdict"], "contract");
}

#[test]
fn text_names_places_and_counts() {
    let folder = folder(&[("a.jsonl", &format!("{GOOD}\n{UNCLEAR}\n{ASKS}\n"))]);
    let (code, stdout, stderr) = validate(folder.path(), &["--report", "text", "a.jsonl"]);
    assert_eq!((code, stderr.as_str()), (3, ""));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(
        lines[0].starts_with("a.jsonl:2:48: clarify DEC031 unknown-field: the field `F999`"),
        "{stdout}"
    );
    assert!(lines[1].starts_with("    help: "), "{stdout}");
    assert_eq!(lines[2], "a.jsonl:3: clarify: the model asks: 哪个园区？");
    assert_eq!(lines[3], "3 outputs: 1 contract, 2 clarify, 0 reject");
    assert_eq!(lines[4].trim(), "1  DEC031 unknown-field");
    let (_, other, _) = validate(folder.path(), &["--format", "text", "a.jsonl"]);
    assert_eq!(other, stdout);
}

#[test]
fn only_regressions_fail_against_a_baseline() {
    let before = folder(&[("a.jsonl", &format!("{GOOD}\n{UNCLEAR}\n{BROKEN}\n{GOOD}\n"))]);
    let (_, report, _) = validate(before.path(), &["a.jsonl"]);
    let run = |lines: &[&str], form: &str| {
        let now = folder(&[("a.jsonl", &lines.join("\n")), ("was.jsonl", &report)]);
        validate(
            now.path(),
            &["--baseline", "was.jsonl", "--report", form, "a.jsonl"],
        )
    };
    let other = r#"{"s":"IS","tg":["enterprise"],"C":{"pg":{"lim":0}}}"#;
    // The same, and better.
    let (code, stdout, stderr) = run(&[GOOD, UNCLEAR, BROKEN, GOOD], "json");
    assert_eq!(code, 0, "{stdout}");
    assert!(stderr.contains("; 0 worse than the baseline"), "{stderr}");
    assert_eq!(objects(&stdout)[1]["regression"], false);
    assert_eq!(
        run(&[GOOD, GOOD, UNCLEAR, GOOD], "json").0,
        3,
        "a new finding"
    );
    assert_eq!(run(&[GOOD, GOOD, GOOD, GOOD], "json").0, 0);
    // A worse verdict, another finding of the same verdict, an output that was not there.
    assert_eq!(run(&[GOOD, BROKEN, BROKEN, GOOD], "json").0, 4);
    assert_eq!(run(&[GOOD, other, BROKEN, GOOD], "json").0, 3);
    assert_eq!(run(&[GOOD, UNCLEAR, BROKEN, GOOD, BROKEN], "json").0, 4);
    // What is known is not shown to people.
    let (_, text, _) = run(&[BROKEN, UNCLEAR, BROKEN, GOOD], "text");
    assert!(
        text.contains("a.jsonl:1:") && !text.contains("a.jsonl:2:"),
        "{text}"
    );
    let (_, github, _) = run(&[BROKEN, UNCLEAR, BROKEN, GOOD], "github");
    assert_eq!(github.lines().count(), 1, "{github}");
    let (_, junit, _) = run(&[BROKEN, UNCLEAR, BROKEN, GOOD], "junit");
    assert!(
        junit.contains("failures=\"1\"") && junit.contains("skipped=\"2\""),
        "{junit}"
    );
    let (_, sarif, _) = run(&[BROKEN, UNCLEAR, BROKEN, GOOD], "sarif");
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let states: Vec<&Value> = sarif["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| &result["baselineState"])
        .collect();
    assert_eq!(states, ["new", "unchanged", "unchanged"]);
    // A line of no report, and one of a report on codebooks.
    for (line, number) in [("{}", 1), ("\n\n{\"file\":\"a\",\"line\":1}", 3)] {
        let no_report = folder(&[("a.jsonl", GOOD), ("was.jsonl", line)]);
        let (code, _, stderr) = validate(no_report.path(), &["--baseline", "was.jsonl", "a.jsonl"]);
        assert_eq!(code, 1);
        assert!(
            stderr.contains(&format!("was.jsonl:{number}: ")) && stderr.contains("help: "),
            "{stderr}"
        );
    }
}

#[test]
fn sarif_has_rules_and_places() {
    let folder = folder(&[
        ("a b.jsonl", &format!("{GOOD}\n{UNCLEAR}\n{ASKS}\n")),
        ("c.txt", &format!("\n{BROKEN}")),
    ]);
    let (code, stdout, _) = validate(folder.path(), &["--report", "sarif", "a b.jsonl", "c.txt"]);
    assert_eq!(code, 4);
    let sarif: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            run["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.jsonl");
    assert_eq!(
        place["region"],
        json!({"startLine": 2, "startColumn": 48, "endLine": 2, "endColumn": 54})
    );
    let levels: Vec<&Value> = results.iter().map(|result| &result["level"]).collect();
    assert_eq!(levels, ["warning", "note", "error"]);
    assert_eq!(
        results[2]["locations"][0]["physicalLocation"]["region"]["startLine"],
        2
    );
    // Nothing wrong: still a report.
    let clean = self::folder(&[("a.jsonl", GOOD)]);
    let (_, stdout, _) = validate(clean.path(), &["--report", "sarif", "a.jsonl"]);
    let sarif: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(sarif["runs"][0]["results"], json!([]));
}

#[test]
fn github_marks_the_lines() {
    let folder = folder(&[("a.jsonl", &format!("{GOOD}\n{UNCLEAR}\n{BROKEN}\n"))]);
    let (_, stdout, _) = validate(folder.path(), &["--report", "github", "a.jsonl"]);
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("::warning file=a.jsonl,line=2,col=48,title=DEC031 unknown-field::"),
        "{stdout}"
    );
    assert!(
        lines[1].starts_with("::error file=a.jsonl,line=3,col=30,title=DEC006 unexpected-end::"),
        "{stdout}"
    );
}

#[test]
fn junit_counts_before_it_tells() {
    let folder = folder(&[("<a>.jsonl", &format!("{GOOD}\n{UNCLEAR}\n{ASKS}\n"))]);
    let (_, stdout, _) = validate(folder.path(), &["--report", "junit", "<a>.jsonl"]);
    for part in [
        "tests=\"3\" failures=\"2\"",
        "<testcase classname=\"&lt;a&gt;.jsonl\" name=\"line 1\"/>",
        "<failure type=\"clarify\" message=\"DEC031 unknown-field: ",
        "the model asks: 哪个园区？",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    assert_eq!(stdout.matches("<testcase").count(), 3);
    assert!(stdout.ends_with("</testsuite>\n</testsuites>\n"));
}

/// The fixtures are what models really say, so the whole folder is a run.
#[test]
fn the_fixtures_come_out_as_their_folders_promise() {
    for domain in ["enterprise", "address", "mind", "wine"] {
        let cases = cases().into_iter().filter(|case| case.domain == domain);
        let files: Vec<PathBuf> = cases.map(|case| case.path).collect();
        let output = cmec(&["validate", "--domain", domain])
            .args(&files)
            .output()
            .unwrap();
        let objects = objects(std::str::from_utf8(&output.stdout).unwrap());
        assert_eq!(objects.len(), files.len());
        for object in objects {
            let file = Path::new(object["file"].as_str().unwrap());
            let folder = file.ancestors().nth(2).unwrap().file_name().unwrap();
            assert_eq!(object["verdict"], *folder.to_str().unwrap(), "{object}");
        }
    }
}

/// What a tool ignores makes no finding, and is shown all the same.
#[test]
fn ignored_arguments_are_shown() {
    let call = r#"{"name":"search_wines","arguments":{"wine_type":"orange","price_max":2000}}"#;
    let folder = folder(&[("a.jsonl", call)]);
    let report = |form: &str| {
        let output = cmec(&["validate", "--domain", "wine", "--report", form, "a.jsonl"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let [object] = objects(&report("json")).try_into().unwrap();
    assert_eq!(object["verdict"], "contract");
    assert_eq!(
        object["dropped"],
        json!(["wine_type: `wine.wine_type` has no value `orange`"])
    );
    let text = report("text");
    assert!(
        text.starts_with("a.jsonl:1: contract: ignored: wine_type: "),
        "{text}"
    );
    assert!(text.contains("; 1 arguments ignored\n"), "{text}");
    let said = "wine_type: `wine.wine_type` has no value `orange`";
    let head = "::notice file=a.jsonl,line=1,title=ignored-argument::";
    assert_eq!(report("github"), format!("{head}{said}\n"));
    let sarif: Value = serde_json::from_str(&report("sarif")).unwrap();
    let result = only_result(&sarif);
    assert_eq!(result["level"], "note");
    assert_eq!(result["message"]["text"], format!("ignored: {said}"));
    let told = format!("<system-out>ignored: {said}</system-out></testcase>");
    assert!(report("junit").contains(&told), "{}", report("junit"));
    // The answer says it, too.
    let output = cmec(&["run", "--domain", "wine", "--format", "json", "a.jsonl"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let response: Value = serde_json::from_slice(&output.stdout).unwrap();
    let limitations = response["limitations"].as_array().unwrap();
    let ignored = json!("argument_ignored: wine_type: 'wine.wine_type' has no value 'orange'");
    assert!(limitations.contains(&ignored), "{response}");
}

/// A contract that says something deprecated is one, and whoever writes the prompt is told.
#[test]
fn what_is_deprecated_is_a_warning() {
    let book = tempfile::tempdir().unwrap();
    let yaml = "\
name: shop
version: 2
languages: [en]
lanes: {structured: [instance_search]}
types: {book: {key: isbn, label: {en: book}}}
fields:
  F001: {path: book.isbn, type: string, label: {en: isbn}, deprecated: {since: 2, instead: book.ean}}
  F002: {path: book.ean, type: string, label: {en: ean}}
";
    std::fs::write(book.path().join("codebook.yaml"), yaml).unwrap();
    let folder = folder(&[(
        "a.jsonl",
        "{\"s\":\"IS\",\"tg\":[\"book\"],\"A\":[\"F001\"]}\n{\"s\":\"IS\",\"tg\":[\"book\"],\"A\":[\"F002\"]}\n",
    )]);
    let run = |report: &str| {
        let output = cmec(&["validate", "a.jsonl", "--report", report, "--domain"])
            .arg(book.path())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), text)
    };
    let said = "the field `book.isbn` is deprecated since 2, say `book.ean` instead";
    let (code, text) = run("text");
    assert_eq!(code, 0);
    assert!(
        text.contains(&format!("a.jsonl:1: contract: warning: {said}")),
        "{text}"
    );
    assert!(
        text.contains("2 outputs: 2 contract, 0 clarify, 0 reject; 1 say something deprecated"),
        "{text}"
    );
    let objects = objects(&run("json").1);
    assert_eq!(objects[0]["deprecated"], json!([said]));
    assert!(objects[1].get("deprecated").is_none());
    let github = run("github").1;
    let head = "::warning file=a.jsonl,line=1,title=deprecated::";
    assert_eq!(github, format!("{head}{said}\n"));
    let sarif: Value = serde_json::from_str(&run("sarif").1).unwrap();
    let result = only_result(&sarif);
    assert_eq!(result["level"], "warning");
    assert_eq!(result["message"]["text"], format!("warning: {said}"));
    let junit = run("junit").1;
    let told = format!("<system-out>warning: {said}</system-out></testcase>");
    assert!(junit.contains(&told), "{junit}");
    assert!(junit.contains("failures=\"0\""), "{junit}");
}

/// The one result of a run, whose rule is the one it names.
fn only_result(sarif: &Value) -> Value {
    let run = &sarif["runs"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 1, "{run}");
    let result = run["results"][0].clone();
    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(
        run["tool"]["driver"]["rules"][index]["id"],
        result["ruleId"]
    );
    result
}
