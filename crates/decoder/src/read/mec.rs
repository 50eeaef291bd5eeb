//! MEC v0.2-lite and SEC v0.2, the contract itself: JSON tree → `Draft`.
//!
//! Required are the keys that the seed's schema requires; keys with a default there may be missing.

use crate::draft::{Draft, Source, Words};
use crate::finding::registry;
use crate::language::object::{CONSTRAINTS, CONTRACT, GROUNDING};
use crate::language::{NamingStyle, Object};
use crate::read::intent::{self, level, misread};
use crate::read::json::tree::{Json, JsonKind};
use crate::read::shape::Shape;

/// The versions of this document in the seed.
pub(crate) const VERSIONS: &[&str] = &["v0.2-lite", "v0.2", "v0.3"];

/// The required levels, and for each the object whose parts count as unreadable if the level is missing.
const LEVELS: [(&str, Option<&Object>); 3] = [
    ("intent", None),
    ("grounding", Some(&GROUNDING)),
    ("constraints", Some(&CONSTRAINTS)),
];

/// The names of its top-level keys.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    CONTRACT
        .keys(NamingStyle::Names)
        .map(|member| member.name(NamingStyle::Names))
}

pub(super) fn read<'a>(shape: &mut Shape, root: &Json<'a>) -> Draft<'a> {
    let mut draft = Draft::new(root.span, Words::Names);
    if !level(shape, root, &CONTRACT, &mut draft, intent::constraints) {
        return draft;
    }
    let shown = format!("`{}`", VERSIONS.join("`, `"));
    version(shape, root, |said| VERSIONS.contains(&said), &shown);
    for (name, object) in LEVELS {
        if shape.member(root, name).is_none() {
            shape.lacks(root.span, "a contract", name);
            if let Some(object) = object {
                misread(&mut draft, object);
            }
        }
    }
    if draft.question.is_none()
        && let Some(head) = root.member("intent")
        && matches!(head.kind, JsonKind::Object(_))
        && head.member("output_type").is_none()
    {
        shape.lacks(head.span, "an intent", "output_type");
    }
    draft
}

/// Checks `contract_version`, which must be a version of this document. A contract itself does not have this key.
pub(super) fn version(
    shape: &mut Shape,
    root: &Json<'_>,
    known: impl Fn(&str) -> bool,
    shown: &str,
) {
    let Some(json) = root.member("contract_version") else {
        return;
    };
    let Some(said) = shape.text(json) else {
        return;
    };
    if known(&said.value) {
        shape.leave_out(said.span, "the version of the document");
        return;
    }
    shape.report(&registry::UNKNOWN_VERSION, said.span, |finding| {
        let message = format!("this is no document of version `{}`", said.value);
        finding.explain(message, format!("its versions are {shown}"))
    });
}
