//! The message that asks a model to retry an unclear or invalid intent.

use cmec_decoder::finding::registry::{self, Rule};
use cmec_decoder::{Decoder, Finding, Notation, Tables};

use super::repair_text::{IntentText, left_out};

/// Most findings in a message, and most candidates for each.
const TOLD: usize = 5;

/// Rules that a retry cannot fix: the model wrote what it meant, and only a person knows what is wanted. Asked again, a
/// model says something else.
const OF_PERSON: &[&Rule] = &[
    &registry::BETWEEN_ORDER,
    &registry::FILTERS_EXCLUDE,
    &registry::EMPTY_SET,
    &registry::TWO_READINGS,
    &registry::COUNT_OF_WHAT,
    &registry::READ_ONLY,
];

/// Each finding with advice and candidates, then the request; `None` if only a person can answer.
#[must_use]
pub fn words(findings: &[Finding]) -> Option<String> {
    let is_of_person = |own: &Finding| OF_PERSON.contains(&own.rule);
    // The model's own question has no finding.
    if findings.is_empty() || findings.iter().any(is_of_person) {
        return None;
    }
    let mut words = "This query has an error.\n".to_owned();
    for finding in findings.iter().take(TOLD) {
        words.push_str(&finding.message);
        if let Some(help) = &finding.help {
            words.push_str(&format!(": {help}"));
        }
        let candidates = finding.candidates.iter().take(TOLD);
        let candidates: Vec<&str> = candidates.map(|own| own.code.as_str()).collect();
        if !candidates.is_empty() {
            words.push_str(&format!(" ({})", candidates.join(", ")));
        }
        words.push('\n');
    }
    Some(words + END)
}

/// Merges a retried part into the text it belongs to.
///
/// # Errors
/// The retry dropped a clear condition: the message for another retry.
pub fn whole(
    before: &str,
    said: &str,
    notation: Notation,
    tables: &Tables,
) -> Result<String, String> {
    let [before, said] = [before, said].map(|text| IntentText {
        tool: String::new(),
        notation,
        text: text.to_owned(),
    });
    if let Some(merged) = before.with_part(&said, (Decoder::new(tables), &said.text)) {
        return Ok(merged.text);
    }
    match left_out(&before, &said, tables) {
        Some(clear) => Err(with_all(&clear)),
        None => Ok(said.text),
    }
}

/// The message to a model that dropped a clear condition.
pub(super) fn with_all(clear: &str) -> String {
    format!("Write the whole query, with this: {clear}")
}

/// The final request.
const END: &str = "Write the corrected query, the whole of it and nothing else.";
