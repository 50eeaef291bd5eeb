//! cMEC c0.2: a tree of JSON → `Draft`. Only keys and JSON types are judged here.

use super::c02_parts::{
    aggregation, entity, filter, graph, group, page, question, relation, retrieval, set, sort,
};
use super::json::Json;
use super::shape::Shape;
use crate::draft::Draft;
use crate::finding::Finding;

/// Reads the whole intent.
pub(crate) fn read<'a>(root: &Json<'a>) -> (Draft<'a>, Vec<Finding>) {
    let mut shape = Shape::default();
    let mut draft = Draft {
        span: root.span,
        ..Draft::default()
    };
    if let Some(keys) = shape.keys(root, &["s", "o", "tg", "E", "R", "A", "C", "G", "Q", "X"]) {
        draft.scenario = keys.get("s").and_then(|json| shape.text(json));
        draft.output = keys.get("o").and_then(|json| shape.text(json));
        draft.targets = shape.list(keys.get("tg"), Shape::text);
        draft.entities = shape.list(keys.get("E"), entity);
        draft.relations = shape.list(keys.get("R"), relation);
        draft.attributes = shape.list(keys.get("A"), Shape::text);
        if let Some(json) = keys.get("C") {
            constraints(&mut shape, json, &mut draft);
        }
        draft.graph = keys.get("G").and_then(|json| graph(&mut shape, json));
        draft.retrieval = keys.get("Q").and_then(|json| retrieval(&mut shape, json));
        draft.question = keys.get("X").and_then(|json| question(&mut shape, json));
    }
    (draft, shape.findings)
}

fn constraints<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    let Some(keys) = shape.keys(json, &["flt", "srt", "pg", "agg", "grp", "set"]) else {
        return;
    };
    draft.filters = shape.list(keys.get("flt"), filter);
    draft.sort = shape.list(keys.get("srt"), |shape, json| sort(shape, json, "f"));
    draft.page = keys.get("pg").and_then(|json| page(shape, json));
    draft.aggregation = keys.get("agg").and_then(|json| aggregation(shape, json));
    draft.groups = shape.list(keys.get("grp"), group);
    draft.set = keys.get("set").and_then(|json| set(shape, json));
}
