//! Counts over many outputs.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::outcome::{Kind, Outcome};
use crate::terminal::exit::Exit;

#[derive(Default)]
pub(super) struct Tally {
    contracts: u64,
    clarifies: u64,
    rejects: u64,
    /// Ignored tool arguments.
    dropped: u64,
    /// Contracts with deprecated elements.
    deprecated: u64,
    /// Outputs that count against the run.
    failing: u64,
    /// Occurrences by id and slug of a finding.
    findings: BTreeMap<(&'static str, &'static str), u64>,
    /// The worst exit code.
    pub(super) exit: Exit,
}

impl Tally {
    pub(super) fn count(&mut self, outcome: &Outcome<'_>) {
        match outcome.kind {
            Kind::Contract => self.contracts += 1,
            Kind::Clarify => self.clarifies += 1,
            Kind::Reject => self.rejects += 1,
        }
        for finding in &outcome.findings {
            let name = (finding.rule.id, finding.rule.slug);
            *self.findings.entry(name).or_default() += 1;
        }
        self.dropped += outcome.dropped.len() as u64;
        self.deprecated += u64::from(!outcome.deprecated.is_empty());
        if outcome.fails() {
            self.failing += 1;
            self.exit = self.exit.worse(outcome.kind.exit());
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.contracts += other.contracts;
        self.clarifies += other.clarifies;
        self.rejects += other.rejects;
        self.dropped += other.dropped;
        self.deprecated += other.deprecated;
        self.failing += other.failing;
        for (name, count) in &other.findings {
            *self.findings.entry(*name).or_default() += count;
        }
        self.exit = self.exit.worse(other.exit);
    }

    pub(super) fn line(&self, against_baseline: bool) -> String {
        let (contracts, clarifies, rejects) = (self.contracts, self.clarifies, self.rejects);
        let outputs = contracts + clarifies + rejects;
        let mut line = format!(
            "{outputs} outputs: {contracts} contract, {clarifies} clarify, {rejects} reject"
        );
        if self.dropped > 0 {
            let _ = write!(line, "; {} arguments ignored", self.dropped);
        }
        if self.deprecated > 0 {
            let _ = write!(line, "; {} say something deprecated", self.deprecated);
        }
        if against_baseline {
            let _ = write!(line, "; {} worse than the baseline", self.failing);
        }
        line
    }

    /// Adds a line for each violated rule.
    pub(super) fn push_findings(&self, lines: &mut String) {
        for ((id, slug), count) in &self.findings {
            let _ = write!(lines, "\n{count:>10}  {id} {slug}");
        }
    }
}
