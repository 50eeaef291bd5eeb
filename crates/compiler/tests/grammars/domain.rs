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

    /// The canonical grammar of the domain, or of one of its scenarios.
    pub(crate) fn grammar(&self, scenario: Option<Scenario>, dialect: &str) -> &str {
        let notation = match self.notation {
            Notation::Line => "line.canonical",
            _ => "c02",
        };
        self.of(notation, scenario, dialect)
    }

    /// The reading grammar of the line.
    pub(crate) fn reading(&self, scenario: Option<Scenario>, dialect: &str) -> &str {
        self.of("line", scenario, dialect)
    }

    fn of(&self, notation: &str, scenario: Option<Scenario>, dialect: &str) -> &str {
        let name = self.model.name();
        let path = match scenario {
            Some(scenario) => format!("{name}.{}.{notation}.{dialect}", scenario.name()),
            None => format!("{name}.{notation}.{dialect}"),
        };
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
            Outcome::Contract(canonical, _) => Some(canonical),
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
            Outcome::Contract(canonical, _) => canonical,
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
        let is_reject = matches!(decoded.verdict, Verdict::Reject(_));
        match &decoded.verdict {
            Verdict::Contract(contract) => {
                let aggregates = contract.constraints.aggregation.is_some();
                let canonical = encode(contract, self.tables(), self.notation).unwrap();
                Outcome::Contract(canonical, aggregates)
            }
            Verdict::Clarify(_) | Verdict::Reject(_) => Outcome::Findings(
                is_reject,
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
    /// A contract, as the encoder writes it, and whether it aggregates.
    Contract(String, bool),
    /// No contract: whether it is a reject, and ids, stages and places. None of these where the model asks back.
    Findings(bool, Vec<(&'static str, Stage, String)>),
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
