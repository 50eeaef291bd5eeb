//! The report on cases as GitHub annotations.

use super::case::Unreadable;
use super::form::Form;
use super::outcome::Outcome;
use crate::github_annotation::{self, At, Level};
use crate::output::plain;
use crate::standing::Standing;

/// Workflow commands.
pub(super) struct Github;

impl Form for Github {
    fn asked(&self, outcome: &Outcome, standing: Standing) -> String {
        let mut out = String::new();
        if standing == Standing::Known {
            return out;
        }
        for miss in &outcome.failures {
            let title = plain(&outcome.question);
            push(&mut out, &outcome.file, miss.line, &title, &miss.said());
        }
        out
    }

    fn unreadable(&self, case: &Unreadable) -> String {
        let mut out = String::new();
        push(&mut out, &case.file, case.line, "cannot be read", &case.why);
        out
    }
}

fn push(out: &mut String, file: &str, line: u64, title: &str, said: &str) {
    let at = At {
        file,
        line,
        column: None,
    };
    github_annotation::push(out, Level::Error, &at, title, &plain(said));
}
