//! Warnings and changes that are not told, by the ids of their rules.

use std::collections::BTreeMap;

use super::Finding;

/// Ids, each with why it is ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Suppressions(BTreeMap<String, String>);

impl Suppressions {
    pub(crate) fn add(&mut self, id: &str, why: &str) {
        self.0.insert(id.to_owned(), why.to_owned());
    }

    /// Why a rule is ignored, where it is.
    pub(crate) fn why(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }

    /// Takes out the findings that are ignored.
    pub(crate) fn take(&self, findings: &mut Vec<Finding>) -> Vec<Finding> {
        let is_ignored = |one: &mut Finding| self.why(one.rule.doc().id).is_some();
        findings.extract_if(.., is_ignored).collect()
    }
}
