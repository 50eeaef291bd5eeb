//! Rejects invisible characters in texts for people and models: line breaks within a line of the card, changes of text
//! direction, zero-width characters.

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::elements::Labels;
use crate::text::hidden_letter;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    for (_, names, description) in codebook.described() {
        labels(names, findings);
        for text in description.texts() {
            several(Some(text), findings);
        }
    }
    for field in &codebook.fields {
        one("unit", field.unit.as_ref(), findings);
        for value in field.values.iter().flatten() {
            one("value", Some(&value.value), findings);
            labels(&value.labels, findings);
        }
    }
    for (_, names) in source.retrieval.iter().flat_map(|said| &said.labels) {
        labels(names, findings);
    }
    for tool in source.tools.iter().flat_map(|tools| &tools.tools) {
        several(Some(&tool.description), findings);
        for parameter in &tool.parameters {
            several(parameter.description.as_ref(), findings);
        }
    }
}

fn labels(labels: &Labels, findings: &mut Vec<Finding>) {
    for (_, name) in &labels.names {
        one("label", Some(name), findings);
    }
    for (_, names) in &labels.synonyms {
        for name in names {
            one("synonym", Some(name), findings);
        }
    }
}

/// Checks a one-line text.
fn one(what: &str, text: Option<&Spanned<String>>, findings: &mut Vec<Finding>) {
    held(what, text, hidden_letter, findings);
}

/// Checks a description, which may have several lines.
fn several(text: Option<&Spanned<String>>, findings: &mut Vec<Finding>) {
    let hidden = |text: &str| text.split('\n').find_map(hidden_letter);
    held("description", text, hidden, findings);
}

fn held(
    what: &str,
    text: Option<&Spanned<String>>,
    hidden: impl Fn(&str) -> Option<char>,
    findings: &mut Vec<Finding>,
) {
    let Some(text) = text else { return };
    if let Some(letter) = hidden(text.text()) {
        let shown = text.value.escape_debug();
        let message = format!("the {what} `{shown}` has U+{:04X}", u32::from(letter));
        tell(findings, Rule::HiddenCharacter, text.place, message)
            .help("write it without what cannot be seen");
    }
}
