//! What a model is told of an intent that is unclear, or none, when it is asked for it again.

use cmec_decoder::finding::registry::{self, Rule};
use cmec_decoder::{Decoder, Finding, Notation, Tables};

use super::repair_text::{IntentText, left_out};

/// Most findings that are told, and most candidates of each.
const TOLD: usize = 5;

/// Rules that tell of no slip. The model wrote what it meant, and a person has to say what is wanted: a model that is asked
/// again says something else.
const OF_PERSON: &[&Rule] = &[
    &registry::BETWEEN_ORDER,
    &registry::FILTERS_EXCLUDE,
    &registry::EMPTY_SET,
    &registry::TWO_READINGS,
    &registry::COUNT_OF_WHAT,
    &registry::READ_ONLY,
];

/// Each finding with what to do about it and what may be meant, then what is asked for; `None`: only a person can answer.
#[must_use]
pub fn words(findings: &[Finding]) -> Option<String> {
    let is_of_person = |own: &Finding| OF_PERSON.contains(&own.rule);
    // What the model itself asks has no finding.
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

/// A text that was asked for again, with the part in it that it says alone.
///
/// # Errors
/// It leaves out what was clear before: the words with which the model is asked once more.
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

/// What a model is told that left out what was clear.
pub(super) fn with_all(clear: &str) -> String {
    format!("Write the whole query, with this: {clear}")
}

/// What is asked for.
const END: &str = "Write the corrected query, the whole of it and nothing else.";
