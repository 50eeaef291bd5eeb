//! Cases as items of a report.

use serde_json::json;

use super::case::CaseError;
use super::outcome::{ANSWER, Outcome, ROWS, TOTALS};
use crate::report::{
    BaselineStatus, Item, Level, Place, Record, Rule, TestCase, TestOutcome, lines,
};
use crate::terminal::output::plain;

/// Rule of an unreadable case.
const UNREADABLE: &str = "unreadable";

/// A rule per kind of expectation, and one for unreadable cases.
pub(super) fn rules() -> Vec<Rule> {
    [
        (
            ANSWER,
            "the answer is of another kind than the case expects",
        ),
        (ROWS, "the answer has not as many rows as the case expects"),
        (
            TOTALS,
            "the answer does not say a figure that the case expects",
        ),
        (UNREADABLE, "the case cannot be read"),
    ]
    .map(|(id, what)| Rule::undocumented(id, what))
    .into()
}

impl Item for Outcome {
    fn records(&self) -> Vec<Record<'_>> {
        let question = plain(&self.question);
        let records = self.failures.iter().map(|miss| {
            let (key, message) = (miss.key, miss.message());
            Record {
                rule: key,
                place: Place::line(&self.file, miss.line),
                status: self.status,
                properties: json!({"question": self.question}),
                annotation: (Level::Error, question.clone(), plain(&message)),
                line: format!("{key}: {message}"),
                message,
                around: (String::new(), question.clone()),
                ..Record::default()
            }
        });
        records.collect()
    }

    fn test_case(&self) -> TestCase<'_> {
        let outcome = match self.status {
            _ if self.holds => TestOutcome::Passed(String::new()),
            Some(BaselineStatus::Known) => {
                TestOutcome::Skipped("no worse than the baseline".to_owned())
            }
            _ => TestOutcome::Failed("case", None, lines(&self.records())),
        };
        TestCase {
            class: self.file.as_str().into(),
            name: self.question.as_str().into(),
            outcome,
        }
    }
}

impl Item for CaseError {
    fn records(&self) -> Vec<Record<'_>> {
        vec![Record {
            rule: UNREADABLE,
            place: Place::line(&self.file, self.line),
            properties: json!({"question": ""}),
            annotation: (Level::Error, "cannot be read".to_owned(), plain(&self.why)),
            line: self.why.clone(),
            message: self.why.clone(),
            ..Record::default()
        }]
    }

    fn test_case(&self) -> TestCase<'_> {
        TestCase {
            class: self.file.as_str().into(),
            name: self.file.as_str().into(),
            outcome: TestOutcome::Error(UNREADABLE, &self.why),
        }
    }
}
