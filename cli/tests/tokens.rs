//! What intents cost: the bars the line is held to, over the core cases, and the forms of the report.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test runs the command and panics on failure"
)]

#[path = "../../fixtures/decode/cases.rs"]
mod cases;

use std::path::PathBuf;
use std::process::Command;

use cases::cases;
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
    let cases = cases().into_iter();
    let cases = cases.filter(|case| case.verdict == "contract" && case.name.starts_with("core_"));
    cases.map(|case| case.path).collect()
}

#[test]
fn sql_costs_what_it_may() {
    let cases = core_cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let (out, err, code) = cmec(&["tokens", "--tokenizer", "o200k_base"], &cases);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["cases"].as_array().unwrap().len(), cases.len());
    assert_eq!(report["left_out"], 0);
    let sum = &report["sums"][0];
    let to = |form: &str| sum["sql_to"][form].as_f64().unwrap();
    assert!(to("mec") <= 0.40, "{sum:#}");
    let told = report["told"].as_array().unwrap();
    assert_eq!(told.len(), 4);
    for domain in told {
        let tokens = |card: &str| domain[card].as_u64().unwrap();
        assert!(tokens("sql") < tokens("c0.2"), "{domain:#}");
        assert!(tokens("c0.2") < tokens("tools"), "{domain:#}");
    }
}

#[test]
fn a_report_has_two_forms() {
    let cases: Vec<PathBuf> = core_cases().into_iter().take(2).collect();
    let (text, _, code) = cmec(&["tokens", "--report", "text"], &cases);
    assert_eq!(code, Some(0));
    for name in ["o200k_base", "cl100k_base", "call", "mean"] {
        assert!(text.contains(name), "{text}");
    }
}

fn file(path: &str) -> String {
    std::fs::read_to_string(format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A tokenizer of words: one token a word it knows, one for any other.
const WORDS: &str = r#"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"Whitespace"},"post_processor":null,"decoder":null,"model":{"type":"WordLevel","vocab":{"[UNK]":0,"payable":1,"receivable":2},"unk_token":"[UNK]"}}"#;

/// A tokenizer of letters: one token each.
fn letters() -> String {
    WORDS.replace(
        "\"Whitespace\"",
        "\"Split\",\"pattern\":{\"Regex\":\".\"},\"behavior\":\"Isolated\",\"invert\":false",
    )
}

/// Two files of one name, in folders of one name, are two tokenizers.
#[test]
fn tokenizers_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let line = folder.path().join("one.txt");
    std::fs::write(&line, "SELECT * FROM payable").unwrap();
    let letters = letters();
    let mut args = vec!["tokens".to_owned(), "--domain=address".to_owned()];
    for (name, json) in [("words", WORDS), ("letters", letters.as_str())] {
        let folder = folder.path().join(name).join("models");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("tokenizer.json");
        std::fs::write(&path, json).unwrap();
        args.push(format!("--tokenizer={}", path.display()));
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (out, err, code) = cmec(&args, &[line]);
    assert_eq!(code, Some(0), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let total = |at: usize| &report["sums"][at]["total"]["sql"];
    assert_eq!((total(0), total(1)), (&4.into(), &21.into()), "{out}");
}

/// Which tokenizers choose the aliases is said when a codebook is compiled, and what they chose stays.
#[test]
fn aliases_are_chosen_over_the_tokenizers_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("tokenizer.json");
    std::fs::write(&json, letters()).unwrap();
    let chosen = |tokenizer: Option<&str>| {
        let book = tempfile::tempdir().unwrap();
        for name in ["codebook.yaml", "tools.yaml", "bindings.yaml"] {
            let text = file(&format!("codebook/wine/{name}"));
            std::fs::write(book.path().join(name), text).unwrap();
        }
        let compile = |tokenizer: Option<&str>| {
            let out = book.path().join("out");
            let out = out.to_str().unwrap();
            let mut args = vec!["compile", book.path().to_str().unwrap(), "--out", out];
            args.extend(tokenizer.iter().flat_map(|path| ["--tokenizer", path]));
            let (_, err, code) = cmec(&args, &[]);
            assert_eq!(code, Some(0), "{err}");
            std::fs::read_to_string(book.path().join("codebook.lock")).unwrap()
        };
        let lock = compile(tokenizer);
        assert_eq!(compile(None), lock, "an alias is given once");
        lock
    };
    // Where each letter is a token, a long head word costs too much.
    let (usual, letters) = (chosen(None), chosen(json.to_str()));
    let aliases = |lock: &str| -> Vec<String> {
        let lines = lock.lines().filter_map(|line| line.split_once("alias: "));
        let aliases = lines.map(|(_, rest)| rest.split(',').next().unwrap().to_owned());
        aliases.collect()
    };
    // Two were given when the cheapest word won, and stay.
    let mut given = aliases(&file("codebook/wine/codebook.lock"));
    for (was, now) in [("type", "wine_type"), ("food", "pairings")] {
        let at = given.iter().position(|alias| alias == was).unwrap();
        given[at] = now.to_owned();
    }
    assert_eq!(aliases(&usual), given);
    assert!(usual.contains("alias: pairings,"), "{usual}");
    assert!(letters.contains("alias: food,"), "{letters}");
}

#[test]
fn any_tokenizer_can_count() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("tokenizer.json");
    std::fs::write(&json, WORDS).unwrap();
    let line = folder.path().join("two.txt");
    std::fs::write(&line, "SELECT * FROM payable LIMIT 5").unwrap();
    let tokenizer = json.to_str().unwrap();
    let args = ["tokens", "--domain", "address", "--tokenizer", tokenizer];
    let (out, err, code) = cmec(&args, std::slice::from_ref(&line));
    assert_eq!(code, Some(0), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["sums"][0]["total"]["sql"], 6);
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
