//! The report for people: a line for each finding, and the counts.

use std::fmt::Write;

use super::record::{Record, Tally};
use super::report::Report;
use crate::output::plain;
use crate::standing::Standing;

/// Text.
pub(super) struct Text;

impl Report for Text {
    fn one(&self, record: &Record<'_>, out: &mut String) {
        // What was wrong before is counted and not shown: a person looks for what is new.
        if record.standing == Standing::Known {
            return;
        }
        let file = plain(record.file);
        let kind = record.kind.name();
        let line = record.line.unwrap_or(1);
        for remark in record.remarks() {
            let (title, said) = (remark.about.title(), plain(remark.text));
            let _ = writeln!(out, "{file}:{line}: {kind}: {title}: {said}");
        }
        for finding in &record.findings {
            let (line, column) = record.place(finding);
            let (id, slug) = (finding.rule.id, finding.rule.slug);
            let message = plain(&finding.told_to_people());
            let _ = writeln!(out, "{file}:{line}:{column}: {kind} {id} {slug}: {message}");
            if let Some(help) = &finding.help {
                let _ = writeln!(out, "    help: {}", plain(help));
            }
        }
        if let Some(more) = record.more_findings() {
            let _ = writeln!(out, "{file}:{line}: {kind}: {more}");
        }
    }

    fn tail(&self, tally: &Tally, against_baseline: bool) -> String {
        let mut tail = summary(tally, against_baseline);
        for ((id, slug), count) in &tally.findings {
            let _ = writeln!(tail, "{count:>10}  {id} {slug}");
        }
        tail
    }
}

/// One line with the counts.
pub(super) fn summary(tally: &Tally, against_baseline: bool) -> String {
    let mut line = format!(
        "{} outputs: {} contract, {} clarify, {} reject",
        tally.outputs(),
        tally.contracts,
        tally.clarifies,
        tally.rejects
    );
    if tally.dropped > 0 {
        let _ = write!(line, "; {} arguments ignored", tally.dropped);
    }
    if tally.deprecated > 0 {
        let _ = write!(line, "; {} say something deprecated", tally.deprecated);
    }
    if against_baseline {
        let _ = write!(line, "; {} worse than the baseline", tally.failing);
    }
    line.push('\n');
    line
}
