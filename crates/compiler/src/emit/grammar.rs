//! The reading grammar, which holds a model to the line while it writes: Lark for llguidance, GBNF for llama.cpp and
//! XGrammar.
//!
//! ```text
//! Tables ── reading ──► Grammar (rules) ─┬─ Lark ──► <domain>.line.lark, <domain>.<scenario>.line.lark
//!                                        └─ GBNF ──► <domain>.line.gbnf, <domain>.<scenario>.line.gbnf
//! ```
//!
//! `model.rs` is the one model of rules, and a dialect is a table of what it writes in its own way. The grammar grows
//! by a constant for each code. It leaves to the decoder whatever would make it grow with products of codes, and names
//! that in the head of the file. For cMEC there is the schema of the profile `engine`.

mod chosen;
mod derived;
mod dialect;
mod model;
mod moments;
mod numbers;
mod reading;
mod strings;

use std::collections::BTreeSet;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use crate::artefact::{Artefact, GENERATED_FROM_CODEBOOK};
use crate::emit::scope::Scope;
use crate::resolve::checked::Checked;
use dialect::{Dialect, GBNF, LARK};
use model::{Expr, Grammar};

pub use chosen::{GrammarForm, GrammarOptions, custom_tool, grammar};

/// The lines of some scenarios.
struct Lines {
    grammar: Grammar,
    start: Expr,
    /// What it is of, for people.
    of: String,
}

impl Lines {
    /// The lines of all scenarios of a scope, and the question back.
    fn all(tables: &Tables, scope: &Scope<'_>) -> Self {
        let mut scenarios = scope.scenarios.clone();
        scenarios.insert(Scenario::Clarify);
        let of = format!("`{}`", tables.name);
        Self::with(tables, scope, &scenarios, of)
    }

    fn one(tables: &Tables, scope: &Scope<'_>, scenario: Scenario) -> Self {
        let of = format!("`{}`, scenario `{}`", tables.name, scenario.code());
        Self::with(tables, scope, &BTreeSet::from([scenario]), of)
    }

    fn with(
        tables: &Tables,
        scope: &Scope<'_>,
        scenarios: &BTreeSet<Scenario>,
        of: String,
    ) -> Self {
        let mut grammar = Grammar::default();
        let start = reading::line(&mut grammar, tables, scope, scenarios);
        Self { grammar, start, of }
    }

    fn written(&self, dialect: &Dialect) -> String {
        let lines = [
            format!("c0.3, the line, of {}.", self.of),
            GENERATED_FROM_CODEBOOK.to_owned(),
            "What a model may write: items in any order and in every spelling.".to_owned(),
            "Left to the decoder:".to_owned(),
        ];
        let left = reading::LEFT.iter().map(|left| format!("- {left}"));
        let head: Vec<String> = lines.into_iter().chain(left).collect();
        dialect.file(&self.grammar, &self.start, &head)
    }

    fn files(&self, stem: &str) -> [Artefact; 2] {
        [LARK, GBNF].map(|dialect| Artefact {
            path: format!("{stem}.line.{}", dialect.ending),
            text: self.written(&dialect),
        })
    }
}

/// The grammars of a domain: of all its scenarios together, then of each alone.
pub(super) fn grammars(checked: &Checked) -> Vec<Artefact> {
    let (tables, name) = (checked.tables(), checked.name());
    // Of no types in particular every codebook has a scope.
    let Ok(scope) = Scope::of(tables, checked.catalogue(), &[]) else {
        return Vec::new();
    };
    let mut artefacts = Vec::from(Lines::all(tables, &scope).files(name));
    let scenarios = scope.scenarios.iter().copied();
    for scenario in scenarios.chain([Scenario::Clarify]) {
        let stem = format!("{name}.{}", scenario.name());
        artefacts.extend(Lines::one(tables, &scope, scenario).files(&stem));
    }
    artefacts
}
