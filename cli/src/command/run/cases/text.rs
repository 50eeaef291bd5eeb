//! The report on cases for people.

use super::case::Unreadable;
use super::form::{Form, unreadable};
use super::outcome::Outcome;
use crate::output::plain;
use crate::standing::Standing;

/// A line for each thing that did not hold and counts, with the question below it.
pub(super) struct Text;

impl Form for Text {
    fn asked(&self, outcome: &Outcome, standing: Standing) -> String {
        let mut out = String::new();
        if standing == Standing::Known {
            return out;
        }
        for miss in &outcome.failures {
            let (line, key, said) = (miss.line, miss.key.name(), miss.said());
            let line = plain(&format!("{}:{line}: {key}: {said}", outcome.file));
            let question = plain(&outcome.question);
            out.push_str(&format!("{line}\n    {question}\n"));
        }
        out
    }

    fn unreadable(&self, case: &Unreadable) -> String {
        format!("{}\n", unreadable(case))
    }
}
