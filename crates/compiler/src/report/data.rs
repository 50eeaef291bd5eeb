//! Findings as data, for machines.

use codespan_reporting::files::{Files as _, SimpleFiles};
use serde::Serialize;

use crate::finding::{Finding, Label, Severity};
use crate::source::files::SourceSet;

/// A finding as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Stable id of its rule, `CB031`.
    pub id: &'static str,
    /// Short name of its rule.
    pub slug: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// The message.
    pub message: String,
    /// The place.
    #[serde(flatten)]
    pub at: ReportPlace,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<ReportPlace>,
}

/// A place as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportPlace {
    /// Name of the file, with its folder.
    pub file: String,
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
    /// First byte and the byte after the last.
    pub span: [usize; 2],
    /// A remark about this place; may be empty.
    pub remark: String,
}

/// Findings as data, in the same order.
#[must_use]
pub fn report(findings: &[Finding], sources: &SourceSet) -> Vec<Report> {
    let files = sources.drawn();
    (findings.iter())
        .map(|finding| {
            let related = finding.secondary.iter();
            let doc = finding.rule.doc();
            Report {
                id: doc.id,
                slug: doc.slug,
                severity: doc.severity,
                message: finding.message.clone(),
                at: place(&finding.primary, &files),
                help: finding.help.clone(),
                related: related.map(|label| place(label, &files)).collect(),
            }
        })
        .collect()
}

pub(crate) fn place(label: &Label, files: &SimpleFiles<&str, &str>) -> ReportPlace {
    let at = label.place;
    let location = files.location(at.file, at.start).ok();
    ReportPlace {
        file: files.name(at.file).unwrap_or_default().to_owned(),
        line: location.as_ref().map_or(1, |at| at.line_number),
        column: location.as_ref().map_or(1, |at| at.column_number),
        span: [at.start, at.end],
        remark: label.message.clone(),
    }
}
