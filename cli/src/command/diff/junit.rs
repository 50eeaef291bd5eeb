//! JUnit on changes: each change is a test case of its type, and fails where it breaks somebody.

use std::fmt::Write;

use cmec_compiler::diff::ChangeReport;

use super::Weight;
use crate::xml::escape;

/// The whole report: one suite a codebook.
pub(super) fn junit(suites: &[(&str, Vec<(&ChangeReport, Weight)>)]) -> String {
    let mut out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cmec diff\">\n".to_owned();
    for (name, changes) in suites {
        suite(name, changes, &mut out);
    }
    out.push_str("</testsuites>\n");
    out
}

fn suite(name: &str, changes: &[(&ChangeReport, Weight)], out: &mut String) {
    let count = |wanted: Weight| {
        changes
            .iter()
            .filter(|(_, weight)| *weight == wanted)
            .count()
    };
    let (failures, skipped) = (count(Weight::Breaks), count(Weight::Allowed));
    let name = escape(name);
    // A suite without a case is told by no reader of JUnit.
    let tests = changes.len().max(1);
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        out,
        "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
    );
    if changes.is_empty() {
        let _ = writeln!(out, "<testcase classname=\"{name}\" name=\"no change\"/>");
    }
    for (change, weight) in changes {
        let of = change
            .types
            .first()
            .map_or(name.clone(), |ty| format!("{name}.{}", escape(ty)));
        let said = escape(&format!("{} {}", change.id, change.message));
        let _ = write!(out, "<testcase classname=\"{of}\" name=\"{said}\"");
        let broken: Vec<&str> = change.effects.broken().map(|who| who.name()).collect();
        let broken = broken.join(", ");
        match weight {
            Weight::Fits => out.push_str("/>\n"),
            Weight::Allowed => {
                let _ = writeln!(
                    out,
                    "><skipped message=\"breaks {broken}, which is allowed\"/></testcase>"
                );
            }
            Weight::Breaks => {
                let (slug, place) = (change.slug, &change.new);
                let instead = escape(change.instead);
                let at = escape(&format!("{}:{}:{}", place.file, place.line, place.column));
                let _ = writeln!(
                    out,
                    "><failure type=\"{slug}\" message=\"breaks {broken}\">{said}&#10;{at}&#10;instead: {instead}</failure></testcase>"
                );
            }
        }
    }
    out.push_str("</testsuite>\n");
}
