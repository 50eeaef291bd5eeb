//! GitHub annotations on outputs.

use std::fmt::Write;

use super::record::{Kind, Record};
use super::remark::About;
use super::report::Report;
use crate::github_annotation::{self, At, Level};
use crate::standing::Standing;

/// Workflow commands.
pub(super) struct Github;

impl Report for Github {
    fn one(&self, record: &Record<'_>, out: &mut String) {
        if record.standing == Standing::Known {
            return;
        }
        let whole = At {
            file: record.file,
            line: record.line.unwrap_or(1),
            column: None,
        };
        let level = match record.kind {
            Kind::Contract | Kind::Clarify => Level::Warning,
            Kind::Reject => Level::Error,
        };
        for remark in record.remarks() {
            let level = match remark.about {
                About::Question => level,
                About::Ignored => Level::Notice,
                About::Deprecated => Level::Warning,
            };
            let title = match remark.about {
                About::Question => remark.about.title(),
                About::Ignored | About::Deprecated => remark.about.rule(),
            };
            github_annotation::push(out, level, &whole, title, remark.text);
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
            github_annotation::push(out, level, &whole, "more", &more);
        }
    }
}
