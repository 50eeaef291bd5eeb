//! The report on cases as JUnit's XML.

use super::case::Unreadable;
use super::form::Form;
use super::outcome::{Counts, Outcome};
use crate::standing::Standing;
use crate::xml::escape;

/// JUnit's XML: its head has the counts.
pub(super) struct Junit;

impl Form for Junit {
    fn is_one_document(&self) -> bool {
        true
    }

    fn head(&self, counts: &Counts) -> String {
        let (cases, errors, skipped) = (counts.cases, counts.unreadable, counts.known);
        let failures = counts.failed - skipped;
        let head = format!(
            "name=\"cmec run\" tests=\"{cases}\" failures=\"{failures}\" errors=\"{errors}\""
        );
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {head}>\n<testsuite {head} skipped=\"{skipped}\">\n"
        )
    }

    fn asked(&self, outcome: &Outcome, standing: Standing) -> String {
        let inside = if outcome.holds {
            String::new()
        } else if standing == Standing::Known {
            "<skipped message=\"no worse than the baseline\"/>".to_owned()
        } else {
            let misses = outcome.failures.iter();
            let said: Vec<String> = misses
                .map(|miss| format!("{}: {}", miss.key.name(), miss.said()))
                .collect();
            let first = escape(said.first().map_or("", String::as_str));
            let said = escape(&said.join("\n"));
            format!("<failure type=\"case\" message=\"{first}\">{said}</failure>")
        };
        case(&outcome.file, &outcome.question, &inside)
    }

    fn unreadable(&self, unreadable: &Unreadable) -> String {
        let why = escape(&unreadable.why);
        let inside = format!("<error type=\"unreadable\" message=\"{why}\"/>");
        case(&unreadable.file, &unreadable.file, &inside)
    }

    fn tail(&self) -> &'static str {
        "</testsuite>\n</testsuites>\n"
    }
}

fn case(file: &str, name: &str, inside: &str) -> String {
    let (file, name) = (escape(file), escape(name));
    if inside.is_empty() {
        return format!("<testcase classname=\"{file}\" name=\"{name}\"/>\n");
    }
    format!("<testcase classname=\"{file}\" name=\"{name}\">{inside}</testcase>\n")
}
