//! A contract and its ledger account for all that was said, and what was said and the ledger for all of the contract.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

#[path = "common/intents.rs"]
mod intents;
#[path = "accounting/leaves.rs"]
mod leaves;
#[path = "accounting/meaning.rs"]
mod meaning;

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::ledger::{LedgerEntry, LedgerKind};
use cmec_decoder::{Decoder, Tables, Verdict};
use intents::{Dice, intent};
use leaves::leaves;
use meaning::meaning;
use proptest::prelude::*;

/// Whether a place is a line's, or a part of it.
fn is_of(place: &str, line: &LedgerEntry<'_>) -> bool {
    let path = line.path.to_string();
    let rest = place.strip_prefix(path.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a line says that something came into the contract unsaid.
fn fills(line: &LedgerEntry<'_>) -> bool {
    matches!(line.kind, LedgerKind::DefaultApplied | LedgerKind::Derived)
}

/// What neither the other side nor the ledger accounts for: of the text, of the contract, and of the ledger.
fn unaccounted(
    tables: &Tables,
    text: &str,
    contract: &str,
    ledger: &[LedgerEntry<'_>],
) -> Vec<String> {
    let has: BTreeMap<String, String> = (leaves(contract).into_iter())
        .map(|leaf| (leaf.pointer(), leaf.value))
        .collect();
    let mut said = BTreeSet::new();
    let mut wrong = Vec::new();
    for leaf in leaves(text) {
        let (place, names) = meaning(tables, &has, &leaf.path, &leaf.value);
        let there = has.get(&place).is_some_and(|value| names.contains(value));
        let told = ledger.iter().any(|line| {
            let holds = |span: cmec_decoder::span::Span| {
                span.start <= leaf.span.start && leaf.span.end <= span.end
            };
            match line.kind {
                LedgerKind::LeftOut => line.span.is_some_and(holds),
                LedgerKind::SynonymResolved => line.span.is_some_and(holds) && is_of(&place, line),
                _ => false,
            }
        });
        if !there && !told {
            wrong.push(format!("said: {} {}", leaf.pointer(), leaf.value));
        }
        said.insert(place);
    }
    for place in has.keys() {
        let filled = ledger.iter().any(|line| fills(line) && is_of(place, line));
        match (said.contains(place), filled) {
            (true, false) | (false, true) => {}
            (true, true) => wrong.push(format!("said and filled in: {place}")),
            (false, false) => wrong.push(format!("in the contract: {place}")),
        }
    }
    for line in ledger {
        // A line about a part, and one that says all are wanted, has no leaf of its own.
        let value = serde_json::to_string(&line.value).unwrap();
        if has
            .get(&line.path.to_string())
            .is_some_and(|own| *own != value)
        {
            wrong.push(format!("in the ledger: {} {value}", line.path));
        }
    }
    wrong
}

/// Decodes a text that means something, and holds it against its account.
fn accounts(tables: &Tables, text: &str) {
    let decoded = Decoder::new(tables).decode(text, "1");
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}: {:#?}", decoded.account.findings);
    };
    let contract = serde_json::to_string(contract).unwrap();
    let ledger = decoded.account.ledger.entries();
    let wrong = unaccounted(tables, text, &contract, &ledger);
    assert!(
        wrong.is_empty(),
        "{text}\n{contract}\n{ledger:#?}\n{wrong:#?}"
    );
}

#[test]
fn what_is_not_accounted_for_is_seen() {
    let tables = builtin("enterprise").unwrap();
    let text = r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F003","op":"EQ","v":"存续"}]},"G":{"dir":"O","dep":0,"rel":[]}}"#;
    accounts(tables, text);
    let decoded = Decoder::new(tables).decode(text, "1");
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}");
    };
    let contract = serde_json::to_string(contract).unwrap();
    let ledger = decoded.account.ledger.entries();
    // Every line is needed.
    for missing in 0..ledger.len() {
        let mut fewer = ledger.clone();
        let line = fewer.remove(missing);
        assert!(
            !unaccounted(tables, text, &contract, &fewer).is_empty(),
            "{line:?}"
        );
    }
    for (said, changed, place) in [
        (
            "\"limit\":20",
            "\"limit\":10",
            "in the ledger: /constraints/pagination/limit 20",
        ),
        (
            "enterprise.status",
            "enterprise.name",
            "said: /C/flt/0/f \"F003\"",
        ),
        (
            "[\"enterprise\"]",
            "[\"enterprise\",\"park\"]",
            "in the contract: /grounding/target_types/1",
        ),
        ("[\"enterprise\"]", "[]", "said: /tg/0 \"enterprise\""),
    ] {
        let other = contract.replace(said, changed);
        assert_ne!(other, contract);
        assert_eq!(unaccounted(tables, text, &other, &ledger), [place]);
    }
}

/// The scenarios a domain can speak of: those its lanes name.
fn scenarios(tables: &Tables) -> Vec<Scenario> {
    let all = Scenario::ALL.iter().copied();
    all.filter(|scenario| *scenario != Scenario::Clarify)
        .filter(|scenario| tables.scenario(*scenario).is_some())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn all_that_is_said_is_accounted_for(
        numbers in proptest::collection::vec(any::<u32>(), 0..120),
        which in any::<proptest::sample::Index>(),
    ) {
        for domain in ["address", "enterprise", "mind", "wine"] {
            let tables = builtin(domain).unwrap();
            let scenario = *which.get(&scenarios(tables));
            accounts(tables, &intent(tables, scenario, &mut Dice::of(&numbers)));
        }
    }
}
