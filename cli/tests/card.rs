//! `cmec card`: the whole domain or some types, in a language, with its size.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use common::{answer, cmec, repository};

/// Exit code, standard output, standard error.
fn card(arguments: &[&str]) -> (i32, String, String) {
    let all = [&["card", "--format", "text"], arguments].concat();
    let output = cmec(&all).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_card_is_of_what_was_asked_for() {
    let domain = ["--domain", "enterprise", "--lang", "zh"];
    let (exit, whole, said) = card(&domain);
    let size = format!("{} bytes, 11 examples, 23 more left out\n", whole.len());
    assert_eq!((exit, said), (0, size));
    let types = [&domain[..], &["--types", "enterprise,park"]].concat();
    let (exit, some, _) = card(&types);
    assert_eq!(exit, 0);
    assert!(some.contains("park") && !some.contains("patent") && whole.contains("patent"));
    let json = [&["card", "--format", "json"], &types[..]].concat();
    let (_, told, _) = answer(&cmec(&json).output().unwrap());
    assert_eq!(told["card"], some);
    assert_eq!(told["bytes"], some.len());
    assert_eq!(told["types"], serde_json::json!(["enterprise", "park"]));
}

/// Examples are chosen within what a card may take; rules and names are never cut.
#[test]
fn a_card_keeps_to_its_budget() {
    let wine = ["--domain", "wine", "--lang", "en"];
    let within = |budget: &str| card(&[&wine[..], &["--budget", budget]].concat());
    let (_, none, said) = within("1chars");
    assert!(!none.contains("Examples") && said.contains("the rules and names alone take"));
    let most = none.chars().count() + 200;
    let (exit, some, said) = within(&format!("{most}chars"));
    assert!(exit == 0 && some.chars().count() <= most && some.starts_with(&none));
    assert!(some.contains("Examples") && said.contains("more left out"));
    let (_, all, said) = within("9000");
    assert!(
        all.len() > some.len() && !said.contains("left out"),
        "{said}"
    );
    for wrong in ["0", "many", "20bytes"] {
        assert_eq!(within(wrong).0, 2, "{wrong}");
    }
    let (_, dated, _) = card(&[&wine[..], &["--today", "2026-03-31, UTC"]].concat());
    assert!(dated.contains("Today is 2026-03-31, UTC\n"));
}

/// A client's own cut holds beside a budget, and what it does not document is told.
#[test]
fn a_card_is_for_a_client() {
    let of =
        |domain: &str, more: &[&str]| card(&[&["--domain", domain, "--lang", "en"], more].concat());
    let mind = |more: &[&str]| of("mind", more);
    let (exit, prompt, _) = mind(&[]);
    let (_, cut, said) = mind(&["--for", "claude-code"]);
    assert_eq!(exit, 0);
    assert!(cut.starts_with("Answers questions about `mind`"), "{cut}");
    assert!(
        cut.chars().count() <= 2_048 && said.contains("left out"),
        "{said}"
    );
    // The smaller one holds, whichever it is.
    let (_, same, _) = mind(&["--for", "claude-code", "--budget", "9000"]);
    assert_eq!(same, cut);
    let (_, fewer, _) = mind(&["--for", "claude-code", "--budget", "1950chars"]);
    assert!(fewer.chars().count() <= 1_950 && fewer != cut, "{fewer}");
    let (_, enterprise, said) = of("enterprise", &["--for", "claude-code"]);
    assert!(!enterprise.contains("Examples") && said.contains("the rules and names alone take"));
    assert!(said.contains("2048 characters"), "{said}");
    // What says how to answer says here how to call.
    let (_, examples) = prompt.split_once("\nExamples:").unwrap();
    for client in ["chatgpt", "cursor", "openai", "anthropic", "gemini"] {
        let (exit, whole, said) = mind(&["--for", client]);
        assert!(exit == 0 && whole.ends_with(examples), "{client}");
        assert!(said.contains("is not documented"), "{client}: {said}");
    }
    let (exit, _, said) = mind(&["--for", "claude"]);
    assert!(exit == 2 && said.contains("claude-code"), "{said}");
}

/// Built in, compiled from its folder, and read from a table file; of either notation.
#[test]
fn a_domain_has_one_card() {
    for domain in ["address", "enterprise", "mind", "wine"] {
        let out = tempfile::tempdir().unwrap();
        let teach = |from, lang, notation| {
            card(&["--domain", from, "--lang", lang, "--notation", notation])
        };
        let folder = repository(&format!("codebook/{domain}"));
        let (folder, out) = (folder.to_str().unwrap(), out.path().to_str().unwrap());
        let compile = ["compile", folder, "--out", out, "--emit", "tables,card"];
        assert!(cmec(&compile).output().unwrap().status.success());
        let file = format!("{out}/{domain}.tables.json");
        for lang in ["ru", "en"] {
            for (kind, notation) in [("card", "c0.2"), ("sql.card", "sql")] {
                let written = std::fs::read_to_string(format!("{out}/{domain}.{kind}.{lang}.txt"));
                let written = written.ok();
                for from in [domain, folder, &file] {
                    let (exit, card, said) = teach(from, lang, notation);
                    match &written {
                        Some(written) => assert_eq!((exit, &card), (0, written), "{from} {lang}"),
                        None => assert!(exit == 2 && said.contains("no language"), "{from} {said}"),
                    }
                }
            }
        }
    }
}

/// As messages of a chat, and for a question: the nearest examples, the nearest last, and the question behind them.
#[test]
fn a_card_is_a_chat() {
    let question = "Six sweet wines of Georgia";
    let mut command = cmec(&[
        "card", "--domain", "wine", "--lang", "en", "--as", "messages",
    ]);
    command.args(["--question", question]);
    let (_, messages, _) = answer(&command.output().unwrap());
    let messages = messages.as_array().unwrap();
    let role = |at: usize| messages[at]["role"].as_str().unwrap();
    let text = |at: usize| messages[at]["content"].as_str().unwrap();
    assert_eq!(messages.len(), 1 + 2 * 6 + 1);
    assert!(text(0).starts_with("CREATE TABLE wine"), "{}", text(0));
    assert_eq!(
        (role(0), role(1), role(2), role(13)),
        ("system", "user", "assistant", "user")
    );
    assert_eq!(text(11), "Sweet wines from Georgia");
    assert_eq!(text(13), question);
    // A text is a text wherever it goes.
    let output = cmec(&["card", "--domain", "wine", "--lang", "en"])
        .output()
        .unwrap();
    assert!(output.stdout.starts_with(b"CREATE TABLE wine"));
}

#[test]
fn what_is_not_there_is_wrong_usage() {
    for (arguments, named) in [
        (
            ["--domain", "enterprise", "--types", "park,entreprise"],
            "`enterprise`",
        ),
        (["--domain", "enterprise", "--types", "园区"], "`park`"),
        (
            ["--domain", "wine", "--lang", "zh"],
            "candidates: `ru`, `en`",
        ),
        (["--domain", "vine", "--lang", "ru"], "wine"),
    ] {
        let (exit, card, said) = card(&arguments);
        assert_eq!((exit, card.as_str()), (2, ""), "{arguments:?}");
        assert!(said.contains(named), "{said}");
    }
}
