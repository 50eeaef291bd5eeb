//! A line in a call of `ask_<domain>` is the line: one verdict, one ledger, and places in the call.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

#[path = "common/intents.rs"]
mod intents;

use cmec_decoder::encode::encode;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::language::Scenario;
use cmec_decoder::{Decoded, Decoder, Notation, Options, Spelling, Tables, Verdict};
use intents::{Dice, intent};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A line, read as one.
fn alone<'a>(line: &'a str, tables: &'a Tables) -> Decoded<'a> {
    let spelling = Spelling::Only(Notation::Line);
    let options = Options {
        spelling,
        ..Options::default()
    };
    let decoder = Decoder::new(tables).with_options(options);
    decoder.decode(line, "1")
}

/// Calls with this line: its arguments an object, a text that holds one, and in what MCP puts around them.
fn calls(line: &str, tables: &Tables) -> [(String, u32); 3] {
    let name = tables.line_tool();
    let arguments = json!({ "line": line });
    let quoted = arguments.to_string();
    [
        (json!({ "name": name, "arguments": arguments }).to_string(), 1),
        (json!({ "name": name, "arguments": quoted }).to_string(), 2),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
                .to_string(),
            1,
        ),
    ]
}

/// What stood there before it was escaped so often.
fn unescaped(said: &str, times: u32) -> String {
    (0..times).fold(said.to_owned(), |said, _| {
        serde_json::from_str(&format!("\"{said}\"")).unwrap()
    })
}

/// The lines of a ledger, and what stands at the place of each.
fn ledger(decoded: &Decoded<'_>, text: &str, escapes: u32) -> Vec<(Value, Option<String>)> {
    let ledger = serde_json::to_value(&decoded.account.ledger).unwrap();
    let lines = ledger.as_array().unwrap().iter().cloned();
    let lines = lines.map(|mut line| {
        let span = line.as_object_mut().unwrap().shift_remove("span");
        let said = span.map(|span| {
            let [start, end] = ["start", "end"].map(|end| span[end].as_u64().unwrap() as usize);
            unescaped(&text[start..end], escapes)
        });
        (line, said)
    });
    lines.collect()
}

/// Holds the calls with a line against the line.
fn agree(line: &str, tables: &Tables) {
    let alone = alone(line, tables);
    for (call, escapes) in calls(line, tables) {
        let decoded = Decoder::new(tables).decode(&call, "1");
        let shown = || format!("{call}\n{:#?}\n{:#?}", decoded.verdict, alone.verdict);
        match (&decoded.verdict, &alone.verdict) {
            (Verdict::Contract(one), Verdict::Contract(other)) => {
                assert_eq!(one.get(), other.get(), "{}", shown());
            }
            (Verdict::Clarify(_), Verdict::Clarify(_))
            | (Verdict::Reject(_), Verdict::Reject(_)) => {}
            _ => panic!("{}", shown()),
        }
        let told = |decoded: &Decoded<'_>| -> Vec<(&str, String)> {
            let findings = decoded.account.findings.iter();
            let mut told: Vec<_> = findings
                .map(|one| (one.rule.id, one.message.clone()))
                .collect();
            told.sort();
            told
        };
        assert_eq!(told(&decoded), told(&alone), "{}", shown());
        if matches!(decoded.verdict, Verdict::Contract(_)) && !call.contains("jsonrpc") {
            // What MCP puts around a call is left out, and the ledger says so.
            let own = ledger(&alone, line, 0);
            assert_eq!(ledger(&decoded, &call, escapes), own, "{call}");
        }
        for finding in &decoded.account.findings {
            let said = call.get(finding.span.start..finding.span.end).unwrap();
            let said = unescaped(said, escapes);
            let same = alone.account.findings.iter().any(|other| {
                other.rule.id == finding.rule.id && line[other.span.start..other.span.end] == said
            });
            assert!(same, "{call}\n{finding:#?}");
            assert!(finding.pointer.ends_with("/line"), "{call}\n{finding:#?}");
        }
    }
}

#[test]
fn what_is_asked_by_hand() {
    for (domain, line) in [
        ("wine", "red dry price<=2000"),
        (
            "wine",
            "varieties~\"Мальбек\" country=Аргентина food=[стейк] +price 3 +20",
        ),
        ("wine", "name=\"Château \\\"X\\\"\" price=1500..2999.99"),
        ("wine", "RAG \"why\" ^7"),
        ("wine", "?\"which colour?\""),
        ("wine", "colour=red"),
        ("wine", "red pric<=\"a\""),
        ("wine", "price>="),
        ("wine", "count(\"quoted\n"),
        ("wine", ""),
        ("mind", "\"Почему граф?\" :deep"),
        (
            "enterprise",
            "enterprise >enterprise_2_park[1..3] city=\"Suzhou\" 5",
        ),
    ] {
        agree(line, builtin(domain).unwrap());
    }
}

#[test]
fn a_call_without_a_line_says_what_it_lacks() {
    let wine = builtin("wine").unwrap();
    for (call, found) in [
        (r#"{"name":"ask_wine"}"#, &["DEC023"][..]),
        (r#"{"name":"ask_wine","arguments":{}}"#, &["DEC023"]),
        (r#"{"name":"ask_wine","arguments":{"line":7}}"#, &["DEC020"]),
        (r#"{"name":"ask_wine","arguments":["red"]}"#, &["DEC020"]),
        (
            r#"{"name":"ask_wine","arguments":{"line":"red","s":"IS"}}"#,
            &["DEC021"],
        ),
        (
            r#"{"name":"ask_wines","arguments":{"line":"red"}}"#,
            &["DEC036"],
        ),
    ] {
        let decoded = Decoder::new(wine).decode(call, "1");
        let ids: Vec<&str> = (decoded.account.findings.iter())
            .map(|finding| finding.rule.id)
            .collect();
        assert_eq!(ids, found, "{call}");
    }
}

/// The line is the part that is said again, however often it is escaped.
#[test]
fn a_line_is_said_again() {
    let wine = builtin("wine").unwrap();
    let [unclear, right] = ["red colour=\"x\"", "red region~\"Rioja Alta\""];
    for ((previous, _), (wanted, _)) in calls(unclear, wine).into_iter().zip(calls(right, wine)) {
        let mut merged = String::new();
        let patch = json!(right).to_string();
        let decoded = Decoder::new(wine).patch(&previous, &patch, &mut merged, "1");
        assert!(
            matches!(decoded.verdict, Verdict::Contract(_)),
            "{decoded:#?}"
        );
        drop(decoded);
        assert_eq!(merged, wanted);
    }
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    let all = Scenario::ALL.iter().copied();
    let said = all.filter(|scenario| *scenario != Scenario::Clarify);
    proptest::sample::select(said.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_line_in_a_call_is_the_line(
        scenario in scenarios(),
        numbers in proptest::collection::vec(any::<u32>(), 0..100),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        for name in DOMAINS {
            let tables = builtin(name).unwrap();
            let text = intent(tables, scenario, &mut Dice::of(&numbers));
            let decoded = Decoder::new(tables).decode(&text, "1");
            let Verdict::Contract(contract) = &decoded.verdict else { continue };
            let Ok(line) = encode(contract, tables, Notation::Line) else { continue };
            // A piece of it has findings.
            let end = cut.map_or(line.len(), |cut| line.floor_char_boundary(cut.index(line.len() + 1)));
            agree(&line[..end], tables);
        }
    }
}
