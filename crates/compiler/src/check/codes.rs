//! Codes are given once: across fields and relations, and never again after they were reserved.

use std::collections::HashMap;

use crate::finding::{Finding, Spanned};
use crate::registry::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let fields = codebook.fields.iter().map(|field| &field.code);
    let relations = codebook.relations.iter().map(|relation| &relation.code);
    let reserved: HashMap<&str, &Spanned<String>> = codebook
        .reserved
        .iter()
        .map(|code| (code.text(), code))
        .collect();
    let mut given: HashMap<&str, &Spanned<String>> = HashMap::new();
    for code in fields.chain(relations) {
        if let Some(first) = given.insert(code.text(), code) {
            findings.push(
                Finding::new(
                    Rule::DuplicateCode,
                    code.place,
                    format!("the code `{}` is given twice", code.value),
                )
                .also(first.place, "first here")
                .help("give the next free code"),
            );
        }
        if let Some(reserved) = reserved.get(code.text()) {
            findings.push(
                Finding::new(
                    Rule::ReservedCode,
                    code.place,
                    format!("the code `{}` is reserved", code.value),
                )
                .also(reserved.place, "reserved here")
                .help("give the next free code; a reserved one never comes back"),
            );
        }
    }
}
