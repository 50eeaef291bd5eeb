//! MEC v0.2-lite and SEC v0.2, the contract itself: a tree of JSON → `Draft`.
//!
//! The keys the seed's schema requires are required here too; what it gives a default for may be left out.

use super::json::Json;
use super::parts::{constraints, entity, graph, question, relation, retrieval};
use super::shape::{Keys, Shape};
use crate::draft::{Draft, Words};
use crate::registry;

/// Its keys at the top.
pub(super) const KEYS: &[&str] = &[
    "contract_version",
    "intent",
    "grounding",
    "constraints",
    "graph_params",
    "rag_params",
    "clarify",
];

/// Versions of the seed that are this document.
const VERSIONS: &[&str] = &["v0.2-lite", "v0.2"];

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
    version(shape, &keys, |said| VERSIONS.contains(&said), VERSIONS);
    parameters(shape, &keys, &mut draft);
    if let Some(json) = shape.need(&keys, "intent", "a contract")
        && let Some(keys) = intent(shape, json, &mut draft)
        && draft.question.is_none()
    {
        shape.need(&keys, "output_type", "an intent");
    }
    if let Some(json) = shape.need(&keys, "grounding", "a contract") {
        grounding(shape, json, &mut draft);
    }
    if let Some(json) = shape.need(&keys, "constraints", "a contract") {
        constraints(shape, json, &mut draft);
    }
    draft
}

/// `contract_version`: a version this document can have; contracts themselves do not carry it.
pub(super) fn version(
    shape: &mut Shape,
    keys: &Keys<'_, '_>,
    known: impl Fn(&str) -> bool,
    shown: &[&str],
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
            .help(format!("its versions are `{}`", shown.join("`, `")))
    });
}

/// `intent`; its members, for what a version requires of them.
pub(super) fn intent<'j, 'a>(
    shape: &mut Shape,
    json: &'j Json<'a>,
    draft: &mut Draft<'a>,
) -> Option<Keys<'j, 'a>> {
    let keys = shape.keys(json, &["scenario", "output_type"])?;
    draft.scenario = keys.get("scenario").and_then(|json| shape.text(json));
    draft.output = keys.get("output_type").and_then(|json| shape.text(json));
    Some(keys)
}

/// `grounding`.
pub(super) fn grounding<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    const KEYS: &[&str] = &[
        "target_types",
        "entity_list",
        "relations",
        "target_attributes",
    ];
    let Some(keys) = shape.keys(json, KEYS) else {
        return;
    };
    draft.targets = shape.list(keys.get("target_types"), Shape::text);
    draft.entities = shape.list(keys.get("entity_list"), entity);
    draft.relations = shape.list(keys.get("relations"), relation);
    draft.attributes = shape.list(keys.get("target_attributes"), Shape::text);
}

/// The parts beside intent, grounding and constraints.
pub(super) fn parameters<'a>(shape: &mut Shape, keys: &Keys<'_, 'a>, draft: &mut Draft<'a>) {
    draft.graph = keys.get("graph_params").and_then(|json| graph(shape, json));
    draft.retrieval = keys
        .get("rag_params")
        .and_then(|json| retrieval(shape, json));
    draft.question = keys.get("clarify").and_then(|json| question(shape, json));
}
