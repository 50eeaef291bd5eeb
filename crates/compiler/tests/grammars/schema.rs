//! The schema of the profile `engine`: llguidance loads it, and holds a model to it.

use std::collections::BTreeSet;

use cmec_compiler::emit::profile::Profile;
use cmec_decoder::finding::Stage;
use cmec_decoder::{Notation, Spelling};
use serde_json::{Value, json};

use crate::cases::cases_of;
use crate::domain::{Domain, Outcome, Random};
use crate::lark::Lark;
use crate::respell::respell;

/// Texts tried in each domain.
const TEXTS: usize = 3_000;

struct Engine {
    domain: Domain,
    schema: Lark,
}

impl Engine {
    fn of(name: &str) -> Self {
        let domain = Domain::new(name, Notation::C02);
        let profile = Profile::named("engine").unwrap();
        let schema = Lark::of_schema(profile.cmec(domain.tables()));
        Self { domain, schema }
    }

    fn canonical(&self, random: &mut Random) -> String {
        let sayable = self.domain.sayable();
        loop {
            let scenario = sayable[random.below(sayable.len())];
            if let Some(text) = self.domain.canonical(scenario, random) {
                return text;
            }
        }
    }
}

/// Another value, and an intent without what its scenario needs or with what it forbids.
fn what_is_no_intent_is_refused(name: &str) {
    let engine = Engine::of(name);
    let question = json!({"s": "CL", "X": {"q": "which?"}});
    assert!(engine.schema.takes(&question.to_string()));
    for text in [
        json!(123),
        json!(null),
        json!("IS"),
        json!([]),
        json!({}),
        json!({"foo": 1}),
        json!({"s": "XX"}),
        json!({"s": null}),
        json!({"s": "CL"}),
        json!({"s": "CL", "X": {}}),
        json!({"s": "CL", "X": {"q": "which?"}, "C": {"pg": {"lim": 1}}}),
        json!({"s": "CL", "X": {"q": "which?"}, "foo": 1}),
        json!({"s": "AGG", "C": {"agg": {}}}),
        json!({"s": "IS", "C": {"agg": {"m": [{"fn": "CNT"}]}}}),
        json!({"s": "IS", "Q": {"txt": "why"}}),
    ] {
        assert!(!engine.schema.takes(&text.to_string()), "{text}");
    }
}

/// What is asked for in the fixtures can be written.
fn fixtures_are_taken(name: &str) {
    let engine = Engine::of(name);
    for case in cases_of("contract", name) {
        match engine.domain.decode_as(&case.text, Spelling::Auto) {
            Outcome::Contract(canonical) => {
                assert!(engine.schema.accepts(&canonical), "{canonical}");
            }
            findings @ Outcome::Findings(..) => panic!("{findings:?}: {}", case.text),
        }
    }
}

/// What the encoder writes is taken. What the decoder finds fault with in syntax, shape or vocabulary is not.
fn faults_are_refused(name: &str) {
    let engine = Engine::of(name);
    let mut random = Random::new(4);
    let (mut faulty, mut taken, mut rules) = (0, 0, BTreeSet::new());
    for _ in 0..TEXTS {
        let text = engine.canonical(&mut random);
        assert!(engine.schema.accepts(&text), "{text}");
        let mut said: Value = serde_json::from_str(&text).unwrap();
        for _ in 0..=random.below(2) {
            respell(&mut said, random.below(10_000), random.below(10_000));
        }
        let text = said.to_string();
        let has = engine.schema.accepts(&text);
        taken += usize::from(has);
        let Outcome::Findings(findings) = engine.domain.decode(&text) else {
            continue;
        };
        let told = |stage| matches!(stage, Stage::Syntax | Stage::Shape | Stage::Vocabulary);
        let told = findings.into_iter().find(|(_, stage, _)| told(*stage));
        if let Some((rule, ..)) = told {
            assert!(!has, "{rule}: {text}");
            faulty += 1;
            rules.insert(rule);
        }
    }
    assert!(faulty * 2 > TEXTS, "{faulty} faulty of {TEXTS}");
    assert!(taken * 50 > TEXTS, "{taken} taken of {TEXTS}");
    assert!(rules.len() > 5, "{rules:?}");
}

macro_rules! in_each_domain {
    ($($property:ident: $($domain:ident)+;)+) => {
        $(mod $property {
            $(#[test]
            fn $domain() {
                super::$property(stringify!($domain));
            })+
        })+
    };
}

in_each_domain! {
    what_is_no_intent_is_refused: address enterprise mind wine;
    fixtures_are_taken: address enterprise mind wine;
    faults_are_refused: address enterprise mind wine;
}
