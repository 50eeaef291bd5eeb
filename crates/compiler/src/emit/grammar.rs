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
mod chosen;
mod derived;
mod dialect;
mod line;
mod model;
mod moments;
mod numbers;
mod reading;
mod strings;

use std::collections::BTreeSet;
use std::rc::Rc;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use crate::artefact::{Artefact, GENERATED_FROM_CODEBOOK};
use crate::emit::scope::Scope;
use crate::resolve::checked::Checked;
use dialect::{GBNF, LARK};
use model::{Expr, Grammar, choice};

pub use chosen::{GrammarForm, GrammarNotation, GrammarOptions, custom_tool, grammar};

/// A grammar that is written of every codebook.
struct Form {
    /// What it is called in the names of files.
    ending: &'static str,
    name: &'static str,
    /// What its texts are.
    texts: &'static str,
    /// What is left to the decoder.
    left: &'static [&'static str],
    rules: fn(&Tables, &Scope<'_>) -> Rules,
}

/// What is said with all scenarios, and with each alone, in the order of the scenario table.
struct Rules {
    all: Rule,
    each: Vec<(Scenario, Rule)>,
}

/// A rule, and the grammar that has what it refers to.
struct Rule {
    grammar: Rc<Grammar>,
    start: Expr,
}

const LINE: Form = Form {
    ending: "line",
    name: "c0.3, the line,",
    texts: "What a model may write: items in any order and in every spelling.",
    left: reading::LEFT,
    rules: |tables, scope| {
        let mut scenarios = scope.scenarios.clone();
        scenarios.insert(Scenario::Clarify);
        let rule = |of: &BTreeSet<Scenario>| {
            let mut grammar = Grammar::default();
            let start = reading::line(&mut grammar, tables, scope, of);
            Rule {
                grammar: Rc::new(grammar),
                start,
            }
        };
        let each = scenarios.iter().copied();
        let each = each.map(|one| (one, rule(&BTreeSet::from([one]))));
        Rules {
            each: each.collect(),
            all: rule(&scenarios),
        }
    },
};

const CANONICAL_LINE: Form = Form {
    ending: "line.canonical",
    name: "c0.3, the line,",
    texts: "Canonical texts only: one order of items, one blank between them, nothing said that follows anyway.",
    left: line::LEFT,
    rules: |tables, scope| canonical(line::scenarios, tables, scope),
};

const C02: Form = Form {
    ending: "c02",
    name: "cMEC c0.2",
    texts: "Canonical texts only: one order of keys, no white space, nothing said that is filled in anyway.",
    left: c02::LEFT,
    rules: |tables, scope| canonical(c02::scenarios, tables, scope),
};

const FORMS: &[Form] = &[LINE, CANONICAL_LINE, C02];

/// The rules of the scenarios that lanes serve.
fn canonical(
    scenarios: fn(&mut Grammar, &Tables) -> Vec<(Scenario, Expr)>,
    tables: &Tables,
    scope: &Scope<'_>,
) -> Rules {
    let mut grammar = Grammar::default();
    let mut each = scenarios(&mut grammar, tables);
    each.retain(|(one, _)| *one == Scenario::Clarify || scope.scenarios.contains(one));
    let grammar = Rc::new(grammar);
    let rule = |start: Expr| Rule {
        grammar: Rc::clone(&grammar),
        start,
    };
    Rules {
        all: rule(choice(each.iter().map(|(_, start)| start.clone()))),
        each: each
            .into_iter()
            .map(|(one, start)| (one, rule(start)))
            .collect(),
    }
}

/// The grammars of a domain: in each form of all its scenarios together, then of each alone.
pub(super) fn grammars(checked: &Checked) -> Vec<Artefact> {
    let name = checked.name();
    // Of no types in particular every codebook has a scope.
    let Ok(scope) = Scope::of(checked.tables(), checked.catalogue(), &[]) else {
        return Vec::new();
    };
    let mut artefacts = Vec::new();
    for form in FORMS {
        let rules = (form.rules)(checked.tables(), &scope);
        artefacts.extend(form.both(&rules.all, name, &format!("`{name}`")));
        for (scenario, rule) in &rules.each {
            let stem = format!("{name}.{}", scenario.name());
            let of = format!("`{name}`, scenario `{}`", scenario.code());
            artefacts.extend(form.both(rule, &stem, &of));
        }
    }
    artefacts
}

impl Form {
    /// A grammar in both dialects.
    fn both(&self, rule: &Rule, stem: &str, of: &str) -> [Artefact; 2] {
        let head = self.head(of);
        [LARK, GBNF].map(|dialect| Artefact {
            path: format!("{stem}.{}.{}", self.ending, dialect.ending),
            text: dialect.file(&rule.grammar, &rule.start, &head),
        })
    }

    fn head(&self, of: &str) -> Vec<String> {
        let lines = [
            format!("{} of {of}.", self.name),
            GENERATED_FROM_CODEBOOK.to_owned(),
            self.texts.to_owned(),
            "Left to the decoder:".to_owned(),
        ];
        let left = self.left.iter().map(|left| format!("- {left}"));
        lines.into_iter().chain(left).collect()
    }
}
