//! The report on cases as lines of JSON.

use serde::Serialize;

use super::case::Unreadable;
use super::form::Form;
use super::outcome::Outcome;
use crate::output::push_json;
use crate::standing::Standing;

/// One line of JSON for each case. What is known is told as well: the report is the next baseline.
pub(super) struct Json;

impl Form for Json {
    fn asked(&self, outcome: &Outcome, _standing: Standing) -> String {
        line(outcome)
    }

    fn unreadable(&self, case: &Unreadable) -> String {
        line(case)
    }
}

fn line(case: &impl Serialize) -> String {
    let mut line = String::new();
    push_json(&mut line, case);
    line.push('\n');
    line
}
