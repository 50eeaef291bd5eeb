//! Folds an added or removed type into one change, with its fields and the relations from and to it.

use std::collections::{BTreeMap, HashSet};

use super::change::Change;
use super::elements::{CODE_NOT_RESERVED, ELEMENT_ADDED, ELEMENT_REMOVED};
use super::version::Version;

/// Moves the changes of such a type's elements into the change of the type.
pub(super) fn fold(old: &Version<'_>, new: &Version<'_>, found: Vec<Change>) -> Vec<Change> {
    let names = |version: &Version<'_>| -> HashSet<String> {
        (version.tables.types.iter())
            .map(|ty| ty.name.to_string())
            .collect()
    };
    let (before, after) = (names(old), names(new));
    let gone: HashSet<&str> = before.difference(&after).map(String::as_str).collect();
    let came: HashSet<&str> = after.difference(&before).map(String::as_str).collect();
    let mut whole: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    let mut folded: Vec<Change> = Vec::with_capacity(found.len());
    // Types first, so that their elements find them.
    let (types, others): (Vec<Change>, Vec<Change>) =
        found.into_iter().partition(|change| change.is_type);
    for change in types.into_iter().chain(others) {
        let id = change.rule.id;
        let of = if id == ELEMENT_REMOVED.id || id == CODE_NOT_RESERVED.id {
            &gone
        } else if id == ELEMENT_ADDED.id {
            &came
        } else {
            folded.push(change);
            continue;
        };
        let Some(ty) = change.types.iter().find(|ty| of.contains(ty.as_str())) else {
            folded.push(change);
            continue;
        };
        let at = *whole.entry((id, ty.clone())).or_insert(folded.len());
        match folded.get_mut(at) {
            Some(first) => first.parts.push(change.element),
            None => folded.push(change),
        }
    }
    folded
}
