//! What the other rules found wrong in an element of the codebook.

use std::collections::HashSet;

use crate::finding::{Finding, Rule, Severity};
use crate::source::Source;

/// The fields and relations in which something is wrong already. That they are not what they were follows from it, and
/// what to do about that would be the wrong advice.
pub(super) struct BrokenElements<'c> {
    codes: HashSet<&'c str>,
    /// Whether what is missing may stand in a part that could not be read, or twice under one code.
    pub(super) may_have_any: bool,
}

impl<'c> BrokenElements<'c> {
    pub(super) fn of(source: &'c Source, findings: &[Finding]) -> Self {
        let codebook = &source.codebook;
        let fields = codebook.fields.iter().map(|field| &field.code);
        let relations = codebook.relations.iter().map(|relation| &relation.code);
        let mut starts: Vec<(usize, &str)> = (fields.chain(relations))
            .map(|code| (code.place.start, code.text()))
            .collect();
        starts.sort_unstable();
        let file = codebook.reserved_at.file;
        let errors = findings
            .iter()
            .filter(|one| one.severity() == Severity::Error && one.primary.place.file == file);
        let mut codes = HashSet::new();
        let mut may_have_any = false;
        for error in errors {
            let unread = [Rule::DuplicateKey, Rule::UnknownKey, Rule::WrongShape];
            may_have_any |= unread.contains(&error.rule);
            let at = error.primary.place.start;
            let before = starts.partition_point(|(start, _)| *start <= at);
            let element = before.checked_sub(1).and_then(|last| starts.get(last));
            codes.extend(element.map(|(_, code)| *code));
            // A code that stands twice is broken at both places.
            if error.rule == Rule::DuplicateKey {
                codes.extend(starts.iter().map(|(_, code)| *code));
            }
        }
        Self {
            codes,
            may_have_any,
        }
    }

    pub(super) fn have(&self, code: &str) -> bool {
        self.codes.contains(code)
    }
}
