//! Checks that the name of a metric names nothing else.
//!
//! SQL and JSON write a metric where a field may be written, and a field whose function was forgotten must not turn
//! into a metric.

use std::collections::HashMap;

use cmec_decoder::letters::folded;

use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::codebook::Codebook;
use crate::words::is_word;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    if codebook.metrics.is_empty() {
        return;
    }
    let named = named(codebook);
    for name in codebook.metric_names() {
        let word = name.text();
        let taken = named.get(&folded(word));
        let is_word = is_word(word);
        let reads_otherwise = !word.starts_with(char::is_alphabetic) || word.contains(['.', '-']);
        if taken.is_none() && !is_word && !reads_otherwise {
            continue;
        }
        let message = match taken {
            Some((what, _)) => format!("the metric `{name}` has the name of a {what}"),
            None if is_word => format!("the metric `{name}` has the name of a keyword"),
            None => format!("the name `{name}` reads as a number or a path"),
        };
        let finding = tell(findings, Rule::MetricName, name.place, message)
            .help("choose another name: letters, digits and `_`, a letter first");
        if let Some((what, place)) = taken {
            finding.also(*place, format!("the {what} is here"));
        }
    }
}

/// All names in the codebook, normalised. The first owner of a name keeps it.
fn named(codebook: &Codebook) -> HashMap<String, (&'static str, Place)> {
    let mut named = HashMap::new();
    let mut add = |word: &str, (what, said): (&'static str, &Spanned<String>)| {
        named.entry(folded(word)).or_insert((what, said.place));
    };
    for ty in &codebook.types {
        add(ty.name.text(), ("type", &ty.name));
    }
    for code in codebook.codes() {
        add(code.text(), ("code", code));
    }
    for field in &codebook.fields {
        add(field.name(), ("field", &field.path));
        if let Some(alias) = &field.alias {
            add(alias.text(), ("field", alias));
        }
        for value in field.values.iter().flatten() {
            add(value.value.text(), ("value", &value.value));
            let labels = value.labels.names.iter().map(|(_, label)| label);
            let synonyms = value.labels.synonyms.iter();
            for name in labels.chain(synonyms.flat_map(|(_, names)| names)) {
                add(name.text(), ("value", name));
            }
        }
    }
    named
}
