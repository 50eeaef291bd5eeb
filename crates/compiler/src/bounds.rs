//! Bounds that keep a compile quick and small on any input. Whatever exceeds one is a finding (CB006).

use crate::files::CODEBOOK;
use crate::finding::{self, Finding};
use crate::registry::{Rule, Severity};

/// Most bytes of a file that holds elements: a codebook, a lock.
pub(crate) const FILE_BYTES: usize = 16 << 20;
/// Most bytes of any other YAML file; the largest of ours has ten thousand.
const SMALL_FILE_BYTES: usize = 1 << 20;
/// Most bytes of a query text.
pub(crate) const QUERY_BYTES: usize = 64 << 10;
/// Deepest nesting of lists and maps. A codebook needs six.
pub(crate) const DEPTH: usize = 32;
/// Longest scalar, in bytes.
pub(crate) const SCALAR_BYTES: usize = 64 << 10;
/// Most entries of a list or map, but for the sections of a file that holds elements.
pub(crate) const ENTRIES: usize = 1024;
/// Most languages of a codebook: each is asked for of each element.
pub(crate) const LANGUAGES: usize = 64;
/// Most errors that are told.
pub(crate) const ERRORS: usize = 1000;
/// Most known names that are compared with unknown ones, all advice together.
const COMPARED: usize = 1 << 18;

/// Whether a file's sections hold elements, of which there may be many.
pub(crate) fn holds_elements(name: &str) -> bool {
    name == CODEBOOK || name.ends_with(".lock")
}

/// Most bytes of a YAML file.
pub(crate) fn file_bytes(name: &str) -> usize {
    if holds_elements(name) {
        FILE_BYTES
    } else {
        SMALL_FILE_BYTES
    }
}

/// Whether there are more errors than anybody reads.
pub(crate) fn too_many(findings: &[Finding]) -> bool {
    findings.iter().filter(|one| is_error(one)).count() > ERRORS
}

/// Whether one more unknown name may be compared with so many known ones.
pub(crate) fn may_compare(findings: &[Finding], known: usize) -> bool {
    findings.len().saturating_mul(known) <= COMPARED
}

/// Puts findings in order; of more errors than are told it leaves the first, and says how many there were.
pub(crate) fn settle(findings: &mut Vec<Finding>) {
    finding::sort(findings);
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
