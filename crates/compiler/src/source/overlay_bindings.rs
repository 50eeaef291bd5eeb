//! `bindings` of `overlay.yaml`: what people write over the bindings that an import makes, with the keys of `bindings.yaml`.
//!
//! A column may say how its values are matched without its name, which stays the import's.

use super::node::{Node, NodeKind};
use super::overlay::{child_mut, lay};
use crate::finding::Spanned;

/// Its key in the overlay.
pub(crate) const BINDINGS: &str = "bindings";
/// The key of a column's name in its long form.
const COLUMN: &str = "column";

/// Takes the bindings out of an overlay.
pub(crate) fn taken(over: &mut Node) -> Option<Node> {
    let NodeKind::Map(entries) = &mut over.kind else {
        return None;
    };
    let at = entries.iter().position(|(key, _)| key.value == BINDINGS)?;
    Some(entries.remove(at).1)
}

/// The bindings with those of the overlay over them.
pub(crate) fn merged(base: Option<Node>, mut over: Node) -> Node {
    let Some(mut base) = base else {
        return over;
    };
    if let Some(types) = child_mut(&mut over, "types")
        && let NodeKind::Map(types) = &mut types.kind
    {
        for (name, body) in types {
            let known = child_mut(&mut base, "types")
                .and_then(|types| child_mut(types, name.text()))
                .and_then(|known| child_mut(known, "columns"));
            if let (Some(said), Some(known)) = (child_mut(body, "columns"), known) {
                with_names(said, known);
            }
        }
    }
    lay(&mut base, over);
    base
}

/// Gives columns that say nothing of their name the one that they have.
fn with_names(said: &mut Node, known: &mut Node) {
    let NodeKind::Map(said) = &mut said.kind else {
        return;
    };
    for (field, column) in said {
        let Some(known) = child_mut(known, field.text()) else {
            continue;
        };
        let NodeKind::Map(parts) = &mut column.kind else {
            continue;
        };
        match &known.kind {
            // The long form stays, and what is said is laid over it.
            NodeKind::Scalar { .. } if !parts.iter().any(|(key, _)| key.value == COLUMN) => {
                let name = Spanned::new(COLUMN.to_owned(), known.place);
                parts.insert(0, (name, known.clone()));
            }
            _ => {}
        }
    }
}
