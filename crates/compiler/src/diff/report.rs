//! Changes as text for people and as data for machines.

use codespan_reporting::diagnostic::{
    Diagnostic, Label as DrawnLabel, LabelStyle, Severity as DrawnSeverity,
};
use codespan_reporting::files::SimpleFiles;
use serde::Serialize;

use super::change::{Change, cut};
use super::rule::{Audience, Effect, Effects};
use crate::finding::{Label, Place};
use crate::report::data::{ReportPlace, place};
use crate::report::drawing::{Colour, draw, line_length, position};
use crate::source::files::SourceSet;
use crate::text::joined;

/// Renders changes. A breaking change shows its source lines, first of the new codebook, then of the old one; any other
/// change is one line.
#[must_use]
pub fn render_changes(
    changes: &[Change],
    old: &SourceSet,
    new: &SourceSet,
    colour: Colour,
) -> String {
    // Both codebooks share one list of files, with the old files last.
    let mut files = new.drawn();
    let behind = new.iter().count();
    for (_, file) in old.iter() {
        files.add(file.shown.as_str(), file.text.as_str());
    }
    let mut text = String::new();
    let mut changes = changes.iter().peekable();
    while let Some(change) = changes.next() {
        let drawn = match is_note(change) {
            true => note(change, &files, behind),
            false => drawn(change, &files, behind),
        };
        text.push_str(draw(&drawn, &files, colour).trim_end());
        // Notes are grouped, one per line.
        let goes_on = is_note(change) && changes.peek().is_some_and(|next| is_note(next));
        text.push_str(if goes_on { "\n" } else { "\n\n" });
    }
    text
}

/// True for a change that breaks nobody.
fn is_note(change: &Change) -> bool {
    change.effects.worst_but(&[]) != Effect::Breaking
}

/// The place in the old codebook. Old file ids are shifted by `behind`, the number of new files.
fn before(change: &Change, behind: usize) -> Option<Place> {
    let mut old = change.old?;
    old.file += behind;
    Some(old)
}

/// A note with its place, on one line.
fn note(change: &Change, files: &SimpleFiles<&str, &str>, behind: usize) -> Diagnostic<usize> {
    let gone = before(change, behind).filter(|_| !change.is_there);
    let at = gone.unwrap_or(change.new);
    let mut message = change.message();
    // A removed codebook has no file.
    if line_length(at, files) > 0 {
        message = format!("{message} ({})", position(at, files));
    }
    Diagnostic::new(DrawnSeverity::Note)
        .with_code(change.rule.id)
        .with_message(message)
}

/// Longest source line that is shown, in bytes: a list of reserved codes can hold thousands and is no help.
const DRAWN: usize = 300;
/// Largest number of elements of a type that are named.
const NAMED: usize = 8;

fn drawn(change: &Change, files: &SimpleFiles<&str, &str>, behind: usize) -> Diagnostic<usize> {
    let here = match (change.is_there, change.old) {
        (true, Some(_)) => "now",
        (true, None) => "new here",
        (false, _) => "no longer here",
    };
    let mut labels = Vec::new();
    let mut notes = Vec::new();
    for (at, said, style) in [
        (Some(change.new), here, LabelStyle::Primary),
        (before(change, behind), "before", LabelStyle::Secondary),
    ] {
        let Some(at) = at else { continue };
        match line_length(at, files) {
            // A removed codebook has no file.
            0 => {}
            1..=DRAWN => {
                let label = DrawnLabel::new(style, at.file, at.start..at.end);
                labels.push(label.with_message(said));
            }
            _ => notes.push(format!("{said}: {}", position(at, files))),
        }
    }
    if let Some(ty) = change.types.first().filter(|_| !change.parts.is_empty()) {
        let named = joined(change.parts.iter().take(NAMED), ", ");
        let more = match change.parts.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        notes.push(format!("of `{}`: {named}{more}", cut(ty)));
    }
    let effects = Audience::ALL.iter().map(|audience| {
        let effect = change.effects.on(*audience);
        format!("{} {}", audience.name(), effect.name())
    });
    Diagnostic::new(DrawnSeverity::Error)
        .with_code(change.rule.id)
        .with_message(change.message())
        .with_labels(labels)
        .with_notes(notes)
        .with_note(joined(effects, ", "))
        .with_note(format!("why: {}", change.rule.why))
        .with_note(format!("instead: {}", change.rule.instead))
}

/// A change as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangeReport {
    /// Stable id of its rule, `CD026`.
    pub id: &'static str,
    /// Short name of its rule.
    pub slug: &'static str,
    /// The worst effect on any audience.
    pub severity: Effect,
    /// The effect on each audience.
    pub effects: Effects,
    /// The changed element.
    pub element: String,
    /// The type it belongs to; both ends for a relation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// Elements added or removed together with a type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// The old value.
    pub from: Option<String>,
    /// The new value.
    pub to: Option<String>,
    /// The whole change in one line.
    pub message: String,
    /// The place in the new codebook, or where it would be.
    pub new: ReportPlace,
    /// The place in the old codebook.
    pub old: Option<ReportPlace>,
    /// The alternative, or how to deal with the change.
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
            types: change.types.clone(),
            parts: change.parts.clone(),
            from: change.from.clone(),
            to: change.to.clone(),
            message: change.message(),
            new: place_of(change.new, &new_files),
            old: change.old.map(|place| place_of(place, &old_files)),
            instead: change.rule.instead,
        })
        .collect()
}

fn place_of(at: Place, files: &SimpleFiles<&str, &str>) -> ReportPlace {
    let label = Label {
        place: at,
        message: String::new(),
    };
    place(&label, files)
}
