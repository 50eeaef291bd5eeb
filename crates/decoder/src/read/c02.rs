//! cMEC c0.2: a tree of JSON → `Draft`. Only keys and JSON types are judged here.

use crate::draft::{Draft, Words};
use crate::read::intent::{constraints, grounding, parameters, scenario};
use crate::read::json::tree::Json;
use crate::read::shape::Shape;

/// Its keys at the top.
pub(crate) const KEYS: &[&str] = &["s", "o", "tg", "E", "R", "A", "C", "G", "Q", "X"];

/// Reads the whole intent.
pub(crate) fn read<'a>(shape: &mut Shape, root: &Json<'a>) -> Draft<'a> {
    let mut draft = Draft {
        span: root.span,
        words: Words::Codes,
        ..Draft::default()
    };
    if let Some(keys) = shape.keys(root, KEYS) {
        scenario(shape, keys.get("s"), &mut draft);
        draft.output = keys.get("o").and_then(|json| shape.text(json));
        grounding(
            shape,
            ["tg", "E", "R", "A"].map(|key| keys.get(key)),
            &mut draft,
        );
        if let Some(json) = keys.get("C") {
            constraints(shape, json, &mut draft);
        }
        parameters(shape, ["G", "Q", "X"].map(|key| keys.get(key)), &mut draft);
    }
    draft
}
