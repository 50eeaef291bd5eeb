//! A relation that stayed: its ends and its inverse.

use cmec_decoder::tables::RelationDef;

use super::comparison::Comparison;
use super::element::Element;
use super::{names, rule};

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
    let element = Element::of(old, new);
    let ends = |relation: &RelationDef| format!("{} > {}", relation.from, relation.to);
    let key = if old.from == new.from { "to" } else { "from" };
    let (was, now) = (ends(old), ends(new));
    changes.differ(&ENDS_CHANGED, &element, key, (Some(&was), Some(&now)));
    let inverses = (old.inverse.as_deref(), new.inverse.as_deref());
    changes.differ(&INVERSE_CHANGED, &element, "inverse", inverses);
    names::of_relation(changes, old, new);
}
