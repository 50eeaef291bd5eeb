//! Checks that each code is given once, across all kinds of elements, and never after it was reserved.

use std::collections::HashMap;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let reserved: HashMap<&str, &Spanned<String>> = (codebook.reserved.iter())
        .map(|code| (code.text(), code))
        .collect();
    let mut given: HashMap<&str, (&Spanned<String>, &str)> = HashMap::new();
    // The code of a type is its name.
    let types = codebook.types.iter().map(|ty| (&ty.name, "type"));
    let codes = codebook.codes().map(|code| (code, "code"));
    for (code, what) in types.chain(codes) {
        // The YAML reader reports two types with the same name.
        if let Some((first, was)) = given.insert(code.text(), (code, what))
            && (what, was) != ("type", "type")
        {
            let message = match was {
                "type" => format!("the code `{code}` is the name of a type"),
                _ => format!("the code `{code}` is given twice"),
            };
            tell(findings, Rule::DuplicateCode, code.place, message)
                .also(first.place, "first here")
                .help("give the next free code");
        }
        if let Some(reserved) = reserved.get(code.text()) {
            let message = format!("the {what} `{code}` is reserved");
            tell(findings, Rule::ReservedCode, code.place, message)
                .also(reserved.place, "reserved here")
                .help("give another one; a reserved one never comes back");
        }
    }
}
