//! Compares a matched relation: its ends, inverse and cardinality.

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
    MANY_NOW "CD062" "many-now" Breaking Breaking Compatible Compatible {
        what: "leads to several now",
        why: "what is shown, sorted or computed along it has no single value any more, and is asked about",
        instead: "intents that ask for the relations",
    }
    ONE_NOW "CD063" "one-now" Compatible Compatible Compatible Compatible {
        what: "leads to one at most now",
        why: "more can be shown, sorted and computed along it; what could be said before means the same",
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
    for (key, was, now) in [
        ("to_one", old.to_one, new.to_one),
        ("from_one", old.from_one, new.from_one),
    ] {
        let rule = if was { &MANY_NOW } else { &ONE_NOW };
        let [was, now] = [was, now].map(|one| if one { "true" } else { "false" });
        changes.differ(rule, &element, key, (Some(was), Some(now)));
    }
    names::of_relation(changes, old, new);
}
