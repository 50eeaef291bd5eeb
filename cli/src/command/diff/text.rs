//! Changes for people.

use cmec_compiler::Change;
use cmec_compiler::diff::{Audience, Effect, render_changes};

use super::{Comparison, Weight};
use crate::terminal::output;

/// All changes, grouped by type and drawn with their source lines.
pub(super) fn text(compared: &[Comparison]) -> String {
    let mut text = String::new();
    for one in compared {
        let groups = groups(one);
        let several = compared.len() > 1 && !one.changes.is_empty();
        if several {
            text.push_str(&format!("codebook `{}`\n\n", output::plain(&one.name)));
        }
        let headed = groups.len() > 1;
        for (ty, weighed) in groups {
            if headed {
                text.push_str(&heading(ty, &weighed));
            }
            let changes: Vec<Change> = weighed
                .iter()
                .map(|(change, _)| (*change).clone())
                .collect();
            text.push_str(&render_changes(
                &changes,
                &one.old,
                &one.new,
                output::result_colour(),
            ));
        }
    }
    text
}

type Group<'c> = (Option<&'c str>, Vec<(&'c Change, Weight)>);

/// The changes by type in order of appearance; those without a type come first.
fn groups(compared: &Comparison) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (change, weight) in compared.weighed() {
        let ty = change.types.first().map(String::as_str);
        match groups.iter_mut().find(|(known, _)| *known == ty) {
            Some((_, changes)) => changes.push((change, weight)),
            None => groups.push((ty, vec![(change, weight)])),
        }
    }
    // A stable sort: only changes without a type move.
    groups.sort_by_key(|(ty, _)| ty.is_some());
    groups
}

fn heading(ty: Option<&str>, changes: &[(&Change, Weight)]) -> String {
    let of = match ty {
        Some(ty) => format!("type `{}`", output::plain(ty)),
        None => "the whole codebook".to_owned(),
    };
    let breaking = changes.iter().filter(|(_, weight)| *weight != Weight::Fits);
    format!(
        "== {of}: {} changes, {} breaking\n\n",
        changes.len(),
        breaking.count()
    )
}

/// One line with the counts.
pub(super) fn summary<'c>(changes: impl Iterator<Item = (&'c Change, Weight)>) -> String {
    let changes: Vec<(&Change, Weight)> = changes.collect();
    let breaking = |audience: Audience| {
        let on = |change: &Change| change.effects.on(audience) == Effect::Breaking;
        changes.iter().filter(|(change, _)| on(change)).count()
    };
    let of_whom: Vec<String> = (Audience::ALL.iter())
        .map(|audience| format!("{} {}", audience.name(), breaking(*audience)))
        .collect();
    let count = |wanted: Weight| {
        changes
            .iter()
            .filter(|(_, weight)| *weight == wanted)
            .count()
    };
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
