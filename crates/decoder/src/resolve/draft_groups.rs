//! Classifies the groups of a draft: sides of the set operation, and groups that share the matching of the whole
//! intent.

use crate::draft::{Draft, DraftSet, DraftSide};
use crate::language::given_names;

/// For each group of a draft, `true` if it shares the matching of the whole intent and is not a subquery.
pub(crate) fn are_of_whole(draft: &Draft<'_>) -> Vec<bool> {
    if draft.groups.is_empty() {
        return Vec::new();
    }
    let sides = sides_of(draft);
    let compared: Vec<&str> = draft.compared_groups().collect();
    let groups = draft.groups.iter().map(|group| &group.value);
    let of_whole = groups.map(|group| {
        let name = group.name.value.as_ref();
        let is_compared = compared.iter().any(|said| given_names::means(said, name));
        group.is_plain() && (!is_compared || sides.contains(&name))
    });
    of_whole.collect()
}

/// The types of each group of a draft that shares the matching of the whole intent.
pub(crate) fn types_of_whole<'d>(draft: &'d Draft<'_>) -> impl Iterator<Item = Vec<&'d str>> {
    let groups = draft.groups.iter().zip(are_of_whole(draft));
    let groups = groups.filter(|(_, of_whole)| *of_whole);
    groups.map(|(group, _)| {
        let types = group.value.targets.iter();
        types.map(|word| word.value.as_ref()).collect()
    })
}

/// The names of the groups in the set operation of a draft.
pub(crate) fn sides_of<'d>(draft: &'d Draft<'_>) -> Vec<&'d str> {
    fn add<'d>(set: &'d DraftSet<'_>, names: &mut Vec<&'d str>) {
        for side in [&set.left, &set.right] {
            match &side.value {
                DraftSide::Group(name) => names.push(name),
                DraftSide::Nested(set) => add(set, names),
            }
        }
    }
    let mut names = Vec::new();
    if let Some(set) = &draft.set {
        add(&set.value, &mut names);
    }
    names
}
