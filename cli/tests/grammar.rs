//! `cmec grammar`: the reading grammar of a domain, or of some types and scenarios, in each form.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use common::cmec;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

fn grammar(arguments: &[&str]) -> (i32, String, String) {
    let all = [&["grammar"], arguments].concat();
    let output = cmec(&all).output().unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_grammar_is_of_what_was_asked_for() {
    let (exit, whole, _) = grammar(&["--domain", "enterprise"]);
    assert_eq!(exit, 0);
    let committed = include_str!("../../grammars/enterprise.line.lark");
    assert_eq!(whole, committed);
    let some = ["--domain", "enterprise", "--types", "enterprise,park"];
    let (_, part, _) = grammar(&[&some[..], &["--scenarios", "IS,aggregation"]].concat());
    assert!(part.contains("\"count\"") && part.len() < whole.len());
    for gone in ["\"patent\"", "\"path(\"", "\"rerank\""] {
        assert!(whole.contains(gone) && !part.contains(gone), "{gone}");
    }
}

#[test]
fn each_form_is_what_its_engine_takes() {
    let wine = |form| grammar(&["--domain", "wine", "--to", form]).1;
    let lark = wine("lark");
    assert_eq!(wine("llguidance"), format!("%llguidance {{}}\n\n{lark}"));
    let gbnf = wine("gbnf");
    let tag: serde_json::Value = serde_json::from_str(&wine("structural-tag")).unwrap();
    assert_eq!(tag["format"]["elements"][1]["grammar"], gbnf);
    let custom = ["tools", "--domain", "wine", "--to", "openai-custom"];
    let tools = text(cmec(&custom).output().unwrap().stdout);
    let tools: serde_json::Value = serde_json::from_str(&tools).unwrap();
    let format = &tools[0]["custom"]["format"];
    assert_eq!(format["grammar"]["definition"], lark);
    assert_eq!(format["grammar"]["syntax"], "lark");
}

#[test]
fn what_is_not_there_is_wrong_usage() {
    for (arguments, named) in [
        (
            ["--domain", "wine", "--scenarios", "path_query"],
            "`hybrid`",
        ),
        (["--domain", "wine", "--types", "vine"], "`wine`"),
    ] {
        let (exit, _, said) = grammar(&arguments);
        assert!(exit == 2 && said.contains(named), "{said}");
    }
}
