//! What came of one output, and the count over many.

use std::collections::BTreeMap;

use cmec_decoder::Finding;
use serde::{Deserialize, Serialize};

use crate::exit::Exit;
use crate::standing::Standing;

/// The verdict on an output, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// It can be executed.
    Contract,
    /// Something must be said again.
    Clarify,
    /// It is not an intent.
    Reject,
}

impl Kind {
    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Clarify => "clarify",
            Self::Reject => "reject",
        }
    }

    const fn exit(self) -> Exit {
        match self {
            Self::Contract => Exit::Done,
            Self::Clarify => Exit::Clarify,
            Self::Reject => Exit::Reject,
        }
    }
}

/// What came of one output.
pub(super) struct Record<'a> {
    /// Name of its file.
    pub(super) file: &'a str,
    /// Its line, where each line is an output.
    pub(super) line: Option<u64>,
    /// Its text; `None` where it is not UTF-8 or longer than the cap.
    pub(super) text: Option<&'a str>,
    pub(super) kind: Kind,
    pub(super) findings: Vec<Finding>,
    /// Findings beside these that are only counted.
    pub(super) more: usize,
    /// Arguments of a tool that were ignored, each with why.
    pub(super) dropped: Vec<String>,
    /// What it says though the codebook calls it deprecated.
    pub(super) deprecated: Vec<String>,
    /// What the model asks back.
    pub(super) question: Option<String>,
    pub(super) standing: Standing,
}

impl Record<'_> {
    /// A line for the findings that are only counted, where there are any.
    pub(super) fn more_findings(&self) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more findings", self.more))
    }

    /// Whether it counts against the run.
    pub(super) fn fails(&self) -> bool {
        self.kind != Kind::Contract && self.standing != Standing::Known
    }

    /// Line and column of a finding in the file.
    pub(super) fn place(&self, finding: &Finding) -> (u64, u64) {
        let at = finding.position;
        let line = self.line.unwrap_or(at.line as u64);
        (line.max(1), (at.column as u64).max(1))
    }
}

/// Counts over many outputs.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) contracts: u64,
    pub(super) clarifies: u64,
    pub(super) rejects: u64,
    /// Arguments of tools that were ignored.
    pub(super) dropped: u64,
    /// Contracts that say something deprecated.
    pub(super) deprecated: u64,
    /// Outputs that count against the run.
    pub(super) failing: u64,
    /// Id and slug of a finding → how often.
    pub(super) findings: BTreeMap<(&'static str, &'static str), u64>,
    /// The worst that counts.
    pub(super) exit: Exit,
}

impl Tally {
    /// All outputs.
    pub(super) const fn outputs(&self) -> u64 {
        self.contracts + self.clarifies + self.rejects
    }

    /// Counts one.
    pub(super) fn count(&mut self, record: &Record<'_>) {
        match record.kind {
            Kind::Contract => self.contracts += 1,
            Kind::Clarify => self.clarifies += 1,
            Kind::Reject => self.rejects += 1,
        }
        for finding in &record.findings {
            let name = (finding.rule.id, finding.rule.slug);
            *self.findings.entry(name).or_default() += 1;
        }
        self.dropped += record.dropped.len() as u64;
        self.deprecated += u64::from(!record.deprecated.is_empty());
        if record.fails() {
            self.failing += 1;
            self.exit = self.exit.worse(record.kind.exit());
        }
    }

    /// Adds the counts of others.
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
}
