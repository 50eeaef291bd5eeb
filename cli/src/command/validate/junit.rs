//! JUnit: each output is a test case.

use std::fmt::Write;

use super::record::{Kind, Record, Tally};
use super::report::Report;
use crate::standing::Standing;
use crate::xml::escape;

/// JUnit's XML.
pub(super) struct Junit;

impl Report for Junit {
    fn counts_first(&self) -> bool {
        true
    }

    fn head(&self, tally: &Tally) -> String {
        let (tests, failures) = (tally.outputs(), tally.failing);
        let skipped = tally.clarifies + tally.rejects - failures;
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cmec validate\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n<testsuite name=\"cmec validate\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n"
        )
    }

    fn one(&self, record: &Record<'_>, out: &mut String) {
        let file = escape(record.file);
        let name = record
            .line
            .map_or_else(|| file.clone(), |line| format!("line {line}"));
        let _ = write!(out, "<testcase classname=\"{file}\" name=\"{name}\"");
        let kind = record.kind.name();
        if record.kind == Kind::Contract {
            match said(record).as_str() {
                "" => out.push_str("/>\n"),
                said => {
                    let said = escape(said);
                    let _ = writeln!(out, "><system-out>{said}</system-out></testcase>");
                }
            }
            return;
        }
        if record.standing == Standing::Known {
            let _ = writeln!(
                out,
                "><skipped message=\"{kind}, no worse than the baseline\"/></testcase>"
            );
            return;
        }
        let said = said(record);
        let first = escape(said.lines().next().unwrap_or_default());
        let said = escape(&said);
        let _ = writeln!(
            out,
            "><failure type=\"{kind}\" message=\"{first}\">{said}</failure></testcase>"
        );
    }

    fn tail(&self, _tally: &Tally, _against_baseline: bool) -> String {
        "</testsuite>\n</testsuites>\n".to_owned()
    }
}

fn said(record: &Record<'_>) -> String {
    let remarks = record.remarks();
    let mut lines: Vec<String> = remarks
        .map(|remark| format!("{}: {}", remark.about.title(), remark.text))
        .collect();
    for finding in &record.findings {
        let (line, column) = record.place(finding);
        let (id, slug) = (finding.rule.id, finding.rule.slug);
        lines.push(format!(
            "{id} {slug}: {} ({line}:{column})",
            finding.told_to_people()
        ));
    }
    lines.extend(record.more_findings());
    lines.join("\n")
}
