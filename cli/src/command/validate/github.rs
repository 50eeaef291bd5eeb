//! GitHub annotations on outputs.

use std::fmt::Write;

use super::record::{Kind, Record, Standing};
use super::report::Report;
use crate::github_annotation::{self, At, Level};

/// Workflow commands.
pub(super) struct Github;

impl Report for Github {
    fn one(&self, record: &Record<'_>, out: &mut String) {
        if record.standing == Standing::Known {
            return;
        }
        for deprecated in &record.deprecated {
            let at = At {
                file: record.file,
                line: record.line.unwrap_or(1),
                column: None,
            };
            github_annotation::push(out, Level::Warning, &at, "deprecated", deprecated);
        }
        let level = match record.kind {
            Kind::Contract => return,
            Kind::Clarify => Level::Warning,
            Kind::Reject => Level::Error,
        };
        if let Some(question) = &record.question {
            let at = At {
                file: record.file,
                line: record.line.unwrap_or(1),
                column: None,
            };
            github_annotation::push(out, level, &at, "model asks", question);
        }
        for finding in &record.findings {
            let (line, column) = record.place(finding);
            let at = At {
                file: record.file,
                line,
                column: Some(column),
            };
            let title = format!("{} {}", finding.rule.id, finding.rule.slug);
            let mut said = finding.told_to_people().into_owned();
            if let Some(help) = &finding.help {
                let _ = write!(said, "\n{help}");
            }
            github_annotation::push(out, level, &at, &title, &said);
        }
        if let Some(more) = record.more_findings() {
            let at = At {
                file: record.file,
                line: record.line.unwrap_or(1),
                column: None,
            };
            github_annotation::push(out, level, &at, "more", &more);
        }
    }
}
