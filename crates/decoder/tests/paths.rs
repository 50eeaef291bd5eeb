//! The short ways through the decoder and the long one give the same verdict and the same account.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "common/intents.rs"]
mod intents;

use cmec_decoder::Extract;
use cmec_decoder::decode::Options;
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoded, Decoder, Notation, Tables};
use proptest::prelude::*;

use cases::cases;
use cmec_decoder::language::Scenario;
use intents::{Dice, intent};

/// A text is read by the long way only, when text around it would be cut away; here there is none.
fn long_way<'a>(tables: &'a Tables, text: &'a str) -> Decoded<'a> {
    let options = Options {
        extract: Extract::On,
        ..Options::default()
    };
    Decoder::new(tables).with_options(options).decode(text, "1")
}

fn agree(tables: &Tables, text: &str) {
    let short = Decoder::new(tables).decode(text, "1");
    let long = long_way(tables, text);
    // Of a text that is no JSON, and so could be prose around JSON, the two speak differently.
    let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
    if short.account.notation == Notation::C02 && is_json {
        assert_eq!(short, long, "{text}");
    }
}

#[test]
fn every_intent_of_the_fixtures_comes_out_the_same() {
    for case in cases().iter().filter(|case| case.verdict != "reject") {
        agree(builtin(&case.domain).unwrap(), case.text.trim());
    }
}

#[test]
fn parts_in_any_order_come_out_the_same() {
    let parts = [
        r#""s":"RQ""#,
        r#""tg":["enterprise"]"#,
        r#""E":[{"txt":"A","ty":"park"}]"#,
        r#""R":[{"r":"R001"}]"#,
        r#""A":["F001"]"#,
        r#""C":{"srt":[{"f":"F010"}],"flt":[{"f":"F003","op":"EQ","v":"注销"}],"pg":{"off":2}}"#,
        r#""G":{"dir":"O"}"#,
    ];
    let tables = builtin("enterprise").unwrap();
    for shift in 0..parts.len() {
        for swap in 0..parts.len() {
            let mut order: Vec<&str> = parts.to_vec();
            order.rotate_left(shift);
            order.swap(0, swap);
            agree(tables, &format!("{{{}}}", order.join(",")));
        }
    }
}

fn scenario(dice: &[u32]) -> Scenario {
    let all = Scenario::ALL;
    let said: Vec<Scenario> = all
        .iter()
        .copied()
        .filter(|scenario| *scenario != Scenario::Clarify)
        .collect();
    said[dice.first().map_or(0, |number| *number as usize) % said.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn valid_intents_come_out_the_same(numbers in prop::collection::vec(any::<u32>(), 1..60)) {
        let tables = builtin("enterprise").unwrap();
        agree(tables, &intent(tables, scenario(&numbers), &mut Dice::of(&numbers)));
        let tables = builtin("mind").unwrap();
        agree(tables, &intent(tables, Scenario::TextRag, &mut Dice::of(&numbers)));
    }

    #[test]
    fn mutated_intents_come_out_the_same(
        numbers in prop::collection::vec(any::<u32>(), 1..60),
        at in any::<prop::sample::Index>(),
        new in "[\\[\\]{}\":,0-9a-zA-Z\\\\и企]{0,4}",
    ) {
        let tables = builtin("enterprise").unwrap();
        let text = intent(tables, scenario(&numbers), &mut Dice::of(&numbers));
        let letters: Vec<char> = text.chars().collect();
        let at = at.index(letters.len());
        let end = (at + new.chars().count()).min(letters.len());
        let before = letters[..at].iter().copied();
        let mutated: String = before.chain(new.chars()).chain(letters[end..].iter().copied()).collect();
        agree(tables, &mutated);
    }
}
