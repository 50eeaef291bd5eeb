//! Compares effective caps and defaults, and the newest contract version.

use std::cmp::Ordering;

use cmec_decoder::tables::{Limits, Tables};

use super::comparison::Comparison;
use super::rule;
use crate::source::files::CODEBOOK;

rule::table! {
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
    CONTRACT_LOWERED "CD074" "contract-lowered" Breaking Breaking Untouched Compatible {
        what: "is executed up to an older version",
        why: "outputs that need the newer one are questions now, and stored contracts of it are not run",
        instead: "keep the version until no prompt and no stored contract needs it",
    }
    CONTRACT_RAISED "CD075" "contract-raised" Compatible Compatible Untouched Compatible {
        what: "is executed up to a newer version",
        why: "what was a question becomes a contract of a version that hosts may not know",
        instead: "teach hosts first, or name the version they execute in their options",
    }
}

enum LimitKind {
    Cap,
    Default,
    Candidates,
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (
        named(&changes.old.tables.limits),
        named(&changes.new.tables.limits),
    );
    for ((name, kind, old), (_, _, new)) in old.into_iter().zip(new) {
        let rule = match kind {
            _ if old == new => continue,
            LimitKind::Default => &DEFAULT_CHANGED,
            LimitKind::Candidates => &CANDIDATES_CHANGED,
            LimitKind::Cap if new < old => &CAP_LOWERED,
            LimitKind::Cap => &CAP_RAISED,
        };
        (changes.in_force(rule, format!("limit `{name}`"), &["limits", name]))
            .from(old.to_string())
            .to(new.to_string());
    }
    groups(changes);
    let (old, new) = (
        changes.old.tables.contract_version,
        changes.new.tables.contract_version,
    );
    let rule = match new.cmp(&old) {
        Ordering::Equal => return,
        Ordering::Less => &CONTRACT_LOWERED,
        Ordering::Greater => &CONTRACT_RAISED,
    };
    (changes.add(rule, "the contract", (CODEBOOK, &["contract_version"])))
        .from(old.name())
        .to(new.name());
}

/// A group without a page gets the largest page. A host may allow groups whatever the codebook says.
fn groups(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    let cap = |tables: &Tables| tables.limits.page_cap;
    if cap(old) != cap(new) {
        let element = "page of a group".to_owned();
        (changes.in_force(&DEFAULT_CHANGED, element, &["limits", "page_cap"]))
            .from(cap(old).to_string())
            .to(cap(new).to_string());
    }
}

/// Every limit. The struct is destructured so that a new limit must be classified here.
fn named(limits: &Limits) -> [(&'static str, LimitKind, u32); 12] {
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
        ("page_default", LimitKind::Default, page_default),
        ("page_cap", LimitKind::Cap, page_cap),
        ("offset_cap", LimitKind::Cap, offset_cap),
        ("depth_cap", LimitKind::Cap, depth_cap),
        ("hops_default", LimitKind::Default, hops_default),
        ("hops_cap", LimitKind::Cap, hops_cap),
        ("filters_cap", LimitKind::Cap, filters_cap),
        ("list_cap", LimitKind::Cap, list_cap),
        ("top_k_cap", LimitKind::Cap, top_k_cap),
        ("candidates_cap", LimitKind::Candidates, candidates_cap),
        ("input_bytes", LimitKind::Cap, input_bytes),
        ("input_depth", LimitKind::Cap, input_depth),
    ]
}
