//! cMEC c0.2: a tree of JSON → `Draft`. Only keys and JSON types are judged here.

use super::json::Json;
use super::parts::{constraints, entity, graph, question, relation, retrieval};
use super::shape::Shape;
use crate::draft::{Draft, Words};

/// Its keys at the top.
pub(crate) const KEYS: &[&str] = &["s", "o", "tg", "E", "R", "A", "C", "G", "Q", "X"];

/// Reads the whole intent.
pub(super) fn read<'a>(shape: &mut Shape, root: &Json<'a>) -> Draft<'a> {
    let mut draft = Draft {
        span: root.span,
        words: Words::Codes,
        ..Draft::default()
    };
    if let Some(keys) = shape.keys(root, KEYS) {
        draft.scenario = keys.get("s").and_then(|json| shape.text(json));
        draft.output = keys.get("o").and_then(|json| shape.text(json));
        draft.targets = shape.list(keys.get("tg"), Shape::text);
        draft.entities = shape.list(keys.get("E"), entity);
        draft.relations = shape.list(keys.get("R"), relation);
        draft.attributes = shape.list(keys.get("A"), Shape::text);
        if let Some(json) = keys.get("C") {
            constraints(shape, json, &mut draft);
        }
        draft.graph = keys.get("G").and_then(|json| graph(shape, json));
        draft.retrieval = keys.get("Q").and_then(|json| retrieval(shape, json));
        draft.question = keys.get("X").and_then(|json| question(shape, json));
    }
    draft
}
