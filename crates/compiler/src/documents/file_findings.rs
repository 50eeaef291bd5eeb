//! `FileFindings`: the findings of one file, at most a hundred.

use crate::finding::list::sort;
use crate::finding::{Finding, Place, Remarks, Rule};

/// Most findings kept for one file.
const MOST: usize = 100;

#[derive(Debug, Default)]
pub(super) struct FileFindings {
    findings: Vec<Finding>,
    /// The number of further findings.
    more: usize,
}

impl FileFindings {
    /// Adds a finding, or only counts it once there are too many.
    pub(super) fn tell(&mut self, finding: impl FnOnce() -> Finding) {
        if self.findings.len() < MOST {
            self.findings.push(finding());
        } else {
            self.more += 1;
        }
    }

    /// The findings sorted by place, followed by the number of further ones in this file.
    pub(super) fn settled(mut self, path: &str) -> Vec<Finding> {
        sort(&mut self.findings);
        let last = self.findings.last().map(|last| last.primary.place);
        if let Some(place) = last.filter(|_| self.more > 0) {
            let more = self.more;
            let message =
                format!("{more} findings more in `{path}`; only the first {MOST} are told");
            let finding = Finding::new(Rule::MoreWarnings, place, message)
                .help("mend these, and build the index again for the others");
            self.findings.push(finding);
        }
        self.findings
    }
}

/// A place within a part of a file that starts at `offset`.
pub(super) const fn at(offset: usize, start: usize, end: usize) -> Place {
    Place {
        file: 0,
        start: offset + start,
        end: offset + end,
    }
}

/// A place in a part of a file, as a place in the file.
pub(super) const fn shifted(offset: usize, place: Place) -> Place {
    at(offset, place.start, place.end)
}
