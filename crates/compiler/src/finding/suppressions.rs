//! Suppressed warnings and changes by rule id.

use std::collections::BTreeMap;

use super::Finding;

/// Ids with reasons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Suppressions(BTreeMap<String, String>);

impl Suppressions {
    pub(crate) fn add(&mut self, id: &str, why: &str) {
        self.0.insert(id.to_owned(), why.to_owned());
    }

    /// The reason why a rule is suppressed, if it is.
    pub(crate) fn why(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }

    /// Removes and returns the suppressed findings.
    pub(crate) fn take(&self, findings: &mut Vec<Finding>) -> Vec<Finding> {
        let is_ignored = |one: &mut Finding| self.why(one.rule.doc().id).is_some();
        findings.extract_if(.., is_ignored).collect()
    }
}
