//! Caps and defaults in force.

use cmec_decoder::tables::Limits;

use super::{Changes, registry};
use crate::files::{CODEBOOK, CORE};

registry::table! {
    CAP_LOWERED "CD070" "cap-lowered" Breaking Breaking Untouched Compatible {
        what: "lets less through",
        why: "outputs and stored contracts above the cap are questions or rejects now",
        instead: "lower what a host gives out, and keep the cap of what may be asked",
    }
    CAP_RAISED "CD071" "cap-raised" Compatible Compatible Untouched Compatible {
        what: "lets more through",
        why: "hosts may be asked for more than ever before",
        instead: "nothing; see that hosts bear it",
    }
    DEFAULT_CHANGED "CD072" "default-changed" Breaking Untouched Untouched Compatible {
        what: "is another number when none is said",
        why: "the same output decodes to another contract; stored contracts have the number written out",
        instead: "have models say the number before the default changes",
    }
    CANDIDATES_CHANGED "CD073" "candidates-changed" Untouched Untouched Untouched Compatible {
        what: "is another number",
        why: "questions name more or fewer candidates",
        instead: "nothing",
    }
}

/// What a limit is.
enum Kind {
    Cap,
    Default,
    Candidates,
}

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new) = (
        named(&changes.old.tables.limits),
        named(&changes.new.tables.limits),
    );
    for ((name, kind, old), (_, _, new)) in old.into_iter().zip(new) {
        let rule = match kind {
            _ if old == new => continue,
            Kind::Default => &DEFAULT_CHANGED,
            Kind::Candidates => &CANDIDATES_CHANGED,
            Kind::Cap if new < old => &CAP_LOWERED,
            Kind::Cap => &CAP_RAISED,
        };
        let keys = ["limits", name];
        let at = |places: &super::Places| match places.exact(CODEBOOK, &keys) {
            Some(_) => (CODEBOOK, &keys[..]),
            None => (CORE, &keys[..]),
        };
        let (before, now) = (at(&changes.old.places), at(&changes.new.places));
        (changes.moved(rule, format!("limit `{name}`"), before, now))
            .from(old.to_string())
            .to(new.to_string());
    }
}

/// Every limit. Taken apart so that a new one must be given its kind here.
fn named(limits: &Limits) -> [(&'static str, Kind, u32); 12] {
    let Limits {
        page_default,
        page_cap,
        offset_cap,
        depth_cap,
        hops_default,
        hops_cap,
        filters_cap,
        list_cap,
        top_k_cap,
        candidates_cap,
        input_bytes,
        input_depth,
    } = *limits;
    [
        ("page_default", Kind::Default, page_default),
        ("page_cap", Kind::Cap, page_cap),
        ("offset_cap", Kind::Cap, offset_cap),
        ("depth_cap", Kind::Cap, depth_cap),
        ("hops_default", Kind::Default, hops_default),
        ("hops_cap", Kind::Cap, hops_cap),
        ("filters_cap", Kind::Cap, filters_cap),
        ("list_cap", Kind::Cap, list_cap),
        ("top_k_cap", Kind::Cap, top_k_cap),
        ("candidates_cap", Kind::Candidates, candidates_cap),
        ("input_bytes", Kind::Cap, input_bytes),
        ("input_depth", Kind::Cap, input_depth),
    ]
}
