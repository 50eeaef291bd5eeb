//! SARIF 2.1.0 on changes: the place in the new codebook, and beside it the one in the old.

use cmec_compiler::ReportPlace;
use cmec_compiler::diff::{ChangeReport, change_rules};
use serde_json::{Value, json};

use super::Weight;
use crate::output::push_json;
use crate::sarif::{self, Entry, Text};

/// The whole report.
pub(super) fn sarif<'r>(changes: impl Iterator<Item = (&'r ChangeReport, Weight)>) -> String {
    let rules = change_rules().map(|rule| {
        let help = format!("{}\ninstead: {}", rule.why, rule.instead);
        sarif::rule(rule.id, rule.slug, rule.what, rule.why, &help)
    });
    let mut out = sarif::head(&rules.collect());
    for (index, (change, weight)) in changes.enumerate() {
        if index > 0 {
            out.push_str(sarif::BETWEEN);
        }
        let level = match weight {
            Weight::Breaks => "error",
            Weight::Allowed => "warning",
            Weight::Fits => "note",
        };
        let entry = Entry {
            rule_id: change.id,
            rule_index: (change_rules().position(|rule| rule.id == change.id)).unwrap_or(0),
            level,
            message: Text {
                text: &change.message,
            },
            locations: [location(&change.new)],
            related_locations: change.old.iter().map(location).collect(),
            baseline_state: None,
            properties: json!({"effects": change.effects}),
        };
        push_json(&mut out, &entry);
    }
    out.push_str(sarif::TAIL);
    out
}

fn location(place: &ReportPlace) -> Value {
    let region = json!({"startLine": place.line, "startColumn": place.column});
    sarif::location(&place.file, region)
}
