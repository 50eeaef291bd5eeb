//! Types, fields and relations that came, went, or have another code or name; what stayed is compared in detail.
//!
//! An element stayed where its code or, failing that, its path or name did. So a code that names something else is
//! told apart from a thing that has another code.

use std::collections::HashMap;

use cmec_decoder::tables::{FieldDef, RelationDef, Tables};

use super::comparison::{At, Comparison};
use super::{fields, names, relations, rule};
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
        instead: "keep it until nobody says it; leave it off the card first",
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
    let before: Vec<Element<'_>> = old.fields.iter().map(Element::field).collect();
    let after: Vec<Element<'_>> = new.fields.iter().map(Element::field).collect();
    for (old, new) in elements(changes, "fields", &before, &after) {
        if let (Def::Field(old), Def::Field(new)) = (old, new) {
            fields::compare(changes, old, new);
        }
    }
    let before: Vec<Element<'_>> = old.relations.iter().map(Element::relation).collect();
    let after: Vec<Element<'_>> = new.relations.iter().map(Element::relation).collect();
    for (old, new) in elements(changes, "relations", &before, &after) {
        if let (Def::Relation(old), Def::Relation(new)) = (old, new) {
            relations::compare(changes, old, new);
        }
    }
    lifted(changes);
}

fn types(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    for ty in new.types.iter() {
        if old.type_by_name(&ty.name).is_none() {
            let element = format!("type `{}`", ty.name);
            let at = (CODEBOOK, &["types", ty.name.as_ref()][..]);
            if old.reserved.contains(&ty.name) {
                changes.add(&CODE_REUSED, element.clone(), at);
            }
            changes.add(&ELEMENT_ADDED, element, at);
        }
    }
    for ty in old.types.iter() {
        let element = format!("type `{}`", ty.name);
        let at = (CODEBOOK, &["types", ty.name.as_ref()][..]);
        match new.type_by_name(&ty.name) {
            Some(now) => names::of_type(changes, ty, now),
            None => {
                changes.add(&ELEMENT_REMOVED, element, at);
                not_reserved(changes, &ty.name, at.1);
            }
        }
    }
    if let ([only], true) = (old.types.as_ref(), new.types.len() > 1)
        && new.type_by_name(&only.name).is_some()
    {
        let at = (CODEBOOK, &["types", only.name.as_ref()][..]);
        changes.add(&SECOND_TYPE, format!("type `{}`", only.name), at);
    }
}

/// A field or a relation as far as its identity goes.
#[derive(Clone, Copy)]
struct Element<'c> {
    kind: &'static str,
    code: &'c str,
    name: &'c str,
    def: Def<'c>,
}

#[derive(Clone, Copy)]
enum Def<'c> {
    Field(&'c FieldDef),
    Relation(&'c RelationDef),
}

impl<'c> Element<'c> {
    fn field(def: &'c FieldDef) -> Self {
        Self {
            kind: "field",
            code: &def.code,
            name: &def.path,
            def: Def::Field(def),
        }
    }

    fn relation(def: &'c RelationDef) -> Self {
        Self {
            kind: "relation",
            code: &def.code,
            name: &def.name,
            def: Def::Relation(def),
        }
    }

    fn said(&self) -> String {
        format!("{} `{}` (`{}`)", self.kind, self.code, self.name)
    }
}

/// Reports what came and went, and gives the pairs that stayed.
fn elements<'c>(
    changes: &mut Comparison<'_>,
    section: &'static str,
    before: &[Element<'c>],
    after: &[Element<'c>],
) -> Vec<(Def<'c>, Def<'c>)> {
    let by_code: HashMap<&str, &Element<'c>> = after.iter().map(|one| (one.code, one)).collect();
    let by_name: HashMap<&str, &Element<'c>> = after.iter().map(|one| (one.name, one)).collect();
    let names_before: HashMap<&str, &Element<'c>> =
        before.iter().map(|one| (one.name, one)).collect();
    let mut stayed = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for old in before {
        let same_code = by_code.get(old.code).copied();
        let same_name = by_name.get(old.name).copied();
        let at = (CODEBOOK, &[section, old.code][..]);
        let name_key = if old.kind == "field" { "path" } else { "name" };
        let name_at = (CODEBOOK, &[section, old.code, name_key][..]);
        // The code is on something that was there before under another code: it was moved, not renamed.
        let taken = same_code.filter(|new| names_before.contains_key(new.name));
        let new = match (same_name, same_code) {
            (Some(new), _) if new.code == old.code => new,
            (Some(new), other) => {
                let now = (CODEBOOK, &[section, new.code][..]);
                (changes.moved(&CODE_CHANGED, old.said(), at, now))
                    .from(old.code)
                    .to(new.code);
                match other {
                    Some(other) => reused(changes, other, old.name, name_at),
                    None => not_reserved(changes, old.code, at.1),
                }
                new
            }
            (None, Some(new)) if taken.is_none() => {
                (changes.add(&ELEMENT_RENAMED, old.said(), name_at))
                    .from(old.name)
                    .to(new.name);
                new
            }
            (None, other) => {
                changes.add(&ELEMENT_REMOVED, old.said(), at);
                match other {
                    Some(other) => reused(changes, other, old.name, name_at),
                    None => not_reserved(changes, old.code, at.1),
                }
                continue;
            }
        };
        known.push(new.name);
        stayed.push((old.def, new.def));
    }
    known.sort_unstable();
    for new in after {
        if known.binary_search(&new.name).is_err() {
            let at = (CODEBOOK, &[section, new.code][..]);
            if given_before(changes.old.tables, new) {
                changes.add(&CODE_REUSED, new.said(), at);
            }
            changes.add(&ELEMENT_ADDED, new.said(), at);
        }
    }
    stayed
}

fn reused(changes: &mut Comparison<'_>, now: &Element<'_>, was: &str, at: At<'_>) {
    (changes.add(&CODE_REUSED, now.said(), at))
        .from(was)
        .to(now.name);
}

/// Whether the code was reserved, or was that of another kind of element.
fn given_before(old: &Tables, new: &Element<'_>) -> bool {
    let other_kind = match new.def {
        Def::Field(_) => old.relation_by_code(new.code).is_some(),
        Def::Relation(_) => old.field_by_code(new.code).is_some(),
    };
    other_kind || old.reserved.iter().any(|code| code == new.code)
}

/// A code that is gone must be reserved, unless it is on something else: then that is worse, and said already.
fn not_reserved(changes: &mut Comparison<'_>, code: &str, old: &[&str]) {
    let new = changes.new.tables;
    let kept = new.reserved.iter().any(|reserved| reserved == code)
        || new.field_by_code(code).is_some()
        || new.relation_by_code(code).is_some();
    if !kept {
        let at = (CODEBOOK, &["reserved"][..]);
        let element = format!("the code `{code}`");
        changes.moved(&CODE_NOT_RESERVED, element, (CODEBOOK, old), at);
    }
}

/// Codes that were reserved and neither are any more nor are given again.
fn lifted(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    for code in old.reserved.iter() {
        if !new.reserved.contains(code) && new.type_by_name(code).is_none() {
            not_reserved(changes, code, &["reserved", code]);
        }
    }
}
