//! Outcomes as items of a report.

use cmec_decoder::finding::registry;
use cmec_decoder::span::Position;
use cmec_executor::Locale;
use serde_json::json;

use super::outcome::{Kind, Outcome};
use crate::report::{
    BaselineStatus, Item, Level, Place, Record, Rule, TestCase, TestOutcome, lines,
};

/// Rules of remarks; the decoder has only the first.
const ASKED: &str = registry::MODEL_ASKED.id;
const IGNORED: &str = "ignored-argument";
const DEPRECATED: &str = "deprecated";

/// All rules of the registry and of remarks, with headlines in the requested language.
pub(super) fn rules(language: Option<Locale>) -> Vec<Rule> {
    let rules = registry::ALL.iter().map(|rule| Rule {
        id: rule.id,
        slug: rule.slug,
        what: language.map_or(rule.what, |language| rule.headline(language.tag())),
        why: rule.why,
        help: format!(
            "{}\nfor example {}\ninstead {}",
            rule.why, rule.example, rule.instead
        ),
    });
    let remarks = [
        Rule::undocumented(IGNORED, "an argument of a tool was ignored"),
        Rule::undocumented(DEPRECATED, "the codebook calls this deprecated"),
    ];
    rules.chain(remarks).collect()
}

impl Item for Outcome<'_> {
    /// The question first, then ignored arguments, deprecated elements, and findings.
    fn records(&self) -> Vec<Record<'_>> {
        let kind = self.kind.name();
        let level = match self.kind {
            Kind::Contract | Kind::Clarify => Level::Warning,
            Kind::Reject => Level::Error,
        };
        let whole = Place::line(self.file, self.line.unwrap_or(1));
        let record = |rule, level, message: String| Record {
            rule,
            level,
            place: whole,
            status: self.status,
            properties: json!({"verdict": kind, "pointer": ""}),
            line: message.clone(),
            message,
            around: (format!("{kind}: "), String::new()),
            ..Record::default()
        };
        let mut records = Vec::new();
        let question = self.question.as_slice();
        for (texts, title, rule, level) in [
            (question, "the model asks", ASKED, Level::Note),
            (&self.dropped, "ignored", IGNORED, Level::Note),
            (&self.deprecated, "warning", DEPRECATED, Level::Warning),
        ] {
            let (shown_level, heading) = match rule {
                ASKED => (Level::Warning, title),
                _ => (level, rule),
            };
            records.extend(texts.iter().map(|text| Record {
                annotation: (shown_level, heading.to_owned(), text.clone()),
                ..record(rule, level, format!("{title}: {text}"))
            }));
        }
        for finding in &self.findings {
            let (rule, at) = (finding.rule, finding.position);
            let end = self.text.map(|text| Position::of(text, finding.span.end));
            let line_of = |at: Position| self.line.unwrap_or(at.line as u64);
            let place = Place {
                line: line_of(at).max(1),
                column: Some((at.column as u64).max(1)),
                end: end.map(|end| (line_of(end), end.column as u64)),
                ..whole
            };
            let title = format!("{} {}", rule.id, rule.slug);
            let told = finding.told_to_people();
            let (mut message, mut below) = (told.to_string(), String::new());
            if let Some(help) = &finding.help {
                message = format!("{told}\n{help}");
                below = format!("help: {help}");
            }
            records.push(Record {
                place,
                properties: json!({"verdict": kind, "pointer": finding.pointer}),
                line: format!("{title}: {told}"),
                annotation: (level, title, message.clone()),
                around: (format!("{kind} "), below),
                ..record(rule.id, level, message)
            });
        }
        if let (Some(more), Some(last)) = (self.more, self.findings.last()) {
            let message = format!("and {more} more findings");
            records.push(Record {
                annotation: (level, "more".to_owned(), message.clone()),
                ..record(last.rule.id, Level::Note, message)
            });
        }
        records
    }

    fn test_case(&self) -> TestCase<'_> {
        let kind = self.kind.name();
        let text = lines(&self.records());
        let outcome = match (self.kind, self.status) {
            (Kind::Contract, _) => TestOutcome::Passed(text),
            (_, Some(BaselineStatus::Known)) => {
                TestOutcome::Skipped(format!("{kind}, no worse than the baseline"))
            }
            _ => TestOutcome::Failed(kind, None, text),
        };
        let name = self.line.map(|line| format!("line {line}").into());
        TestCase {
            class: self.file.into(),
            name: name.unwrap_or_else(|| self.file.into()),
            outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::faults;

    #[test]
    fn every_rule_has_a_bit_of_its_own() {
        let rules = rules(None);
        let mut all = 0_u128;
        for id in rules.iter().map(|rule| rule.id) {
            let bit = faults(&rules, "reject", [id].into_iter()) & !(3 << 126);
            assert!(bit != 0 && all & bit == 0, "{id}");
            all |= bit;
        }
        assert_eq!(faults(&rules, "contract", ["DEC999"].into_iter()), 0);
    }
}
