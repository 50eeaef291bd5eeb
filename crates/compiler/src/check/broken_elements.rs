//! Elements in which other rules have already found errors.

use std::collections::HashSet;

use crate::finding::{Finding, Rule, Severity};
use crate::source::Source;

/// Fields, relations and metrics with errors. A change of meaning follows from the error, and advice about it would be
/// wrong.
pub(super) struct BrokenElements<'c> {
    codes: HashSet<&'c str>,
    /// True where a missing element may be in an unreadable part, or in a duplicate of a code.
    pub(super) may_have_any: bool,
}

impl<'c> BrokenElements<'c> {
    pub(super) fn of(source: &'c Source, findings: &[Finding]) -> Self {
        let codebook = &source.codebook;
        let mut starts: Vec<(usize, &str)> = (codebook.codes())
            .map(|code| (code.place.start, code.text()))
            .collect();
        starts.sort_unstable();
        let file = codebook.reserved_at.file;
        let errors: Vec<&Finding> = findings
            .iter()
            .filter(|one| one.severity() == Severity::Error && one.primary.place.file == file)
            .collect();
        let has = |rules: &[Rule]| errors.iter().any(|error| rules.contains(&error.rule));
        let element_at = |error: &&Finding| {
            let at = error.primary.place.start;
            let before = starts.partition_point(|(start, _)| *start <= at);
            let (_, code) = before.checked_sub(1).and_then(|last| starts.get(last))?;
            Some(*code)
        };
        // A duplicate code is broken in both places.
        let codes = match has(&[Rule::DuplicateKey]) {
            true => starts.iter().map(|(_, code)| *code).collect(),
            false => errors.iter().filter_map(element_at).collect(),
        };
        Self {
            codes,
            may_have_any: has(&[Rule::DuplicateKey, Rule::UnknownKey, Rule::WrongShape]),
        }
    }

    pub(super) fn have(&self, code: &str) -> bool {
        self.codes.contains(code)
    }
}
