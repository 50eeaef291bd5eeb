//! Compares types, fields, relations and metrics: added, removed, renamed or given another code. Matched pairs are
//! compared in detail.
//!
//! Elements match by code or, failing that, by path or name. So a reused code differs from an element with a new code.

use std::collections::{HashMap, HashSet};

use super::comparison::{At, Comparison};
use super::element::{HasCode, kind_of};
use super::version::matched;
use super::{fields, metrics, names, relations, rule};
use crate::source::files::CODEBOOK;

rule::table! {
    ELEMENT_ADDED "CD010" "element-added" Compatible Compatible Compatible Compatible {
        what: "is new",
        why: "models can say it once they are told; hosts must know it before they are, and a `match` over all asks for it",
        instead: "nothing; teach hosts first, then hand the new card out",
    }
    ELEMENT_REMOVED "CD011" "element-removed" Breaking Breaking Breaking Breaking {
        what: "is gone",
        why: "outputs and stored contracts that say it are questions or rejects now, and its name is gone from Rust",
        instead: "say that it is `deprecated`, which takes it off the card, and remove it when nobody says it",
    }
    CODE_NOT_RESERVED "CD012" "code-not-reserved" Breaking Untouched Untouched Compatible {
        what: "is neither given nor reserved",
        why: "the code could be given again, and old outputs would then say something nobody meant",
        instead: "list the code under `reserved`",
    }
    ELEMENT_RENAMED "CD013" "element-renamed" Breaking Breaking Breaking Breaking {
        what: "has another name under the same code",
        why: "an output with the code decodes to another contract, and stored contracts and Rust have the old name",
        instead: "a new code for the new name, next to the old one until nobody says that",
    }
    CODE_CHANGED "CD014" "code-changed" Breaking Untouched Breaking Compatible {
        what: "has another code",
        why: "outputs with the old code are no longer read; contracts have names and stay",
        instead: "keep the code; codes need not be in order",
    }
    CODE_REUSED "CD015" "code-reused" Breaking Untouched Breaking Compatible {
        what: "has a code that meant something else",
        why: "old outputs are read without a word as something nobody said",
        instead: "give the next free code",
    }
    SECOND_TYPE "CD016" "second-type" Breaking Untouched Breaking Compatible {
        what: "is no longer the only type",
        why: "with one type the target was derived; now an output must say it",
        instead: "have models say `tg` before the second type comes",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    types(changes);
    for (old, new) in elements(changes, &old.fields, &new.fields) {
        fields::compare(changes, old, new);
    }
    for (old, new) in elements(changes, &old.relations, &new.relations) {
        relations::compare(changes, old, new);
    }
    let stayed = elements(changes, &old.metrics, &new.metrics);
    for (old, new) in &stayed {
        metrics::compare(changes, old, new);
    }
    metrics::through_others(changes, &stayed);
    lifted(changes);
}

fn types(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    let types = matched(&old.types, &new.types, |ty| &ty.name);
    let element = |name: &str| format!("type `{name}`");
    for ty in types.came {
        let at = (CODEBOOK, &["types", &*ty.name][..]);
        if old.reserved.contains(&ty.name) {
            changes.add(&CODE_REUSED, element(&ty.name), at);
        }
        changes.add(&ELEMENT_ADDED, element(&ty.name), at);
    }
    for ty in types.gone {
        let at = (CODEBOOK, &["types", &*ty.name][..]);
        changes.add(&ELEMENT_REMOVED, element(&ty.name), at);
        not_reserved(changes, &ty.name, at.1);
    }
    if let [only] = &*old.types
        && new.types.len() > 1
        && !types.stayed.is_empty()
    {
        let at = (CODEBOOK, &["types", &*only.name][..]);
        changes.add(&SECOND_TYPE, element(&only.name), at);
    }
    for (was, now) in types.stayed {
        names::of_type(changes, was, now);
    }
}

/// Reports additions and removals and returns the matched pairs.
fn elements<'c, T: HasCode>(
    changes: &mut Comparison<'_>,
    before: &'c [T],
    after: &'c [T],
) -> Vec<(&'c T, &'c T)> {
    let by_code: HashMap<&str, &T> = after.iter().map(|one| (one.code(), one)).collect();
    let by_name: HashMap<&str, &T> = after.iter().map(|one| (one.full_name(), one)).collect();
    let names_before: HashSet<&str> = before.iter().map(HasCode::full_name).collect();
    let mut stayed = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for old in before {
        let same_code = by_code.get(old.code()).copied();
        let same_name = by_name.get(old.full_name()).copied();
        let at = (CODEBOOK, &[T::SECTION, old.code()][..]);
        let name_at = (CODEBOOK, &[T::SECTION, old.code(), T::NAME_KEY][..]);
        // The new owner of the code existed before under another code: the code moved, and nothing was renamed.
        let taken = same_code.filter(|new| names_before.contains(new.full_name()));
        let new = match (same_name, same_code) {
            (Some(new), _) if new.code() == old.code() => Some(new),
            (None, Some(new)) if taken.is_none() => {
                (changes.add(&ELEMENT_RENAMED, old.title(), name_at))
                    .from(old.full_name())
                    .to(new.full_name());
                Some(new)
            }
            (new, other) => {
                if let Some(new) = new {
                    let now = (CODEBOOK, &[T::SECTION, new.code()][..]);
                    (changes.moved(&CODE_CHANGED, old.title(), at, now))
                        .from(old.code())
                        .to(new.code());
                } else {
                    changes.add(&ELEMENT_REMOVED, old.title(), at);
                }
                match other {
                    Some(other) => reused(changes, other, old.full_name(), name_at),
                    None => not_reserved(changes, old.code(), at.1),
                }
                new
            }
        };
        if let Some(new) = new {
            known.insert(new.full_name());
            stayed.push((old, new));
        }
    }
    for new in after.iter().filter(|new| !known.contains(new.full_name())) {
        let at = (CODEBOOK, &[T::SECTION, new.code()][..]);
        let old = changes.old.tables;
        let reserved = old.reserved.iter().any(|code| code == new.code());
        if reserved || T::is_of_other_kind(new.code(), old) {
            changes.add(&CODE_REUSED, new.title(), at);
        }
        changes.add(&ELEMENT_ADDED, new.title(), at);
    }
    stayed
}

fn reused(changes: &mut Comparison<'_>, now: &impl HasCode, was: &str, at: At<'_>) {
    (changes.add(&CODE_REUSED, now.title(), at))
        .from(was)
        .to(now.full_name());
}

/// Reports a removed code that is not reserved. A reused code is worse and reported already.
fn not_reserved(changes: &mut Comparison<'_>, code: &str, old: &[&str]) {
    let new = changes.new.tables;
    let kept = new.reserved.iter().any(|reserved| reserved == code) || kind_of(code, new).is_some();
    if !kept {
        let at = (CODEBOOK, &["reserved"][..]);
        let element = format!("the code `{code}`");
        changes.moved(&CODE_NOT_RESERVED, element, (CODEBOOK, old), at);
    }
}

/// Reports codes that are no longer reserved and not used either.
fn lifted(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    for code in old.reserved.iter() {
        if !new.reserved.contains(code) && new.type_by_name(code).is_none() {
            not_reserved(changes, code, &["reserved", code]);
        }
    }
}
