//! What intents cost: the bars the line is held to, over the core cases, and the forms of the report.
#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test runs the command and panics on failure"
)]

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

fn cmec(args: &[&str], files: &[PathBuf]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_cmec"))
        .args(args)
        .args(files)
        .output()
        .unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code(),
    )
}

/// The core cases that are contracts, of all four domains.
fn core_cases() -> Vec<PathBuf> {
    let root = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/decode/contract"
    );
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("core_") && name.ends_with(".txt")
        })
        .collect();
    paths.sort();
    paths
}

#[test]
fn the_line_costs_what_it_may() {
    let cases = core_cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let (out, err, code) = cmec(&["tokens", "--tokenizer", "o200k_base"], &cases);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["cases"].as_array().unwrap().len(), cases.len());
    assert_eq!(report["left_out"], 0);
    let sum = &report["sums"][0];
    let to = |form: &str| sum["line_to"][form].as_f64().unwrap();
    assert!(to("mec") <= 0.20, "{sum:#}");
    assert!(to("native") <= 0.60, "{sum:#}");
    assert!(sum["worst_to_mec"][1].as_f64().unwrap() <= 0.40, "{sum:#}");
    let native = report["cases"].as_array().unwrap().iter();
    let native = native.filter(|case| case["tokens"]["o200k_base"]["native"].is_u64());
    assert!(native.count() >= 25, "too few to compare");
    let told = report["told"].as_array().unwrap();
    assert_eq!(told.len(), 4);
    for domain in told {
        let tokens = |card: &str| domain[card].as_u64().unwrap();
        assert!(tokens("line") <= tokens("c0.2"), "{domain:#}");
        assert!(tokens("c0.2") < tokens("tools"), "{domain:#}");
        assert_eq!(
            (&domain["from_c02"], &domain["from_tools"]),
            (&1.into(), &1.into())
        );
    }
}

#[test]
fn a_report_has_three_forms() {
    let cases: Vec<PathBuf> = core_cases().into_iter().take(2).collect();
    let (text, _, code) = cmec(&["tokens", "--report", "text"], &cases);
    assert_eq!(code, Some(0));
    for name in ["o200k_base", "cl100k_base", "native", "mean"] {
        assert!(text.contains(name), "{text}");
    }
    let (svg, _, code) = cmec(&["tokens", "--report", "svg"], &cases);
    assert_eq!(code, Some(0));
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(svg.matches("<rect").count(), 10);
}

/// A tokenizer of words: one token a word it knows, one for any other.
const WORDS: &str = r#"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"Whitespace"},"post_processor":null,"decoder":null,"model":{"type":"WordLevel","vocab":{"[UNK]":0,"payable":1,"receivable":2},"unk_token":"[UNK]"}}"#;

#[test]
fn any_tokenizer_can_count() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("tokenizer.json");
    std::fs::write(&json, WORDS).unwrap();
    let line = folder.path().join("two.txt");
    std::fs::write(&line, "payable receivable").unwrap();
    let tokenizer = json.to_str().unwrap();
    let args = ["tokens", "--domain", "address", "--tokenizer", tokenizer];
    let (out, err, code) = cmec(&args, std::slice::from_ref(&line));
    assert_eq!(code, Some(0), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["sums"][0]["total"]["line"], 2);
    for (wrong, code) in [
        ("gpt5", 2),
        ("missing.json", 1),
        (line.to_str().unwrap(), 2),
    ] {
        let args = ["tokens", "--domain", "address", "--tokenizer", wrong];
        assert_eq!(
            cmec(&args, std::slice::from_ref(&line)).2,
            Some(code),
            "{wrong}"
        );
    }
    std::fs::write(&json, "{}").unwrap();
    assert_eq!(cmec(&args, std::slice::from_ref(&line)).2, Some(1));
    // Neither a domain nor a folder that is called like one.
    assert_eq!(cmec(&["tokens"], &[line]).2, Some(2));
}
