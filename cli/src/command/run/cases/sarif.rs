//! The report on cases as SARIF 2.1.0: a rule for each thing that a case expects something of, and one for cases that cannot
//! be read.

use serde_json::{Value, json};

use super::case::Unreadable;
use super::form::Form;
use super::outcome::{Counts, Key, Outcome};
use crate::output::push_json;
use crate::sarif::{self, Entry, Text};
use crate::standing::Standing;

/// SARIF.
pub(super) struct Sarif;

/// What a result says, and where.
struct Said<'a> {
    rule: Rule,
    file: &'a str,
    line: u64,
    message: &'a str,
    question: &'a str,
    standing: Standing,
}

/// A rule of the head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Expected(Key),
    Unreadable,
}

impl Rule {
    fn all() -> impl Iterator<Item = Self> {
        let keys = Key::ALL.into_iter().map(Self::Expected);
        keys.chain([Self::Unreadable])
    }

    const fn id(self) -> &'static str {
        match self {
            Self::Expected(key) => key.name(),
            Self::Unreadable => "unreadable",
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Expected(Key::Answer) => "the answer is of another kind than the case expects",
            Self::Expected(Key::Rows) => "the answer has not as many rows as the case expects",
            Self::Expected(Key::Totals) => "the answer does not say a figure that the case expects",
            Self::Unreadable => "the case cannot be read",
        }
    }
}

impl Form for Sarif {
    fn is_one_document(&self) -> bool {
        true
    }

    fn head(&self, _counts: &Counts) -> String {
        let rules: Value = Rule::all()
            .map(|rule| sarif::rule(rule.id(), rule.id(), rule.what(), rule.what(), ""))
            .collect();
        sarif::head(&rules)
    }

    fn asked(&self, outcome: &Outcome, standing: Standing) -> String {
        let parts: Vec<String> = (outcome.failures.iter())
            .map(|miss| {
                result(&Said {
                    rule: Rule::Expected(miss.key),
                    file: &outcome.file,
                    line: miss.line,
                    message: &miss.said(),
                    question: &outcome.question,
                    standing,
                })
            })
            .collect();
        parts.join(self.between())
    }

    fn unreadable(&self, case: &Unreadable) -> String {
        result(&Said {
            rule: Rule::Unreadable,
            file: &case.file,
            line: case.line,
            message: &case.why,
            question: "",
            standing: Standing::Alone,
        })
    }

    fn between(&self) -> &'static str {
        sarif::BETWEEN
    }

    fn tail(&self) -> &'static str {
        sarif::TAIL
    }
}

fn result(said: &Said<'_>) -> String {
    let entry = Entry {
        rule_id: said.rule.id(),
        rule_index: Rule::all().position(|rule| rule == said.rule).unwrap_or(0),
        level: "error",
        message: Text { text: said.message },
        locations: [sarif::location(said.file, json!({"startLine": said.line}))],
        related_locations: Vec::new(),
        baseline_state: said.standing.in_sarif(),
        properties: json!({"question": said.question}),
    };
    let mut out = String::new();
    push_json(&mut out, &entry);
    out
}
