//! Checks that policy rules name existing fields.

use std::collections::HashSet;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::codebook::Codebook;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let paths: HashSet<&str> = codebook.paths().map(Spanned::text).collect();
    for rule in (codebook.policy.rules.iter()).chain(&source.core.policy.rules) {
        for field in &rule.fields {
            if !paths.contains(field.text()) {
                dangling(codebook, field, findings);
            }
        }
    }
}

/// Reports a path without a field.
pub(super) fn dangling(codebook: &Codebook, path: &Spanned<String>, findings: &mut Vec<Finding>) {
    if codebook.lost.has_path(path.text()) {
        return;
    }
    let message = format!("no field has the path `{path}`");
    let known = codebook.paths().map(Spanned::text);
    let so_far = findings.len();
    tell(findings, Rule::DanglingField, path.place, message).nearest_of_many(
        so_far,
        path.text(),
        known,
    );
}
