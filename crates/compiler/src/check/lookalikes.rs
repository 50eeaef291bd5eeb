//! Reports names that look the same, such as Cyrillic `С` and Latin `C`.

use std::collections::HashMap;

use cmec_decoder::letters::folded;
use cmec_decoder::names::{latin, skeleton};

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let codes = codebook.codes().chain(&codebook.reserved);
    apart("code", codes, findings);
    apart("type", codebook.types.iter().map(|ty| &ty.name), findings);
    apart("path", codebook.paths(), findings);
    apart("relation", codebook.relation_names(), findings);
    apart("metric", codebook.metric_names(), findings);
    let aliases = codebook.aliases().map(|(_, _, alias)| alias);
    apart("alias", aliases, findings);
    for field in &codebook.fields {
        let values = field.values.iter().flatten().map(|value| &value.value);
        apart("value", values, findings);
    }
}

fn apart<'s>(
    what: &str,
    names: impl Iterator<Item = &'s Spanned<String>> + Clone,
    findings: &mut Vec<Finding>,
) {
    // Among ASCII names no two look alike.
    if names.clone().all(|name| name.value.is_ascii()) {
        return;
    }
    let mut seen: HashMap<String, &Spanned<String>> = HashMap::new();
    for name in names {
        let shape = skeleton(name.text());
        match seen.get(&shape) {
            Some(first) if first.value != name.value => {
                let message = format!("the {what} `{name}` looks like another one");
                let is_same = folded(name.text()) == folded(first.text());
                tell(findings, Rule::LookAlike, name.place, message)
                    .label(spelled(name.text()))
                    .also(first.place, spelled(first.text()))
                    .help(match is_same {
                        true => "keep one of the two",
                        false => "write both in Latin letters and make them differ",
                    });
            }
            Some(_) => {}
            None => {
                seen.insert(shape, name);
            }
        }
    }
}

/// The non-Latin letters and marks with their numbers, since they look like others.
fn spelled(name: &str) -> String {
    let is_mark = |letter: char| !letter.is_ascii() && !letter.is_alphanumeric();
    let others: Vec<String> = name
        .chars()
        .filter(|letter| latin(*letter).is_some() || is_mark(*letter))
        .map(|letter| format!("`{letter}` is U+{:04X}", u32::from(letter)))
        .collect();
    match others.is_empty() {
        true if name.is_ascii() => "all Latin".to_owned(),
        true => "one sign for each letter".to_owned(),
        false => others.join(", "),
    }
}
