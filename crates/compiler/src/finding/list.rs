//! A list of findings: its order, and how long it may become.

use super::{Finding, Remarks, Rule, Severity};

/// Most errors that are told.
pub(crate) const ERRORS: usize = 1000;

/// Whether there are more errors than anybody reads.
pub(crate) fn too_many(findings: &[Finding]) -> bool {
    findings.iter().filter(|one| is_error(one)).count() > ERRORS
}

/// Puts findings in order; of more errors than are told it leaves the first, and says how many there were.
pub(crate) fn settle(findings: &mut Vec<Finding>) {
    sort(findings);
    let errors = findings.iter().filter(|one| is_error(one)).count();
    if errors <= ERRORS {
        return;
    }
    let mut told = 0;
    findings.retain(|finding| {
        told += usize::from(is_error(finding));
        !is_error(finding) || told <= ERRORS
    });
    if let Some(last) = findings.iter().rev().find(|one| is_error(one)) {
        let message = format!("more than {ERRORS} errors; only the first are told");
        let finding = Finding::new(Rule::TooLarge, last.primary.place, message)
            .help("mend these, and compile again for the others");
        findings.push(finding);
    }
}

fn is_error(finding: &Finding) -> bool {
    finding.severity() == Severity::Error
}

/// Puts findings in the order of their places.
pub(crate) fn sort(findings: &mut Vec<Finding>) {
    findings.sort_by(|left, right| {
        (left.primary.place, left.rule, &left.message).cmp(&(
            right.primary.place,
            right.rule,
            &right.message,
        ))
    });
    findings.dedup();
}
