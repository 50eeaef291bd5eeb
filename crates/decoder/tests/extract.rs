//! With extraction on, the one intent is cut out of prose and fences; where there could be two it is a reject.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

use cmec_decoder::decode::Options;
use cmec_decoder::generated::builtin;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{Decoded, Decoder, Extract, Verdict};
use proptest::prelude::*;

const INTENT: &str =
    r#"{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F021","op":"EQ","v":"a } \" { b"}]}}"#;

fn decode(text: &str) -> Decoded<'_> {
    let decoder = Decoder::new(builtin("enterprise").unwrap()).with_options(Options {
        extract: Extract::On,
        ..Options::default()
    });
    decoder.decode(text, "1")
}

/// What was cut, as the ledger says.
fn cut<'t>(decoded: &Decoded<'_>, text: &'t str) -> Vec<&'t str> {
    let entries = decoded.account.ledger.entries().into_iter();
    let cut = entries.filter(|entry| entry.kind == LedgerKind::Extracted);
    cut.map(|entry| entry.span.unwrap())
        .map(|span| &text[span.start..span.end])
        .collect()
}

fn ids(text: &str) -> Vec<&'static str> {
    let decoded = decode(text);
    let found = decoded.account.findings.iter();
    found.map(|finding| finding.rule.id).collect()
}

#[test]
fn text_around_the_intent_is_cut_and_accounted_for() {
    let alone = decode(INTENT).verdict;
    assert!(matches!(alone, Verdict::Contract(_)));
    for (before, after, pieces) in [
        ("", "", &[][..]),
        (" \n", "\t", &[]),
        ("```json\n", "\n```", &["```json", "```"]),
        ("```\n", "\n```\n", &["```", "```"]),
        ("Here it is: ", "", &["Here it is:"]),
        (
            "好的，意图如下：\n",
            "\n希望有帮助。",
            &["好的，意图如下：", "希望有帮助。"],
        ),
        (
            "Вот \"намерение\": ",
            " — it's done",
            &["Вот \"намерение\":", "— it's done"],
        ),
        ("\u{feff}", "", &["\u{feff}"]),
        (
            "<think>a list [1, 2]</think>",
            "",
            &["<think>a list [1, 2]</think>"],
        ),
        (
            "As \"asked\", see [\"parks\"](https://x.example/a_(b)) [1]:\n",
            ", as 'said' (it's \"all\")",
            &[
                "As \"asked\", see [\"parks\"](https://x.example/a_(b)) [1]:",
                ", as 'said' (it's \"all\")",
            ],
        ),
        ("意图(如下: ", ")", &["意图(如下:", ")"]),
        ("f(x) (", ")", &["f(x) (", ")"]),
    ] {
        let text = format!("{before}{INTENT}{after}");
        let decoded = decode(&text);
        assert_eq!(decoded.verdict, alone, "{text}");
        assert_eq!(cut(&decoded, &text), pieces, "{text}");
        assert_eq!(decoded.account.bytes, text.len());
    }
}

#[test]
fn what_a_model_thought_is_no_answer() {
    let alone = decode(INTENT).verdict;
    for (thought, answer) in [
        ("<think>maybe {\"s\":\"IS\"}</think>", "\n"),
        (
            "<Reasoning>{\"s\":\"IS\",\"tg\":[\"person\"]}</reasoning>",
            " Here it is: ",
        ),
        ("{\"s\":\"IS\"} no\n</think>", ""),
    ] {
        let text = format!("{thought}{answer}{INTENT}");
        let decoded = decode(&text);
        assert_eq!(decoded.verdict, alone, "{text}");
        assert_eq!(cut(&decoded, &text)[0], thought);
        let text = format!("{thought}{answer}Sorry.");
        assert!(
            matches!(decode(&text).verdict, Verdict::Reject(_)),
            "{text}"
        );
    }
    for text in [
        format!("<think>{INTENT}"),
        format!("<thinking>a\n```json\n{INTENT}\n```\nno</thinking> Sorry."),
        format!("<|channel|>analysis<|message|>{INTENT}<|end|><|channel|>final<|message|>Sorry."),
        "<think>SELECT * FROM park</think>\nI do not know.".to_owned(),
        "<think>\n```sql\nSELECT * FROM park\n```\n".to_owned(),
    ] {
        assert!(
            matches!(decode(&text).verdict, Verdict::Reject(_)),
            "{text}"
        );
    }
    let text = "<think>hm</think>SELECT * FROM park WHERE level = 'nationel'";
    let place = decode(text).account.findings[0].span;
    assert_eq!(&text[place.start..place.end], "'nationel'");
}

#[test]
fn two_intents_are_a_reject() {
    let second = r#"{"s":"AF"}"#;
    for text in [
        format!("{INTENT}{INTENT}"),
        format!("{INTENT}\n{second}"),
        format!("not {second} but ```json\n{INTENT}\n```"),
        format!("{INTENT} and {{}}"),
        format!("{INTENT} and {{\"s\":\"IS\""),
    ] {
        assert_eq!(ids(&text), ["DEC014"], "{text}");
        assert!(matches!(decode(&text).verdict, Verdict::Reject(_)));
    }
}

#[test]
fn braces_that_could_belong_to_the_intent_are_a_reject() {
    for text in [
        format!("for {{company}}: {INTENT}"),
        format!("{INTENT} for {{company}}"),
        format!("{INTENT}}}"),
        format!("}} {INTENT}"),
        format!("[{INTENT}]"),
        format!("[ {INTENT}, 1]"),
        format!("{INTENT} ]"),
        format!("fn f() {{ return 1 }} {INTENT}"),
        format!("{INTENT}, \"o\":\"ATTR\""),
        format!("{INTENT},\"C\":"),
        format!("{INTENT} 'o' : 'ATTR'"),
        format!("{INTENT}, \"o"),
        format!("[\"a\", {INTENT}, \"b\"]"),
        format!("答案 \"s\":\"AF\" {INTENT}"),
        format!("\"name\":\"query_park\",\"arguments\":{INTENT}"),
        format!("{INTENT} [\"park\"]"),
        format!("[ [\"park\"] ] {INTENT}"),
        format!("```json\n{INTENT}\n```\n```json\n[\"AF\"]\n```"),
        format!("query_park({INTENT})"),
        format!("level: national\n{INTENT}"),
        format!("{INTENT}\nlimit: 5"),
        format!("{INTENT}\n- park.level = national\n"),
        format!("run(query_park, [1], {INTENT} )"),
    ] {
        assert_eq!(ids(&text), ["DEC015"], "{text}");
        assert!(matches!(decode(&text).verdict, Verdict::Reject(_)));
    }
}

#[test]
fn nothing_is_repaired() {
    for (text, id) in [
        // Cut off inside the intent; everything from its brace on is the intent.
        (r#"Sure: {"s":"IS","tg":["par"#, "DEC006"),
        ("```json\n{\"s\":\"IS\",\"tg\":[\"park\"]\n```", "DEC004"),
        (r"Sure: {'s':'IS'}", "DEC004"),
        (r#"Sure: {"s":"IS",}"#, "DEC005"),
        ("{set {a, b: {\"s\":\"IS\"}", "DEC004"),
        ("no intent at all", "DEC004"),
        ("", "DEC006"),
        ("[1]", "DEC020"),
    ] {
        assert_eq!(ids(text)[0], id, "{text}");
    }
}

#[test]
fn places_are_those_of_the_whole_text() {
    let text = "好的：\n```json\n{\"s\":\"IS\",\n \"tg\":[\"parks\"]}\n```";
    let decoded = decode(text);
    let finding = &decoded.account.findings[0];
    assert_eq!(&text[finding.span.start..finding.span.end], "\"parks\"");
    assert_eq!((finding.position.line, finding.position.column), (4, 8));
    assert_eq!(finding.pointer, "/tg/0");
    assert_eq!(cut(&decoded, text), ["好的：\n```json", "```"]);
}

#[test]
fn hostile_texts_take_one_pass() {
    let cap = builtin("enterprise").unwrap().limits.input_bytes as usize;
    for piece in [
        "{", "}", "{\"", "{}", "\\{\"\\", "[{", "{\"a\":", "[\"](", "f(", "\" ",
    ] {
        let text = piece.repeat(cap / piece.len());
        assert!(!ids(&text).is_empty());
        let text = format!("{}{INTENT}", piece.repeat((cap - 100) / piece.len()));
        assert_eq!(decode(&text).account.bytes, text.len());
    }
}

/// A line in a fence says the same as alone, right or wrong.
#[test]
fn sql_in_a_fence_is_sql() {
    for sql in [
        "SELECT * FROM enterprise LIMIT 5",
        "SELECT * FROM enterprize",
        "SELECT * FROM enterprise WHERE name =",
    ] {
        let alone = ids(sql);
        for fenced in [
            format!("```\n{sql}\n```"),
            format!("```text\n{sql}\n```\n"),
            format!("```{sql}```"),
        ] {
            assert_eq!(ids(&fenced), alone, "{fenced}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_has_a_verdict(text in "[\\[\\]{}\":,`a-cSs \\\\и企\\n]{0,60}") {
        let decoded = decode(&text);
        let is_contract = matches!(decoded.verdict, Verdict::Contract(_));
        prop_assert_eq!(decoded.account.findings.is_empty(), is_contract);
        for finding in &decoded.account.findings {
            prop_assert!(text.get(finding.span.start..finding.span.end).is_some());
        }
    }

    /// Prose without braces, brackets, quotes and the marks of comments and of lines changes nothing.
    #[test]
    fn prose_changes_nothing(before in "[^{}\\[\\]()\"'”/<#;%@:=-]{0,40}", after in "[^{}\\[\\]()\"'”/<#;%@:=-]{0,40}") {
        let text = format!("{before}{INTENT}{after}");
        prop_assert_eq!(decode(&text).verdict, decode(INTENT).verdict);
    }
}

/// A second payload that decodes by itself, of any notation, leaves it open which is meant.
#[test]
fn a_second_payload_of_any_notation_is_a_reject() {
    for text in [
        format!("{INTENT} SELECT * FROM park"),
        format!("{INTENT}\nSELECT * FROM park\n"),
        format!("```json\n{INTENT}\n```\nSELECT * FROM park"),
        format!("- `SELECT * FROM park`.\n\n{INTENT}"),
        "```\nSELECT * FROM park\n```\nSELECT * FROM enterprise".to_owned(),
        format!("1. SELECT * FROM park\n2. {INTENT}"),
        format!("2) SELECT * FROM park\n{INTENT}"),
        format!("**SELECT * FROM park**\n{INTENT}"),
        format!("{INTENT} /* SELECT * FROM park */"),
        format!("First: SELECT * FROM park, then: {INTENT}"),
        format!("Use `SELECT * FROM park`.\n{INTENT}"),
        format!("Sure: \"SELECT * FROM park\" and {INTENT}"),
        format!("| SELECT * FROM park |\n{INTENT}"),
    ] {
        assert_eq!(ids(&text), ["DEC014"], "{text}");
        assert!(matches!(decode(&text).verdict, Verdict::Reject(_)));
    }
}

/// Who puts an intent in a comment takes it back.
#[test]
fn an_intent_in_a_comment_is_a_reject() {
    for text in [
        format!("// {INTENT}"),
        format!("<!-- {INTENT} -->"),
        format!("/* was:\n{INTENT} */"),
        format!("# {INTENT}"),
        format!("done\n// or {INTENT}"),
        format!("code(); // {INTENT}"),
        "<!--\n```\nSELECT * FROM park\n```\n-->".to_owned(),
        "/*\n```\nSELECT * FROM park\n```\n*/".to_owned(),
    ] {
        assert_eq!(ids(&text), ["DEC015"], "{text}");
    }
    for text in [
        format!("<!-- note --> {INTENT}"),
        format!("see https://x.example/ {INTENT}"),
        format!("# Intent\n{INTENT}"),
    ] {
        assert!(
            matches!(decode(&text).verdict, Verdict::Contract(_)),
            "{text}"
        );
    }
}
