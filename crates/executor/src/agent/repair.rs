//! What a model is told of an intent that is unclear, or none, when it is asked for it again.

use cmec_decoder::Finding;
use serde_json::Value;

/// Most findings that are told, and most candidates of each.
const TOLD: usize = 5;

/// Where the outcome of a call has the words.
pub(super) const KEY: &str = "again";

/// Each finding with what to do about it and what may be meant, then what is asked for.
#[must_use]
pub fn words(findings: &[Finding]) -> String {
    let mut words = String::new();
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
    words + "Write the whole again."
}

/// The words in an outcome; `None`: the intent was understood.
pub(super) fn of_outcome(outcome: &str) -> Option<String> {
    let outcome: Value = serde_json::from_str(outcome).ok()?;
    outcome.get(KEY)?.as_str().map(str::to_owned)
}
