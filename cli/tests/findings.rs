//! How findings are drawn: a window of a long line, in proportion, in the language asked for; and in each form of report.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its files"
)]

mod common;

use common::{answer, cmec, pipe, schema, validate};
use serde_json::{Value, json};

/// Most bytes of an answer, on both outputs together.
const MOST: usize = 1_000_000;

#[test]
fn a_long_line_is_drawn_in_windows() {
    let conditions: Vec<String> = (0..120).map(|at| format!("zz{at} = 'x'")).collect();
    let text = format!(
        "SELECT * FROM enterprise WHERE {}",
        conditions.join(" AND ")
    );
    for format in ["text", "json"] {
        let output = pipe(
            &[
                "decode",
                "--domain",
                "enterprise",
                "--notation",
                "sql",
                "--format",
                format,
            ],
            &text,
        );
        let said = output.stdout.len() + output.stderr.len();
        assert!(said < MOST / 2, "{said} bytes");
    }
    let output = pipe(&["decode", "--domain", "enterprise", "--lang", "en"], &text);
    let drawn = String::from_utf8(output.stderr).unwrap();
    let longest = drawn.lines().map(|line| line.chars().count()).max();
    assert!(longest.unwrap() < 500, "{drawn}");
    // The place is that of the whole line, and what is not told is counted.
    let counts = |line: &str| line.starts_with("and ") && line.ends_with(" more");
    assert!(drawn.lines().any(counts), "{drawn}");
    assert!(drawn.contains("zz7 = 'x'"), "{drawn}");
}

/// A place far behind the beginning is drawn with the text around it, by its own line and column.
#[test]
fn a_window_shows_its_place() {
    let text = format!(
        r#"{{"s":"IS","tg":["enterprise"],"E":[{{"txt":"{}"}}],"C":{{"flt":[{{"f":"F999","op":"EQ","v":"{}"}}]}}}}"#,
        "a".repeat(5000),
        "b".repeat(5000)
    );
    let output = pipe(&["decode", "--domain", "enterprise"], &text);
    let drawn = String::from_utf8(output.stderr).unwrap();
    assert!(drawn.contains("\"f\":\"F999\""), "{drawn}");
    assert!(drawn.contains("/C/flt/0/f"), "{drawn}");
    assert!(drawn.len() < 2000, "{drawn}");
}

#[test]
fn many_faults_stay_in_proportion_in_every_report() {
    let filters: String = (0..2000)
        .map(|at| format!(r#"{{"f":"Z{at}","op":"EQ","v":1}},"#))
        .collect();
    let text = format!(
        r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{}]}}}}"#,
        filters.trim_end_matches(',')
    );
    for report in ["text", "json", "sarif", "github", "junit"] {
        let output = pipe(
            &[
                "validate",
                "--domain",
                "enterprise",
                "--report",
                report,
                "-",
            ],
            &text,
        );
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.len() < MOST, "{report}: {} bytes", said.len());
        let counted = match report {
            "json" => said.contains("\"more\":"),
            _ => said.contains("more findings"),
        };
        assert!(counted, "{report}: {said}");
    }
}

#[test]
fn headlines_and_labels_are_in_the_language_asked_for() {
    let wrong =
        r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F003","op":"EQ","v":"activ"}]}}"#;
    let decode = ["decode", "--domain", "enterprise", "--format", "json"];
    let asked = |language: &'static str| [&decode[..], &["--lang", language]].concat();
    let (_, clarify, drawn) = answer(&pipe(&asked("ru"), wrong));
    validate(&schema("schemas/clarify.schema.json"), &clarify);
    let reason = &clarify["reasons"][0];
    assert_eq!(reason["headline"], "такого значения у поля нет");
    assert_eq!(reason["candidates"][0]["label"], "действует");
    assert!(drawn.contains("такого значения у поля нет: "), "{drawn}");
    let (_, reject, drawn) = answer(&pipe(
        &asked("zh"),
        r#"{"s":"IS","tg":["enterprise"],"x":1}"#,
    ));
    validate(&schema("schemas/reject.schema.json"), &reject);
    assert_eq!(reject["findings"][0]["headline"], "该写法没有这个键");
    assert!(drawn.contains("该写法没有这个键"), "{drawn}");
    // Where no language is asked for, a program gets what it always got.
    let (_, plain, _) = answer(&pipe(&decode, wrong));
    assert!(plain["reasons"][0].get("headline").is_none());

    let sarif = pipe(
        &[
            "validate",
            "--domain",
            "enterprise",
            "--report",
            "sarif",
            "--lang",
            "ru",
            "-",
        ],
        wrong,
    );
    let sarif = String::from_utf8(sarif.stdout).unwrap();
    assert!(sarif.contains(r#""shortDescription":{"text":"такого значения у поля нет"}"#));
    let explained = cmec(&["explain", "DEC042", "--lang", "ru", "--format", "text"]).output();
    let explained = String::from_utf8(explained.unwrap().stdout).unwrap();
    assert!(
        explained.contains("такого значения у поля нет"),
        "{explained}"
    );
}

/// A codebook with two errors, one of which has another place, and a warning, in each form of report.
#[test]
fn check_reports_in_each_form() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("shop")).unwrap();
    let yaml = "\
name: shop
version: 1
languages: [en]
lanes: {structured: [instance_search]}
types: {book: {key: isbn, label: {en: book}}}
fields:
  F001: {path: book.isbn, type: strnig, label: {en: isbn}}
  F002: {path: book.ean, type: string, label: {en: ean}}
  F002: {path: book.name, type: string, label: {en: name}}
";
    std::fs::write(folder.path().join("shop/codebook.yaml"), yaml).unwrap();
    let run = |arguments: &[&str]| {
        let output = cmec(&[&["check", "shop"], arguments].concat())
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4));
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let counts = "shop: broken, 2 errors, 0 warnings\n";
    for form in ["text", "json"] {
        assert_eq!(run(&["--report", form]), run(&["--format", form]));
    }
    assert_eq!(run(&["--report", "text"]).0, counts);
    assert_eq!(run(&["--report", "json"]).0.lines().count(), 2);
    let (sarif, stderr) = run(&["--report", "sarif"]);
    assert_eq!(stderr, counts);
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rules = &sarif["runs"][0]["tool"]["driver"]["rules"];
    for (result, (id, line, column)) in results.iter().zip([("CB013", 7, 33), ("CB003", 9, 3)]) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            (&result["ruleId"], &rules[index]["id"]),
            (&json!(id), &json!(id))
        );
        assert_eq!(result["level"], "error");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "shop/codebook.yaml");
        assert_eq!(
            place["region"],
            json!({"startLine": line, "startColumn": column})
        );
    }
    let text = &results[0]["message"]["text"];
    assert_eq!(
        text,
        "`type` of field `F001` cannot be `strnig`\ndid you mean `string`?"
    );
    let other = &results[1]["relatedLocations"][0];
    assert_eq!(other["physicalLocation"]["region"]["startLine"], 8);
    let (github, stderr) = run(&["--report", "github"]);
    assert_eq!((github.lines().count(), stderr.as_str()), (2, counts));
    let line = "::error file=shop/codebook.yaml,line=7,col=33,title=CB013 unknown-word::`type` of field `F001` cannot be `strnig`%0Adid you mean `string`?\n";
    assert!(github.starts_with(line), "{github}");
    let (junit, _) = run(&["--report", "junit"]);
    for part in [
        "<testsuite name=\"shop\" tests=\"2\" failures=\"2\" errors=\"0\" skipped=\"0\">",
        "<testcase classname=\"shop/codebook.yaml\" name=\"CB013 `type` of field `F001` cannot be `strnig`\">",
        "<failure type=\"unknown-word\" message=\"`type` of field `F001` cannot be `strnig`\">",
    ] {
        assert!(junit.contains(part), "{part}\n{junit}");
    }
    // A warning fails nobody, unless warnings count as errors.
    let fixed = yaml
        .replace("strnig", "string")
        .replace("  F002: {path: book.name", "  F003: {path: book.name");
    std::fs::write(folder.path().join("shop/codebook.yaml"), fixed).unwrap();
    let warned = |extra: &[&str]| {
        let arguments = ["check", "shop", "--report", "junit"];
        let output = cmec(&[&arguments, extra].concat())
            .current_dir(folder.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(warned(&[]).contains("failures=\"0\" errors=\"0\" skipped=\"1\""));
    assert!(warned(&["--deny-warnings"]).contains("failures=\"1\" errors=\"0\" skipped=\"0\""));
}
