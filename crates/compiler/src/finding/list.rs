//! A list of findings: its order and its bounds.

use std::collections::{HashMap, HashSet};

use super::{Finding, Place, Remarks, Rule, Severity};

/// Most reported errors.
pub(crate) const ERRORS: usize = 1000;
/// Most reported warnings.
const WARNINGS: usize = 1000;

/// True where there are more errors than anybody reads.
pub(crate) fn too_many(findings: &[Finding]) -> bool {
    findings.iter().filter(|one| is_error(one)).count() > ERRORS
}

/// Sorts findings and drops those beyond the bounds, with a count. Returns the number of dropped warnings.
pub(crate) fn settle(findings: &mut Vec<Finding>) -> usize {
    sort(findings);
    leave_what_follows(findings);
    fold(findings);
    let errors = leave(findings, Severity::Error);
    let warnings = leave(findings, Severity::Warning);
    let place = findings.last().map(|last| last.primary.place);
    let Some(place) = place else { return 0 };
    if errors > 0 {
        let message = format!("more than {ERRORS} errors; only the first are told");
        let finding = Finding::new(Rule::TooLarge, place, message)
            .help("mend these, and compile again for the others");
        findings.push(finding);
    }
    if warnings > 0 {
        let message = format!("{warnings} warnings more; only the first {WARNINGS} are told");
        let finding = Finding::new(Rule::MoreWarnings, place, message)
            .help("mend these, or say in `ignored` of `codebook.yaml` why they do not matter");
        findings.push(finding);
    }
    warnings
}

/// Drops consequences of a duplicate key or of an unsupported value such as an alias, which would be reported at the
/// same place.
fn leave_what_follows(findings: &mut Vec<Finding>) {
    let is_cause = |one: &&Finding| matches!(one.rule, Rule::YamlFeature | Rule::DuplicateKey);
    let causes = findings.iter().filter(is_cause);
    let told: HashSet<Place> = causes.map(|one| one.primary.place).collect();
    findings.retain(|one| is_cause(&one) || !told.contains(&one.primary.place));
}

/// Most places of one finding.
const PLACES: usize = 64;

/// Folds findings with the same message into one with all places, since they have the same cause.
fn fold(findings: &mut Vec<Finding>) {
    let mut first: HashMap<(Rule, String, Option<String>), usize> = HashMap::new();
    let mut folded: Vec<Finding> = Vec::with_capacity(findings.len());
    for mut finding in findings.drain(..) {
        // The other places of a finding are specific to it, so it is not folded.
        if !finding.secondary.is_empty() {
            folded.push(finding);
            continue;
        }
        let key = (finding.rule, finding.message.clone(), finding.help.clone());
        match first.get(&key).and_then(|at| folded.get_mut(*at)) {
            Some(known) => {
                if known.secondary.len() < PLACES {
                    finding.primary.message = "and here".to_owned();
                    known.secondary.push(finding.primary);
                }
            }
            None => {
                first.insert(key, folded.len());
                folded.push(finding);
            }
        }
    }
    *findings = folded;
}

/// Keeps the first findings of a severity; returns the number of dropped ones.
fn leave(findings: &mut Vec<Finding>, severity: Severity) -> usize {
    let most = match severity {
        Severity::Error => ERRORS,
        Severity::Warning | Severity::Note => WARNINGS,
    };
    let mut seen = 0;
    findings.retain(|finding| {
        seen += usize::from(finding.severity() == severity);
        finding.severity() != severity || seen <= most
    });
    seen.saturating_sub(most)
}

fn is_error(finding: &Finding) -> bool {
    finding.severity() == Severity::Error
}

pub(crate) fn sort(findings: &mut Vec<Finding>) {
    findings.sort_by(|left, right| {
        // The count of further findings comes last.
        let is_count = |one: &Finding| one.rule == Rule::MoreWarnings;
        let key = |one: &'_ Finding| (is_count(one), one.primary.place, one.rule);
        key(left)
            .cmp(&key(right))
            .then_with(|| left.message.cmp(&right.message))
    });
    findings.dedup();
}
