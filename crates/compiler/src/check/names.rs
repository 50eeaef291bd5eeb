//! Checks that a path belongs to one field, and a name to one relation or one metric.

use std::collections::HashMap;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    once("path", source.codebook.paths(), findings);
    once("relation", source.codebook.relation_names(), findings);
    once("metric", source.codebook.metric_names(), findings);
}

fn once<'s>(
    what: &str,
    names: impl Iterator<Item = &'s Spanned<String>>,
    findings: &mut Vec<Finding>,
) {
    let mut seen: HashMap<&str, &Spanned<String>> = HashMap::new();
    for name in names {
        if let Some(first) = seen.get(name.text()) {
            let message = format!("the {what} `{name}` stands twice");
            tell(findings, Rule::DuplicateName, name.place, message)
                .also(first.place, "first here");
        } else {
            seen.insert(name.text(), name);
        }
    }
}
