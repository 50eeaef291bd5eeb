//! A metric is called by a word that says nothing else where a line says it alone.

use std::collections::HashMap;

use cmec_decoder::language::{is_line_keyword, lists};

use crate::finding::{Finding, Place, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    if codebook.metrics.is_empty() {
        return;
    }
    let mut named: HashMap<&str, (&str, Place)> = HashMap::new();
    for ty in &codebook.types {
        named.insert(ty.name.text(), ("type", ty.name.place));
    }
    for code in codebook.codes() {
        named.insert(code.text(), ("code", code.place));
    }
    for field in &codebook.fields {
        for value in field.values.iter().flatten() {
            named.insert(value.value.text(), ("value", value.value.place));
        }
    }
    let members = lists().into_iter().flat_map(|(_, members)| members);
    let words: Vec<&str> = members.flat_map(|(code, name)| [code, name]).collect();
    for name in codebook.metric_names() {
        let taken = named.get(name.text());
        let is_word = is_line_keyword(name.text()) || words.contains(&name.text());
        let reads_otherwise =
            !name.value.starts_with(char::is_alphabetic) || name.value.contains(['.', '-']);
        if taken.is_none() && !is_word && !reads_otherwise {
            continue;
        }
        let message = match taken {
            Some((what, _)) => format!("the metric `{name}` is called as a {what} is"),
            None if is_word => format!("the metric `{name}` is called as a word of the language"),
            None => format!("the name `{name}` reads as a number or a path"),
        };
        let finding = tell(findings, Rule::MetricName, name.place, message)
            .help("choose another name: letters, digits and `_`, a letter first");
        if let Some((what, place)) = taken {
            finding.also(*place, format!("the {what} is here"));
        }
    }
}
