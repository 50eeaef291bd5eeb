//! MEC v0.2-lite and SEC v0.2, the contract itself: a tree of JSON → `Draft`.
//!
//! The keys the seed's schema requires are required here too; what it gives a default for may be left out.

use crate::draft::{Draft, Words};
use crate::finding::registry;
use crate::read::intent::{self, CONSTRAINTS, GROUNDING as PARTS};
use crate::read::json::tree::Json;
use crate::read::shape::{Keys, Shape};

/// Its keys at the top.
pub(crate) const KEYS: &[&str] = &[
    "contract_version",
    "intent",
    "grounding",
    "constraints",
    "graph_params",
    "rag_params",
    "clarify",
];

/// Keys of `intent`.
pub(crate) const HEAD: [&str; 2] = ["scenario", "output_type"];

/// Keys of `grounding`.
pub(crate) const GROUNDING: [&str; 4] = [
    "target_types",
    "entity_list",
    "relations",
    "target_attributes",
];

/// Versions of the seed that are this document.
pub(crate) const VERSIONS: &[&str] = &["v0.2-lite", "v0.2"];

/// Reads the whole document.
pub(super) fn read<'a>(shape: &mut Shape, root: &Json<'a>) -> Draft<'a> {
    let mut draft = Draft {
        span: root.span,
        words: Words::Names,
        ..Draft::default()
    };
    let Some(keys) = shape.keys(root, KEYS) else {
        return draft;
    };
    let shown = format!("`{}`", VERSIONS.join("`, `"));
    version(shape, &keys, |said| VERSIONS.contains(&said), &shown);
    parameters(shape, &keys, &mut draft);
    if let Some(json) = shape.need(&keys, "intent", "a contract")
        && let Some(keys) = head(shape, json, &mut draft)
        && draft.question.is_none()
    {
        shape.need(&keys, "output_type", "an intent");
    }
    shape.parts(&mut draft, PARTS, |shape, draft| {
        if let Some(json) = shape.need(&keys, "grounding", "a contract") {
            grounding(shape, json, draft);
        }
    });
    shape.parts(&mut draft, CONSTRAINTS, |shape, draft| {
        if let Some(json) = shape.need(&keys, "constraints", "a contract") {
            intent::constraints(shape, json, draft);
        }
    });
    draft
}

/// `contract_version`: a version this document can have; contracts themselves do not carry it.
pub(super) fn version(
    shape: &mut Shape,
    keys: &Keys<'_, '_>,
    known: impl Fn(&str) -> bool,
    shown: &str,
) {
    let Some(json) = keys.get("contract_version") else {
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
        finding
            .said(format!("this is no document of version `{}`", said.value))
            .help(format!("its versions are {shown}"))
    });
}

/// `intent`; its members, for what a version requires of them.
pub(super) fn head<'j, 'a>(
    shape: &mut Shape,
    json: &'j Json<'a>,
    draft: &mut Draft<'a>,
) -> Option<Keys<'j, 'a>> {
    let keys = shape.keys(json, &HEAD)?;
    intent::scenario(shape, keys.get("scenario"), draft);
    draft.output = keys.get("output_type").and_then(|json| shape.text(json));
    Some(keys)
}

/// `grounding`.
pub(super) fn grounding<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    let Some(keys) = shape.keys(json, &GROUNDING) else {
        return;
    };
    intent::grounding(shape, GROUNDING.map(|key| keys.get(key)), draft);
}

/// The parts beside intent, grounding and constraints.
pub(super) fn parameters<'a>(shape: &mut Shape, keys: &Keys<'_, 'a>, draft: &mut Draft<'a>) {
    let said = ["graph_params", "rag_params", "clarify"].map(|key| keys.get(key));
    intent::parameters(shape, said, draft);
}
