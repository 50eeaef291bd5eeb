//! `FileFindings`: the findings of one file, a hundred at most.

use crate::finding::list::sort;
use crate::finding::{Finding, Place, Remarks, Rule};

/// Most findings of one file that are told.
const MOST: usize = 100;

/// The findings of one file so far.
#[derive(Debug, Default)]
pub(super) struct FileFindings {
    findings: Vec<Finding>,
    /// How many there were besides.
    more: usize,
}

impl FileFindings {
    /// Adds a finding; one that is only counted is not made.
    pub(super) fn tell(&mut self, finding: impl FnOnce() -> Finding) {
        if self.findings.len() < MOST {
            self.findings.push(finding());
        } else {
            self.more += 1;
        }
    }

    /// The findings in the order of their places, and behind them how many more there are in the file of this path.
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

/// Where something stands in its file, as it is told: by the bytes in a part of it, and where the part starts.
pub(super) const fn at(offset: usize, start: usize, end: usize) -> Place {
    Place {
        file: 0,
        start: offset + start,
        end: offset + end,
    }
}

/// A place in a part of a file as a place in the file.
pub(super) const fn shifted(offset: usize, place: Place) -> Place {
    at(offset, place.start, place.end)
}
