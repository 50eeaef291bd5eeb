//! Checks that policy rules name existing fields.

use std::collections::HashSet;

use crate::finding::{Finding, Rule, Spanned, tell_unknown};
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
    let path = (path.text(), path.place);
    tell_unknown(findings, Rule::DanglingField, path, message, known);
}
