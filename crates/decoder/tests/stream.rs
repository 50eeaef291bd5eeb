//! A text in pieces comes to the verdict on the whole, and what is said early is what the whole says.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "stream/early.rs"]
mod early;
#[path = "common/intents.rs"]
mod intents;
#[path = "stream/shapes.rs"]
mod shapes;
#[path = "stream/spoil.rs"]
mod spoil;

use cases::cases;
use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::finding::Stage;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::stream::{StreamDecoder, StreamState};
use cmec_decoder::{Decoder, Extract, Finding, Notation, Spelling, Tables, Verdict};
use intents::{Dice, intent};
use proptest::prelude::*;
use spoil::{mutate, swap};

fn enterprise() -> Decoder<'static> {
    Decoder::new(builtin("enterprise").unwrap())
}

/// Whether the whole text says what was said early, or has a later fault that hides it.
fn says(whole: &[Finding], early: &Finding) -> bool {
    let same = |said: &Finding| match early.rule.slug {
        "too-large" => said.rule == early.rule,
        "trailing-text" => {
            let mut said = said.clone();
            said.span.end = early.span.end;
            said == *early
        }
        // What is near depends on what stands around, which may come later.
        "unknown-field" | "unknown-relation" | "unknown-code" => {
            let mut said = said.clone();
            said.help.clone_from(&early.help);
            said.candidates.clone_from(&early.candidates);
            said == *early
        }
        _ => said == early,
    };
    let hides = |said: &Finding| match said.rule.stage {
        Stage::Syntax => said.span.end >= early.span.end,
        Stage::Shape => said.span.end > early.span.end,
        _ => false,
    };
    whole.iter().any(same) || whole.iter().any(hides)
}

/// Pushes a text cut at `cuts` and holds it against the whole; returns what was said early.
fn push(decoder: Decoder<'_>, text: &[u8], cuts: &[usize]) -> Option<Finding> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (text.len() + 1)).collect();
    cuts.push(text.len());
    cuts.sort_unstable();
    let mut stream = StreamDecoder::new(decoder);
    let mut from = 0;
    let mut early: Option<Finding> = None;
    for cut in cuts {
        let state = stream.push_bytes(&text[from..cut]);
        match (&early, state) {
            (Some(said), state) => assert_eq!(state, StreamState::Doomed(said)),
            (None, StreamState::Doomed(finding)) => early = Some(finding.clone()),
            (None, StreamState::Open | StreamState::Complete) => {}
        }
        from = cut;
    }
    let whole = decoder.decode_bytes(text, "1");
    let shown = String::from_utf8_lossy(text);
    assert_eq!(stream.finish("1"), whole, "{shown}");
    if let Some(early) = &early {
        let found = &whole.account.findings;
        assert!(!matches!(whole.verdict, Verdict::Contract(_)), "{shown}");
        assert!(says(found, early), "{shown}\n{early:#?}\n{found:#?}");
    }
    early
}

/// Pushes byte by byte; returns the finding and the number of bytes it took.
fn doomed_at(decoder: Decoder<'_>, text: &str) -> Option<(Finding, usize)> {
    let mut stream = StreamDecoder::new(decoder);
    for (at, byte) in text.bytes().enumerate() {
        if let StreamState::Doomed(finding) = stream.push_bytes(&[byte]) {
            return Some((finding.clone(), at + 1));
        }
    }
    None
}

#[test]
fn bytes_are_joined_and_what_is_no_text_ends_it() {
    let text = r#"{"s":"IS","tg":["enterprise"],"E":[{"txt":"企业😀"}]}"#;
    for cut in 0..text.len() {
        assert_eq!(push(enterprise(), text.as_bytes(), &[cut]), None);
    }
    for bytes in [
        b"{\"s\":\"\xff\"}".as_slice(),
        b"{\n\"s\":\"\xe4\xbc\"}",
        b"\xe4\xbc",
        b"",
        b"{\"s\":\"\xf0\x9f",
    ] {
        for cut in 0..=bytes.len() {
            push(enterprise(), bytes, &[cut, cut + 1]);
        }
    }
}

/// What is known of the other field of a filter is told with what the filter lacks besides.
#[test]
fn the_other_field_of_a_filter_is_told_with_the_rest() {
    for filter in [
        r#"{"f":"&a.F006","op":"LT","vf":"C"}"#,
        r#"{"f":"F007","op":"LT","vf":"C"}"#,
    ] {
        let text = format!(
            r#"{{"s":"IS","tg":["enterprise"],"R":[{{"r":"R003","fr":"vf","to":"&a"}}],"C":{{"flt":[{filter}]}}}}"#
        );
        assert!(push(enterprise(), text.as_bytes(), &[]).is_some(), "{text}");
    }
}

#[test]
fn a_text_over_the_cap_is_not_kept() {
    let mut tables = builtin("enterprise").unwrap().clone();
    tables.limits.input_bytes = 30;
    let decoder = Decoder::new(&tables);
    let long = format!("{{\n\"s\":\"{}\"}}", "企".repeat(20));
    let mut spoilt = long.clone().into_bytes();
    spoilt.insert(50, b'\n');
    for bytes in [long.as_bytes(), &spoilt] {
        for cut in 0..bytes.len() {
            let early = push(decoder, bytes, &[cut, cut + 3, cut + 31]);
            assert!(early.is_some());
        }
    }
    let mut stream = StreamDecoder::new(decoder);
    let fits = stream.push(&" ".repeat(30));
    assert_eq!(fits, StreamState::Open);
    let StreamState::Doomed(finding) = stream.push(" ") else {
        panic!("31 bytes are one too many");
    };
    assert_eq!(finding.rule.id, "DEC002");
}

#[test]
fn long_texts_in_bytes_are_read_in_one_pass() {
    let long = 60_000;
    for text in [
        format!("{{\"s\":\"IS\",\"tg\":[\"park\"]}}{}", " ".repeat(long)),
        format!(
            "{{\"s\":\"IS\",\"E\":[{{\"txt\":\"{}\"}}]}}",
            "a".repeat(long)
        ),
    ] {
        assert_eq!(doomed_at(enterprise(), &text), None);
    }
    for text in [
        format!("{{\"s\":{} ", "x".repeat(long)),
        format!("{{\"zz\":[{}", "1,".repeat(long / 2)),
        format!("{{\"s\":\"CL\",\"A\":[{}", "\"F999\",".repeat(long / 7)),
    ] {
        let every: Vec<usize> = (0..text.len()).collect();
        push(enterprise(), text.as_bytes(), &every);
    }
}

#[test]
fn the_depth_cap_ends_a_text_at_once() {
    let text = "[".repeat(10_000);
    let (finding, bytes) = doomed_at(enterprise(), &text).unwrap();
    assert_eq!((finding.rule.id, bytes), ("DEC012", 33));
}

#[test]
fn with_extract_the_whole_alone_is_judged() {
    let decoder = enterprise().with_options(Options {
        extract: Extract::On,
        ..Options::default()
    });
    for text in [
        "Here: {\"s\":\"IS\",\"tg\":[\"park\"]} done",
        "Here: {\"s\":\"ZZ\",\"tg\":[\"park\"]} done",
    ] {
        assert_eq!(push(decoder, text.as_bytes(), &[3, 9, 20]), None);
    }
}

fn fixtures() -> Vec<(&'static Tables, String)> {
    let cases = cases().into_iter();
    let texts = cases.map(|case| (builtin(&case.domain).unwrap(), case.text));
    texts.collect()
}

#[test]
fn every_fixture_comes_to_its_verdict_byte_by_byte() {
    for (tables, text) in fixtures() {
        let decoder = Decoder::new(tables);
        let every: Vec<usize> = (0..text.len()).collect();
        let early = push(decoder, text.as_bytes(), &every);
        let whole = decoder.decode(&text, "1");
        let wrong = !whole.account.findings.is_empty();
        let cut = whole
            .account
            .findings
            .iter()
            .any(|said| said.rule.slug == "unexpected-end");
        // Of SQL the end alone is told.
        let waits = early.is_none() && decoder.decode(&text, "1").account.notation == Notation::Sql;
        assert!(early.is_some() == wrong || cut || waits, "{text}");
    }
}

fn seeds() -> impl Strategy<Value = (Scenario, Vec<u32>)> {
    let scenarios: Vec<Scenario> = (Scenario::ALL.iter().copied())
        .filter(|scenario| *scenario != Scenario::Clarify)
        .collect();
    (
        proptest::sample::select(scenarios),
        proptest::collection::vec(any::<u32>(), 0..120),
    )
}

fn cuts() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(any::<usize>(), 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_valid_text_is_never_doomed((scenario, numbers) in seeds(), cuts in cuts(), notes: bool) {
        let tables = builtin(if notes { "mind" } else { "enterprise" }).unwrap();
        let text = intent(tables, scenario, &mut Dice::of(&numbers));
        let decoder = Decoder::new(tables);
        let valid = matches!(decoder.decode(&text, "1").verdict, Verdict::Contract(_));
        prop_assert!(!valid || push(decoder, text.as_bytes(), &cuts).is_none());
    }

    #[test]
    fn a_spoilt_text_says_early_what_the_whole_says(
        (scenario, numbers) in seeds(),
        cuts in cuts(),
        changes in proptest::collection::vec((any::<bool>(), any::<[u16; 3]>()), 1..4),
        seen in any::<Option<u16>>(),
    ) {
        let (tables, mut text) = match seen {
            Some(seen) => FIXTURES.with(|all| all[usize::from(seen) % all.len()].clone()),
            None => {
                let tables = builtin("enterprise").unwrap();
                (tables, intent(tables, scenario, &mut Dice::of(&numbers)))
            }
        };
        for (strings, numbers) in changes {
            let [at, length, piece] = numbers.map(usize::from);
            if strings {
                swap(&mut text, at, piece);
            } else {
                mutate(&mut text, at, length, piece);
            }
        }
        push(Decoder::new(tables), text.as_bytes(), &cuts);
        let every: Vec<usize> = (0..text.len()).collect();
        push(Decoder::new(tables), text.as_bytes(), &every);
        let only = Options { spelling: Spelling::Only(Notation::C02), ..Options::default() };
        push(Decoder::new(tables).with_options(only), text.as_bytes(), &cuts);
    }

    #[test]
    fn spoilt_sql_says_early_what_the_whole_says(
        (scenario, numbers) in seeds(),
        cuts in cuts(),
        changes in proptest::collection::vec(any::<[u16; 3]>(), 0..4),
    ) {
        let tables = builtin("enterprise").unwrap();
        let text = intent(tables, scenario, &mut Dice::of(&numbers));
        let decoded = Decoder::new(tables).decode(&text, "1");
        let Verdict::Contract(contract) = &decoded.verdict else {
            return Ok(());
        };
        let Ok(mut sql) = encode(contract, tables, Notation::Sql) else {
            return Ok(());
        };
        let valid = changes.is_empty();
        for numbers in changes {
            let [at, length, piece] = numbers.map(usize::from);
            mutate(&mut sql, at, length, piece);
        }
        let only = Options { spelling: Spelling::Only(Notation::Sql), ..Options::default() };
        let decoder = Decoder::new(tables).with_options(only);
        let early = push(decoder, sql.as_bytes(), &cuts);
        prop_assert!(!valid || early.is_none());
        let every: Vec<usize> = (0..sql.len()).collect();
        push(decoder, sql.as_bytes(), &every);
        push(Decoder::new(tables), sql.as_bytes(), &cuts);
    }

    #[test]
    fn any_bytes_come_to_their_verdict(bytes in any::<Vec<u8>>(), cuts in cuts()) {
        push(enterprise(), &bytes, &cuts);
    }
}

thread_local! {
    static FIXTURES: Vec<(&'static Tables, String)> = fixtures();
}
