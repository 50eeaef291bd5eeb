//! A patch of one part gives the same contract as saying the whole at once.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

#[path = "common/intents.rs"]
mod intents;

use cmec_decoder::decode::Options;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{Decoder, Extract, Verdict};
use intents::{Dice, intent};
use proptest::prelude::*;

const GOOD: &str = r#"{"f":"F001","op":"CT","v":"新能源"}"#;
const BAD: &str = r#"{"f":"F999","op":"CT","v":"新能源"}"#;

fn decoder() -> Decoder<'static> {
    Decoder::new(builtin("enterprise").unwrap())
}

/// A text with one filter.
fn with(filter: &str) -> String {
    format!(
        "{{ \"s\":\"IS\", \"tg\":[\"enterprise\"],\n \"C\":{{\"flt\":[{{\"f\":\"F007\",\"op\":\"EX\"}}, {filter} ]}} }}"
    )
}

/// The ids of the findings of a patch, and the text they are in.
fn patched(previous: &str, patch: &str) -> (Vec<&'static str>, String) {
    let mut merged = String::new();
    let decoded = decoder().patch(previous, patch, &mut merged, "1");
    let found = &decoded.account.findings;
    let ids = found.iter().map(|finding| finding.rule.id).collect();
    for finding in found {
        assert!(finding.position.line > 0);
    }
    drop(decoded);
    (ids, merged)
}

#[test]
fn a_patch_of_one_filter_is_as_good_as_saying_it_whole() {
    for patch in [
        GOOD.to_owned(),
        format!("{{\"/C/flt/1\":{GOOD}}}"),
        r#"{"/C/flt/1/f":"F001"}"#.to_owned(),
        r#" { "/C/flt/1/v" : "新能源", "/C/flt/1/f" : "F001" } "#.to_owned(),
    ] {
        let mut merged = String::new();
        let decoded = decoder().patch(&with(BAD), &patch, &mut merged, "1");
        assert_eq!(decoded.verdict, decoder().decode(&with(GOOD), "1").verdict);
        drop(decoded);
        assert_eq!(merged, with(GOOD), "nothing else has changed");
    }
}

#[test]
fn a_second_patch_is_for_the_merged_text() {
    let (ids, merged) = patched(&with(BAD), r#"{"/C/flt/1/f":"F998"}"#);
    assert_eq!(ids, ["DEC031"]);
    let (ids, merged) = patched(&merged, GOOD);
    assert!(ids.is_empty());
    assert_eq!(merged, with(GOOD));
}

#[test]
fn a_patch_elsewhere_is_a_finding() {
    for (patch, id) in [
        (r#"{"/s":"AF"}"#, "DEC081"),
        (r#"{"/C/flt/0":{"f":"F007","op":"EX"}}"#, "DEC081"),
        (r#"{"/C/flt/10":{}}"#, "DEC081"),
        (r#"{"/C/flt":[]}"#, "DEC081"),
        (r#"{"/C/flt/1/f":"F001","s":"AF"}"#, "DEC081"),
        (r#"{"/C/flt/1/f":"F001","/C/flt/1":{}}"#, "DEC081"),
        (r#"{"/C/flt/1/ord":"A"}"#, "DEC082"),
        (r#"{"/C/flt/1/v/0":"A"}"#, "DEC082"),
        (r#"{"/C/flt/1/f":F001}"#, "DEC004"),
        ("", "DEC006"),
    ] {
        let (ids, merged) = patched(&with(BAD), patch);
        assert_eq!(ids, [id], "{patch}");
        assert_eq!(merged, patch, "places are those of the patch");
    }
    // A text that is understood, or not at all, has no part to say again.
    for previous in [with(GOOD), "no intent".to_owned(), with("{}")] {
        assert_eq!(patched(&previous, GOOD).0, ["DEC081"], "{previous}");
    }
    let long = format!("{GOOD}{}", " ".repeat(70_000));
    assert_eq!(patched(&with(BAD), &long).0, ["DEC002"]);
}

#[test]
fn a_patch_goes_into_any_notation() {
    let call = |filter: &str| {
        let intent = serde_json::to_string(&with(filter)).unwrap();
        format!("{{\"name\":\"query_enterprise\",\"arguments\":{intent}}}")
    };
    let (ids, merged) = patched(&call(BAD), GOOD);
    assert!(ids.is_empty());
    assert_eq!(merged, call(GOOD));
    let (ids, merged) = patched(
        &call(GOOD).replace("query", "find"),
        r#""query_enterprise""#,
    );
    assert!(ids.is_empty());
    assert_eq!(merged, call(GOOD));

    // The whole of arguments that are a text.
    let intent = r#"{"s":"IS","tg":["enterprisuuuue"],"C":{"flt":[{"f":"F999","op":"EX"}]}}"#;
    let unclear = serde_json::to_string(intent).unwrap();
    let whole =
        |arguments: &str| format!(r#"{{"name":"query_enterprise","arguments":{arguments}}}"#);
    let (ids, merged) = patched(&whole(&unclear), r#"{"s":"IS","tg":["enterprise"]}"#);
    assert!(ids.is_empty(), "{ids:?}");
    assert_eq!(merged, whole(r#"{"s":"IS","tg":["enterprise"]}"#));

    // One filter of a branch, and in SQL a condition.
    let choice = |filter: &str| with(&format!("{{\"any\":[[{GOOD}],[{filter}]]}}"));
    let (ids, merged) = patched(&choice(BAD), GOOD);
    assert!(ids.is_empty());
    assert_eq!(merged, choice(GOOD));
    let sql =
        |condition: &str| format!("SELECT * FROM enterprise WHERE {condition} AND listed LIMIT 5");
    let (ids, merged) = patched(&sql("naem LIKE '%x%'"), "name LIKE '%x%'");
    assert!(ids.is_empty(), "{ids:?}");
    assert_eq!(merged, sql("name LIKE '%x%'"));
    // What would take the condition beside it along is no condition alone.
    for more in [
        "name = 'a' OR name = 'b'",
        "name = 'a' AND tech",
        "name = 'a' LIMIT 1",
        "name =",
    ] {
        let (ids, _) = patched(&sql("naem = 'a'"), more);
        assert_eq!(ids, ["DEC081"], "{more}");
    }
    let (ids, merged) = patched(&sql("naem = 'a'"), "(name = 'a' OR name = 'b')");
    assert!(ids.is_empty(), "{ids:?}");
    assert_eq!(merged, sql("(name = 'a' OR name = 'b')"));

    let mec = |field: &str| {
        format!(
            r#"{{"intent":{{"scenario":"instance_search","output_type":"instances"}},"grounding":{{}},"constraints":{{"filters":[{{"field":"{field}","operator":"exists"}}]}}}}"#
        )
    };
    let mec = |field| {
        mec(field).replace(
            "\"grounding\":{}",
            "\"grounding\":{\"target_types\":[\"park\"]}",
        )
    };
    let (ids, merged) = patched(
        &mec("park.town"),
        r#"{"/constraints/filters/0/field":"park.city"}"#,
    );
    assert!(ids.is_empty());
    assert_eq!(merged, mec("park.city"));

    let decoder = decoder().with_options(Options {
        extract: Extract::On,
        ..Options::default()
    });
    let fenced = |filter: &str| format!("```json\n{}\n```", with(filter));
    let mut merged = String::new();
    let decoded = decoder.patch(&fenced(BAD), GOOD, &mut merged, "1");
    assert!(matches!(decoded.verdict, Verdict::Contract(_)));
    drop(decoded);
    assert_eq!(merged, fenced(GOOD));
}

/// Prose around a patch goes as prose around an intent does, and only where that is switched on.
#[test]
fn text_around_a_patch_is_cut_and_accounted_for() {
    let extracting = decoder().with_options(Options {
        extract: Extract::On,
        ..Options::default()
    });
    let fenced = format!("Sorry:\n```json\n{GOOD}\n```");
    let mut merged = String::new();
    let decoded = extracting.patch(&with(BAD), &fenced, &mut merged, "1");
    assert!(matches!(decoded.verdict, Verdict::Contract(_)));
    let cut = decoded.account.ledger.entries().into_iter();
    let cut = cut.filter(|line| line.kind == LedgerKind::Extracted);
    let cut: Vec<_> = cut.map(|line| (line.value, line.span)).collect();
    assert_eq!(
        cut,
        [("Sorry:\n```json".into(), None), ("```".into(), None)]
    );
    drop(decoded);
    assert_eq!(merged, with(GOOD));
    assert_eq!(patched(&with(BAD), &fenced).0, ["DEC004"]);
    let two = format!("{GOOD} or {GOOD}");
    for (patch, ids) in [
        (two.as_str(), &["DEC014"][..]),
        // What is JSON as a whole has nothing around it.
        ("[[1]]", &["DEC020"]),
    ] {
        let decoded = extracting.patch(&with(BAD), patch, &mut merged, "1");
        let found = decoded.account.findings.iter();
        assert_eq!(found.map(|found| found.rule.id).collect::<Vec<_>>(), ids);
    }
}

proptest! {
    /// Whatever the patch, there is a verdict, and the findings lie in the merged text.
    #[test]
    fn any_patch_has_a_verdict(patch in "[\\[\\]{}\":,/0-9a-zA-Z ~\\\\и企]{0,40}") {
        let mut merged = String::new();
        let decoded = decoder().patch(&with(BAD), &patch, &mut merged, "1");
        let spans: Vec<_> = decoded.account.findings.iter().map(|finding| finding.span).collect();
        drop(decoded);
        for span in spans {
            prop_assert!(merged.get(span.start..span.end).is_some(), "{span:?}");
        }
    }

    /// Any filter of any intent, spoiled and said again, gives the intent.
    #[test]
    fn a_spoiled_filter_said_again_gives_the_intent(numbers in proptest::collection::vec(any::<u32>(), 0..80)) {
        let tables = builtin("enterprise").unwrap();
        let text = intent(tables, Scenario::Hybrid, &mut Dice::of(&numbers));
        let Some(start) = text.find("\"flt\":[{\"f\":\"").map(|at| at + 13) else {
            return Ok(());
        };
        let code = text[start..start + 4].to_owned();
        let spoiled = format!("{}F999{}", &text[..start], &text[start + 4..]);
        let mut merged = String::new();
        let patch = format!("{{\"/C/flt/0/f\":\"{code}\"}}");
        let decoded = decoder().patch(&spoiled, &patch, &mut merged, "1");
        prop_assert_eq!(decoded.verdict, decoder().decode(&text, "1").verdict);
        prop_assert_eq!(merged, text);
    }
}
