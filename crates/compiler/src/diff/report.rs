//! Changes as text for people and as data for machines.

use codespan_reporting::diagnostic::{Diagnostic, Label as DrawnLabel, Severity as DrawnSeverity};
use codespan_reporting::files::SimpleFiles;
use serde::Serialize;

use super::change::Change;
use super::rule::{Audience, Effect, Effects};
use crate::finding::{Label, Place};
use crate::report::data::{ReportPlace, place};
use crate::report::drawing::{Colour, draw};
use crate::source::files::SourceSet;

/// Draws changes with the lines they are about, those of the new codebook first.
#[must_use]
pub fn render_changes(
    changes: &[Change],
    old: &SourceSet,
    new: &SourceSet,
    colour: Colour,
) -> String {
    // One list of files for both codebooks: the old ones stand after the new ones.
    let mut files = new.drawn();
    let behind = new.iter().count();
    for (_, file) in old.iter() {
        files.add(file.shown.as_str(), file.text.as_str());
    }
    let drawn = changes.iter().map(|change| drawn(change, behind));
    drawn
        .map(|diagnostic| draw(&diagnostic, &files, colour))
        .collect()
}

fn drawn(change: &Change, behind: usize) -> Diagnostic<usize> {
    let severity = match change.effects.worst_but(&[]) {
        Effect::Breaking => DrawnSeverity::Error,
        Effect::Compatible | Effect::Untouched => DrawnSeverity::Note,
    };
    let mut labels = Vec::new();
    let new = change.new;
    let here = match (change.is_there, change.old) {
        (true, Some(_)) => "now",
        (true, None) => "new here",
        (false, _) => "no longer here",
    };
    labels.push(DrawnLabel::primary(new.file, new.start..new.end).with_message(here));
    if let Some(old) = change.old {
        let drawn = DrawnLabel::secondary(old.file + behind, old.start..old.end);
        labels.push(drawn.with_message("before"));
    }
    let effects: Vec<String> = Audience::ALL
        .iter()
        .map(|audience| {
            format!(
                "{} {}",
                audience.name(),
                change.effects.on(*audience).name()
            )
        })
        .collect();
    let mut diagnostic = Diagnostic::new(severity)
        .with_code(change.rule.id)
        .with_message(change.message())
        .with_labels(labels)
        .with_note(effects.join(", "))
        .with_note(format!("why: {}", change.rule.why));
    if severity == DrawnSeverity::Error {
        diagnostic = diagnostic.with_note(format!("instead: {}", change.rule.instead));
    }
    diagnostic
}

/// A change as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangeReport {
    /// Stable id of its rule, `CD026`.
    pub id: &'static str,
    /// Short name of its rule.
    pub slug: &'static str,
    /// The worst it means for anyone.
    pub severity: Effect,
    /// What it means for each audience.
    pub effects: Effects,
    /// What changed.
    pub element: String,
    /// What it was.
    pub from: Option<String>,
    /// What it is.
    pub to: Option<String>,
    /// The whole in one line.
    pub message: String,
    /// Where it stands in the new codebook, or where it would.
    pub new: ReportPlace,
    /// Where it stood in the old codebook.
    pub old: Option<ReportPlace>,
    /// What to do instead, or about it.
    pub instead: &'static str,
}

/// Changes as data, in the same order.
#[must_use]
pub fn report_changes(changes: &[Change], old: &SourceSet, new: &SourceSet) -> Vec<ChangeReport> {
    let (old_files, new_files) = (old.drawn(), new.drawn());
    changes
        .iter()
        .map(|change| ChangeReport {
            id: change.rule.id,
            slug: change.rule.slug,
            severity: change.effects.worst_but(&[]),
            effects: change.effects,
            element: change.element.clone(),
            from: change.from.clone(),
            to: change.to.clone(),
            message: change.message(),
            new: at(change.new, &new_files),
            old: change.old.map(|place| at(place, &old_files)),
            instead: change.rule.instead,
        })
        .collect()
}

fn at(at: Place, files: &SimpleFiles<&str, &str>) -> ReportPlace {
    let label = Label {
        place: at,
        message: String::new(),
    };
    place(&label, files)
}
