//! Grammars that hold a model to a notation while it writes: Lark for llguidance, GBNF for llama.cpp and XGrammar.
//!
//! ```text
//! Tables ─┬─ c02 ───┬─► Grammar (rules) ─┬─ Lark ──► <domain>.<notation>.lark, <domain>.<scenario>.<notation>.lark
//!         └─ line ──┘                    └─ GBNF ──► <domain>.<notation>.gbnf, <domain>.<scenario>.<notation>.gbnf
//! ```
//!
//! One order of keys and one spelling is what a model needs to be told, and it keeps the grammar small: it grows by
//! a constant for each code. `model.rs` is the one model of rules, and a dialect is a table of what it writes in its own way. What
//! is regular is held, also where the decoder would ask: days of the calendar, ranges, caps, the scenario table as
//! an automaton over the keys. What would make the grammar grow with products of codes is left to the decoder and
//! named in the head of the file: fields that fit a type, names that are given elsewhere. Literals end with a whole
//! token, of JSON or of the line, so that a reader that takes the longest match reads as one that tries all.

mod c02;
mod derived;
mod dialect;
mod line;
mod model;
mod moments;
mod numbers;
mod strings;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use crate::artefact::{Artefact, GENERATED_FROM_CODEBOOK};
use crate::resolve::checked::Checked;
use dialect::{GBNF, LARK};
use model::{Expr, Grammar, choice};

/// A notation that has a grammar.
struct Notation {
    /// What it is called in the names of files.
    ending: &'static str,
    name: &'static str,
    /// What its canonical texts are.
    canonical: &'static str,
    /// What is left to the decoder.
    left: &'static [&'static str],
    scenarios: fn(&mut Grammar, &Tables) -> Vec<(Scenario, Expr)>,
}

const NOTATIONS: &[Notation] = &[
    Notation {
        ending: "c02",
        name: "cMEC c0.2",
        canonical: "Canonical texts only: one order of keys, no white space, nothing said that is filled in anyway.",
        left: c02::LEFT,
        scenarios: c02::scenarios,
    },
    Notation {
        ending: "line",
        name: "c0.3, the line,",
        canonical: "Canonical texts only: one order of items, one blank between them, nothing said that follows anyway.",
        left: line::LEFT,
        scenarios: line::scenarios,
    },
];

/// The grammars of a domain: in each notation of all its scenarios together, then of each alone.
pub(super) fn grammars(checked: &Checked) -> Vec<Artefact> {
    let name = checked.name();
    let mut artefacts = Vec::new();
    for notation in NOTATIONS {
        let mut grammar = Grammar::default();
        let scenarios = (notation.scenarios)(&mut grammar, checked.tables());
        let all = choice(scenarios.iter().map(|(_, rule)| rule.clone()));
        artefacts.extend(notation.both(&grammar, &all, name, &format!("`{name}`")));
        for (scenario, rule) in &scenarios {
            let stem = format!("{name}.{}", scenario.name());
            let of = format!("`{name}`, scenario `{}`", scenario.code());
            artefacts.extend(notation.both(&grammar, rule, &stem, &of));
        }
    }
    artefacts
}

impl Notation {
    /// A grammar in both dialects.
    fn both(&self, grammar: &Grammar, start: &Expr, stem: &str, of: &str) -> [Artefact; 2] {
        let head = self.head(of);
        [LARK, GBNF].map(|dialect| Artefact {
            path: format!("{stem}.{}.{}", self.ending, dialect.ending),
            text: dialect.file(grammar, start, &head),
        })
    }

    fn head(&self, of: &str) -> Vec<String> {
        let lines = [
            format!("{} of {of}.", self.name),
            GENERATED_FROM_CODEBOOK.to_owned(),
            self.canonical.to_owned(),
            "Left to the decoder:".to_owned(),
        ];
        let left = self.left.iter().map(|left| format!("- {left}"));
        lines.into_iter().chain(left).collect()
    }
}
