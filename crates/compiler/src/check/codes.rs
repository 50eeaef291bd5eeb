//! Codes are given once: across fields and relations, and never again after they were reserved.

use std::collections::HashMap;

use crate::finding::{Finding, Rule, Spanned};
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
    // The code of a type is its name; whether two types share one, the reader of the file has seen.
    let types = codebook.types.iter().map(|ty| (&ty.name, "type"));
    let codes = fields.chain(relations).map(|code| (code, "code"));
    for (code, what) in types.chain(codes) {
        if what == "code"
            && let Some(first) = given.insert(code.text(), code)
        {
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
                    format!("the {what} `{}` is reserved", code.value),
                )
                .also(reserved.place, "reserved here")
                .help("give another one; a reserved one never comes back"),
            );
        }
    }
}
