//! A relation that stayed: its ends and its inverse.

use cmec_decoder::tables::RelationDef;

use super::comparison::{Comparison, ElementPath};
use super::{element_title, names, rule};

rule::table! {
    ENDS_CHANGED "CD060" "ends-changed" Breaking Breaking Breaking Compatible {
        what: "leads from or to another type",
        why: "the same hop ends somewhere else: chains no longer meet, and fields at its end are no longer within reach",
        instead: "a new relation with a new code",
    }
    INVERSE_CHANGED "CD061" "inverse-changed" Untouched Compatible Untouched Compatible {
        what: "has another inverse",
        why: "a hop turned round is called otherwise; both names are read",
        instead: "nothing",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>, old: &RelationDef, new: &RelationDef) {
    let ends = |relation: &RelationDef| format!("{} > {}", relation.from, relation.to);
    if ends(old) != ends(new) {
        let key = if old.from == new.from { "to" } else { "from" };
        (changes.inside(
            &ENDS_CHANGED,
            element_title::of_relation(new),
            ElementPath::of_relation(old, new),
            &[key],
        ))
        .from(ends(old))
        .to(ends(new));
    }
    if old.inverse != new.inverse {
        let change = changes.inside(
            &INVERSE_CHANGED,
            element_title::of_relation(new),
            ElementPath::of_relation(old, new),
            &["inverse"],
        );
        change.from = old.inverse.as_deref().map(str::to_owned);
        change.to = new.inverse.as_deref().map(str::to_owned);
    }
    names::of_relation(changes, old, new);
}
