//! A path names one field, a name one relation.

use std::collections::HashMap;

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let fields = source.codebook.fields.iter().map(|field| &field.path);
    once("path", fields, findings);
    let relations = source.codebook.relations.iter();
    once(
        "relation",
        relations.map(|relation| &relation.name),
        findings,
    );
}

fn once<'s>(
    what: &str,
    names: impl Iterator<Item = &'s Spanned<String>>,
    findings: &mut Vec<Finding>,
) {
    let mut seen: HashMap<&str, &Spanned<String>> = HashMap::new();
    for name in names {
        if let Some(first) = seen.get(name.text()) {
            findings.push(
                Finding::new(
                    Rule::DuplicateName,
                    name.place,
                    format!("the {what} `{}` stands twice", name.value),
                )
                .also(first.place, "first here"),
            );
        } else {
            seen.insert(name.text(), name);
        }
    }
}
