//! How findings are drawn: a window of a long line, in proportion, in the language asked for.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its files"
)]

mod common;

use common::{answer, cmec, pipe, schema, validate};

/// Most bytes of an answer, on both outputs together.
const MOST: usize = 1_000_000;

#[test]
fn a_long_line_is_drawn_in_windows() {
    let line: String = (0..1200).map(|at| format!("zz{at}~x ")).collect();
    let text = format!("enterprise {line}");
    for format in ["text", "json"] {
        let output = pipe(
            &[
                "decode",
                "--domain",
                "enterprise",
                "--notation",
                "line",
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
    assert!(drawn.contains("zz7~x"), "{drawn}");
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
