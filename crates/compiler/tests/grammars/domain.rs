//! A shipped codebook, its grammars, and texts to try them with.

use std::path::Path;

use cmec_compiler::{Artefact, Checked, EmitKind, compile, emit, load_dir};
use cmec_decoder::encode::encode;
use cmec_decoder::finding::Stage;
use cmec_decoder::language::Scenario;
use cmec_decoder::{Decoder, Notation, Options, Spelling, Tables, Verdict};

use crate::intents::{Dice, intent};

/// A shipped codebook and its grammars in one notation.
pub(crate) struct Domain {
    pub(crate) notation: Notation,
    model: Checked,
    grammars: Vec<Artefact>,
}

impl Domain {
    pub(crate) fn new(name: &str, notation: Notation) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codebook");
        let model = compile(&load_dir(folder.join(name)).unwrap())
            .model
            .unwrap();
        let grammars = emit(&model, EmitKind::Grammars);
        Self {
            notation,
            model,
            grammars,
        }
    }

    pub(crate) fn tables(&self) -> &Tables {
        self.model.tables()
    }

    /// The reading grammar of the line.
    pub(crate) fn reading(&self, dialect: &str) -> &str {
        let path = format!("{}.line.{dialect}", self.model.name());
        let found = self.grammars.iter().find(|artefact| artefact.path == path);
        &found.unwrap_or_else(|| panic!("{path} is missing")).text
    }

    /// The scenarios that can become a contract here, and that a lane serves.
    pub(crate) fn sayable(&self) -> Vec<Scenario> {
        let lanes = &self.model.catalogue().lanes;
        let served = |scenario: &Scenario| lanes.iter().any(|rule| rule.scenario == *scenario);
        Scenario::ALL.iter().copied().filter(served).collect()
    }

    /// A random intent as the encoder writes it.
    pub(crate) fn canonical(&self, scenario: Scenario, random: &mut Random) -> Option<String> {
        let numbers: Vec<u32> = (0..120).map(|_| random.number()).collect();
        let intent = intent(self.tables(), scenario, &mut Dice::of(&numbers));
        match self.decode_as(&intent, Spelling::Only(Notation::C02)) {
            Outcome::Contract(canonical) => Some(canonical),
            Outcome::Findings(..) => None,
        }
    }

    /// Whether a text is a contract that a lane serves.
    pub(crate) fn is_served(&self, text: &str) -> bool {
        let decoded = Decoder::new(self.tables()).decode(text, "1");
        match &decoded.verdict {
            Verdict::Contract(contract) => self.sayable().contains(&contract.intent.scenario),
            Verdict::Clarify(_) | Verdict::Reject(_) => false,
        }
    }

    /// A contract as the encoder writes it.
    pub(crate) fn canonical_line(&self, text: &str) -> String {
        match self.decode_as(text, Spelling::Auto) {
            Outcome::Contract(canonical) => canonical,
            Outcome::Findings(..) => panic!("{text}"),
        }
    }

    pub(crate) fn decode(&self, text: &str) -> Outcome {
        self.decode_as(text, Spelling::Only(self.notation))
    }

    pub(crate) fn decode_as(&self, text: &str, spelling: Spelling) -> Outcome {
        let decoder = Decoder::new(self.tables()).with_options(Options {
            spelling,
            ..Options::default()
        });
        let decoded = decoder.decode(text, "1");
        match &decoded.verdict {
            Verdict::Contract(contract) => {
                let canonical = encode(contract, self.tables(), self.notation).unwrap();
                Outcome::Contract(canonical)
            }
            Verdict::Clarify(_) | Verdict::Reject(_) => Outcome::Findings(
                (decoded.account.findings.iter())
                    .map(|finding| (finding.rule.id, finding.rule.stage, finding.pointer.clone()))
                    .collect(),
            ),
        }
    }
}

/// What the decoder says of a text.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// A contract, as the encoder writes it.
    Contract(String),
    /// No contract: ids, stages and places of the findings; none where the model asks back.
    Findings(Vec<(&'static str, Stage, String)>),
}

/// Random numbers that are the same every time.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn number(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 24) as u32
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.number() as usize % bound
    }
}
