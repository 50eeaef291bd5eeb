//! GitHub annotations on changes, at the lines of the new codebook.

use cmec_compiler::diff::ChangeReport;

use super::Weight;
use crate::github_annotation::{self, At, Level};

/// Workflow commands.
pub(super) fn github<'r>(changes: impl Iterator<Item = (&'r ChangeReport, Weight)>) -> String {
    let mut lines = String::new();
    for (change, weight) in changes {
        let level = match weight {
            Weight::Breaks => Level::Error,
            Weight::Allowed => Level::Warning,
            Weight::Fits => Level::Notice,
        };
        let at = At {
            file: &change.new.file,
            line: change.new.line as u64,
            column: Some(change.new.column as u64),
        };
        let title = format!("{} {}", change.id, change.slug);
        let mut said = change.message.clone();
        let broken: Vec<&str> = change.effects.broken().map(|who| who.name()).collect();
        if !broken.is_empty() {
            said = format!(
                "{said}\nbreaks {}\ninstead: {}",
                broken.join(", "),
                change.instead
            );
        }
        github_annotation::push(&mut lines, level, &at, &title, &said);
    }
    lines
}
