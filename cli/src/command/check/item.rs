//! Findings of a codebook as items of a report.

use cmec_compiler::{Report, Severity, rules as documented};
use serde::Serialize;

use crate::report::{Item, Level, Place, Record, Rule, TestCase, TestOutcome, lines};

#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct FindingItem {
    pub(super) finding: Report,
    /// True where warnings count as errors.
    #[serde(skip)]
    pub(super) denies_warnings: bool,
}

pub(super) fn rules() -> Vec<Rule> {
    let rules = documented().iter().map(|rule| Rule {
        id: rule.id,
        slug: rule.slug,
        what: rule.what,
        why: rule.why,
        help: format!(
            "{}\nfor example {}\ninstead {}",
            rule.why, rule.example, rule.instead
        ),
    });
    rules.collect()
}

impl Item for FindingItem {
    fn records(&self) -> Vec<Record<'_>> {
        let finding = &self.finding;
        let level = match finding.severity {
            Severity::Error => Level::Error,
            Severity::Warning if self.denies_warnings => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        };
        let title = format!("{} {}", finding.id, finding.slug);
        let mut message = finding.message.clone();
        if let Some(help) = &finding.help {
            message += &format!("\n{help}");
        }
        vec![Record {
            rule: finding.id,
            level,
            place: Place::from(&finding.at),
            related: finding.related.iter().map(Place::from).collect(),
            annotation: (level, title, message.clone()),
            line: message.clone(),
            message,
            ..Record::default()
        }]
    }

    fn test_case(&self) -> TestCase<'_> {
        let finding = &self.finding;
        let records = self.records();
        let is_error = records.iter().any(|record| record.level == Level::Error);
        let outcome = match is_error {
            true => TestOutcome::Failed(finding.slug, None, lines(&records)),
            false => TestOutcome::Skipped(lines(&records)),
        };
        TestCase {
            class: finding.at.file.as_str().into(),
            name: format!("{} {}", finding.id, finding.message).into(),
            outcome,
        }
    }
}
