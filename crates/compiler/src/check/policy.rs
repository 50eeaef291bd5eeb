//! Policy rules name fields that exist, and drop only where fields are named.

use std::collections::HashSet;

use cmec_decoder::tables::PolicyAction;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::codebook::Codebook;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let paths: HashSet<&str> = codebook.paths().map(Spanned::text).collect();
    for rule in (codebook.policy.rules.iter()).chain(&source.core.policy.rules) {
        if rule.action.value == PolicyAction::Drop && rule.fields.is_empty() {
            let (at, message) = (rule.action.place, "`drop` names no fields");
            tell(findings, Rule::DropWithoutFields, at, message)
                .help("write `{action: drop, fields: [type.field]}`");
        }
        for field in &rule.fields {
            if !paths.contains(field.text()) {
                dangling(codebook, field, findings);
            }
        }
    }
}

/// A path that no field has.
pub(super) fn dangling(codebook: &Codebook, path: &Spanned<String>, findings: &mut Vec<Finding>) {
    let message = format!("no field has the path `{path}`");
    let known = codebook.paths().map(Spanned::text);
    let so_far = findings.len();
    tell(findings, Rule::DanglingField, path.place, message).nearest_of_many(
        so_far,
        path.text(),
        known,
    );
}
