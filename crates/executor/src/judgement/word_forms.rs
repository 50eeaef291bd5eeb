//! Matches forms of a word whose stems differ, such as a verb and its noun (`выделять`, `выделение`).

use std::collections::BTreeSet;
use std::ops::Bound;

/// Minimum length of the common beginning of two forms, in letters.
const ROOT: usize = 5;
/// Maximum number of letters after the common beginning.
const ENDING: usize = 2;

/// True where a stem, or the stem of another form of its word, is among some stems.
pub(super) fn stands_in(stem: &str, among: &BTreeSet<String>) -> bool {
    among.contains(stem) || root(stem).is_some_and(|root| has_form(root, among))
}

/// The common beginning of all forms of a word; `None` where it is too short to be distinctive.
fn root(stem: &str) -> Option<&str> {
    let letters = ROOT.max(stem.chars().count().saturating_sub(ENDING));
    let mut ends = stem.char_indices().map(|(at, _)| at).chain([stem.len()]);
    stem.get(..ends.nth(letters)?)
}

fn has_form(root: &str, among: &BTreeSet<String>) -> bool {
    let from = among.range::<str, _>((Bound::Included(root), Bound::Unbounded));
    let mut endings = from.map_while(|stem| stem.strip_prefix(root));
    endings.any(|ending| ending.chars().count() <= ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_begin_alike_and_end_shortly() {
        for (stem, other, is_form) in [
            ("выделя", "выделен", true),
            ("выделен", "выделя", true),
            ("licen", "licens", true),
            ("решен", "решен", true),
            // Too short, and a different word.
            ("код", "коды", false),
            ("выдел", "выделенн", false),
            ("выделен", "выдра", false),
            ("", "решен", false),
            ("数据库设计", "数据库设计图", true),
            ("数据", "数据库", false),
        ] {
            let among = BTreeSet::from([other.to_owned()]);
            assert_eq!(stands_in(stem, &among), is_form, "{stem} {other}");
        }
    }
}
