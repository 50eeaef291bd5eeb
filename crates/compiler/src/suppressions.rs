//! Suppressions: warnings and changes that a codebook does not want reported, each by rule id and with a reason. Errors
//! cannot be suppressed.

use crate::diff::change_rules;
use crate::finding::suppressions::Suppressions;
use crate::finding::{Finding, Remarks, Rule, Severity, rules, tell};
use crate::source::codebook::Codebook;

/// The suppressions of a codebook; an id that cannot be suppressed is a finding.
pub(crate) fn ignored(codebook: &Codebook, findings: &mut Vec<Finding>) -> Suppressions {
    let mut ignored = Suppressions::default();
    for (id, why) in &codebook.ignored {
        let is_change = change_rules().any(|rule| rule.id == id.value);
        let known = rules().iter().find(|rule| rule.id == id.value);
        match known.map(|rule| rule.severity) {
            Some(Severity::Error) => {
                let message = format!("`{id}` is an error, which is always told");
                tell(findings, Rule::IgnoredRule, id.place, message)
                    .help("mend what it says; warnings and changes alone can be ignored");
            }
            None if !is_change => {
                let message = format!("there is no warning or change `{id}`");
                tell(findings, Rule::IgnoredRule, id.place, message)
                    .help("`cmec explain` lists the ids");
            }
            _ => ignored.add(id.text(), why.text()),
        }
    }
    ignored
}
