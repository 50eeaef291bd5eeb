//! A line that is still coming, where the host says that it is one: what is wrong with an item that another follows.
//!
//! Without that the text may yet turn out to be prose, and nothing is said before its end. Reading the text so far
//! costs its length; it is read again only when it has grown by an eighth, so that the sum stays near linear.

use crate::finding::registry::{self, Rule};
use crate::finding::{Finding, Stage};
use crate::notation::{Notation, Spelling};
use crate::read::{self, line};
use crate::resolve::resolve;
use crate::span::Position;
use crate::tables::Tables;
use crate::version::ContractVersion;

/// Rules about names that mean the same whatever else a line says.
const OF_NAMES: &[&Rule] = &[
    &registry::UNKNOWN_RELATION,
    &registry::UNKNOWN_TYPE,
    &registry::UNKNOWN_CORPUS,
];

/// How much of a line was read.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// Bytes that must be there before it is read again.
    next: usize,
}

impl Line {
    /// What is wrong with the items that are complete, whatever follows.
    pub(super) fn read(
        &mut self,
        text: &str,
        tables: &Tables,
        version: ContractVersion,
    ) -> Option<Finding> {
        let blank = text.ends_with([' ', '\n', '\r', '\t']);
        if !blank || text.len() < self.next {
            return None;
        }
        self.next = text.len() + text.len() / 8;
        let complete = line::last_item(text, tables)?;
        let only = Spelling::Only(Notation::Line);
        let reading = read::read(text, 0, only, tables).ok()?;
        let resolved = resolve(&reading.draft, tables, version).findings;
        let mut findings = reading.findings;
        // In which ways a part can be read depends on the types that are still to come.
        findings.retain(|finding| {
            finding.rule.stage == Stage::Syntax && finding.rule != &registry::TWO_READINGS
        });
        findings.extend(
            resolved
                .into_iter()
                .filter(|finding| OF_NAMES.contains(&finding.rule)),
        );
        findings.retain(|finding| finding.span.end <= complete.start);
        let mut first = findings
            .into_iter()
            .min_by_key(|finding| (finding.span, finding.rule.id))?;
        first.position = Position::of(text, first.span.start);
        first.pointer = reading.root.pointer_to(first.span);
        Some(first)
    }
}
