//! Compares the examples that a model is shown.

use super::comparison::Comparison;
use super::rule;
use crate::source::files::EXAMPLES;

rule::table! {
    EXAMPLES_CHANGED "CD160" "examples-changed" Untouched Untouched Compatible Compatible {
        what: "are others",
        why: "cards show some of them, in the order of what they show",
        instead: "nothing; hand the new card out when it suits",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.catalogue, changes.new.catalogue);
    if old.examples != new.examples {
        changes.add(&EXAMPLES_CHANGED, "examples", (EXAMPLES, &["examples"]));
    }
}
