//! The decoder and the published schemas say the same of shape and vocabulary, and its verdicts have their shapes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads the schemas and panics on failure"
)]

#[path = "common/intents.rs"]
mod intents;
#[path = "schemas/respell.rs"]
mod respell;

use std::path::Path;

use cmec_decoder::decode::Options;
use cmec_decoder::finding::Stage;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::language::Scenario;
use cmec_decoder::{Decoder, Notation, Spelling, Tables, Verdict};
use intents::{Dice, intent};
use jsonschema::Validator;
use proptest::prelude::*;
use respell::respell;
use serde_json::Value;

/// A domain with the schemas of what is said in it and of what comes of that.
struct Domain {
    tables: &'static Tables,
    said: Validator,
    contract: Validator,
    clarify: Validator,
    reject: Validator,
}

thread_local! {
    static ALL: Vec<Domain> = DOMAINS.iter().map(|name| Domain {
        tables: builtin(name).unwrap(),
        said: schema(&format!("{name}/cmec-c0.2")),
        contract: schema(&format!("{name}/contract")),
        clarify: schema("clarify"),
        reject: schema("reject"),
    }).collect();
}

fn schema(name: &str) -> Validator {
    let path = format!("../../schemas/{name}.schema.json");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// Holds a verdict against the schemas; returns whether the text was understood.
///
/// What the schema of the text leaves to the decoder is named in its head, and is of other stages than those told here.
fn agree(domain: &Domain, said: &Value) -> bool {
    let text = said.to_string();
    let decoder = Decoder::new(domain.tables).with_options(Options {
        spelling: Spelling::Only(Notation::C02),
        ..Options::default()
    });
    let decoded = decoder.decode(&text, "0af7651916cd43dd8448eb211c80319c");
    let findings = &decoded.account.findings;
    let error = domain.said.iter_errors(said).next();
    match &error {
        Some(error) => {
            let place = error.instance_path();
            assert!(!findings.is_empty(), "{text}\n{error} at {place}");
        }
        None => {
            let told = |stage| matches!(stage, Stage::Syntax | Stage::Shape | Stage::Vocabulary);
            let told = findings.iter().find(|finding| told(finding.rule.stage));
            assert!(told.is_none(), "{text}\n{told:#?}");
        }
    }
    let shape = match &decoded.verdict {
        Verdict::Contract(_) => &domain.contract,
        Verdict::Clarify(_) => &domain.clarify,
        Verdict::Reject(_) => &domain.reject,
    };
    let verdict = serde_json::to_string(&decoded.verdict).unwrap();
    let shown: Value = serde_json::from_str(&verdict).unwrap();
    if let Some(error) = shape.iter_errors(&shown).next() {
        panic!("{text}\n{verdict}\n{error} at {}", error.instance_path());
    }
    findings.is_empty()
}

#[test]
fn a_question_back_has_its_shape() {
    let said = serde_json::json!({"s": "CL", "X": {"q": "which?", "opt": ["a", "b"]}});
    ALL.with(|all| {
        for domain in all {
            assert!(agree(domain, &said));
        }
    });
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    let all = Scenario::ALL.iter().copied();
    let said = all.filter(|scenario| *scenario != Scenario::Clarify);
    proptest::sample::select(said.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn intents_are_told_apart_alike(
        scenario in scenarios(),
        numbers in proptest::collection::vec(any::<u32>(), 0..100),
        changes in proptest::collection::vec(any::<[u16; 2]>(), 0..3),
    ) {
        ALL.with(|all| {
            for domain in all {
                let text = intent(domain.tables, scenario, &mut Dice::of(&numbers));
                let mut said: Value = serde_json::from_str(&text).unwrap();
                for [at, with] in &changes {
                    respell(&mut said, usize::from(*at), usize::from(*with));
                }
                agree(domain, &said);
            }
        });
    }
}
