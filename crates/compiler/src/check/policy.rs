//! Policy rules name fields that exist, and drop only where fields are named.

use std::collections::HashSet;

use cmec_decoder::tables::PolicyAction;

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::source::codebook::Codebook;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let paths: HashSet<&str> = codebook
        .fields
        .iter()
        .map(|field| field.path.text())
        .collect();
    for rule in codebook
        .policy
        .rules
        .iter()
        .chain(&source.core.policy.rules)
    {
        if rule.action.value == PolicyAction::Drop && rule.fields.is_empty() {
            findings.push(
                Finding::new(
                    Rule::DropWithoutFields,
                    rule.action.place,
                    "`drop` names no fields",
                )
                .help("write `{action: drop, fields: [type.field]}`"),
            );
        }
        for field in &rule.fields {
            if !paths.contains(field.text()) {
                findings.push(dangling(codebook, field, findings));
            }
        }
    }
}

/// A path that no field has.
pub(super) fn dangling(
    codebook: &Codebook,
    path: &Spanned<String>,
    findings: &[Finding],
) -> Finding {
    let message = format!("no field has the path `{}`", path.value);
    let known = codebook.fields.iter().map(|field| field.path.text());
    let finding = Finding::new(Rule::DanglingField, path.place, message);
    finding.nearest_of_many(findings, path.text(), known)
}
