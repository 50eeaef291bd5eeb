//! Changes for people.

use cmec_compiler::diff::{Audience, Effect, render_changes};
use cmec_compiler::{Change, SourceSet};

use super::Weight;
use crate::output;

/// Every change drawn with its lines.
pub(super) fn text(changes: &[Change], old: &SourceSet, new: &SourceSet) -> String {
    render_changes(changes, old, new, output::result_colour())
}

/// One line with the counts.
pub(super) fn summary(changes: &[Change], weights: &[Weight]) -> String {
    let breaking = |audience: Audience| {
        let on = |change: &&Change| change.effects.on(audience) == Effect::Breaking;
        changes.iter().filter(on).count()
    };
    let of_whom: Vec<String> = (Audience::ALL.iter())
        .map(|audience| format!("{} {}", audience.name(), breaking(*audience)))
        .collect();
    let count = |wanted: Weight| weights.iter().filter(|weight| **weight == wanted).count();
    let (broken, allowed) = (count(Weight::Breaks), count(Weight::Allowed));
    let mut summary = format!(
        "{} changes, {} breaking ({})",
        changes.len(),
        broken + allowed,
        of_whom.join(", ")
    );
    if allowed > 0 {
        summary = format!("{summary}; {allowed} of them allowed");
    }
    summary
}
