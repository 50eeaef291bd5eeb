//! `bindings` in `overlay.yaml`: user changes to imported bindings, with the keys of `bindings.yaml`.
//!
//! A column may change the matching of its values without repeating its name, which the import provides.

use super::node::{Node, NodeKind};
use super::overlay::lay;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};

/// The key in the overlay.
pub(crate) const BINDINGS: &str = "bindings";
/// The key of a column's name in the long form.
const COLUMN: &str = "column";

/// Takes the bindings out of an overlay.
pub(crate) fn taken(over: &mut Node) -> Option<Node> {
    let NodeKind::Map(entries) = &mut over.kind else {
        return None;
    };
    let at = entries.iter().position(|(key, _)| key.value == BINDINGS)?;
    Some(entries.remove(at).1)
}

/// The bindings merged with the overlay's. Settings of unbound types and columns are findings and left out.
pub(crate) fn merged(base: Option<Node>, mut over: Node, findings: &mut Vec<Finding>) -> Node {
    let Some(mut base) = base else {
        return over;
    };
    if let (Some(said), Some(known)) = (over.get_mut("types"), base.get("types")) {
        bound(said, known, ("type", "table"), findings);
        for (name, body) in said.entries_mut() {
            let known = known
                .get(name.text())
                .and_then(|known| known.get("columns"));
            if let (Some(said), Some(known)) = (body.get_mut("columns"), known) {
                bound(said, known, ("column of the field", COLUMN), findings);
                with_names(said, known);
            }
        }
    }
    lay(&mut base, over);
    base
}

/// Removes and reports entries that neither the base nor the overlay itself binds.
fn bound(said: &mut Node, known: &Node, (kind, own): (&str, &str), findings: &mut Vec<Finding>) {
    let NodeKind::Map(entries) = &mut said.kind else {
        return;
    };
    entries.retain(|(name, body)| {
        let is_bound = known.get(name.text()).is_some()
            || !matches!(body.kind, NodeKind::Map(_))
            || body.get(own).is_some();
        if !is_bound {
            let message = format!("the bindings have no {kind} `{name}`");
            let names = known.entries().iter().map(|(name, _)| name.text());
            tell(findings, Rule::OverlayMisfit, name.place, message).nearest(name.text(), names);
        }
        is_bound
    });
}

/// Adds the bound name to columns without one.
fn with_names(said: &mut Node, known: &Node) {
    for (field, column) in said.entries_mut() {
        let Some(known) = known.get(field.text()) else {
            continue;
        };
        let NodeKind::Map(parts) = &mut column.kind else {
            continue;
        };
        match &known.kind {
            // Converted to the long form, so that the overlay can be merged.
            NodeKind::Scalar { .. } if !parts.iter().any(|(key, _)| key.value == COLUMN) => {
                let name = Spanned::new(COLUMN.to_owned(), known.place);
                parts.insert(0, (name, known.clone()));
            }
            _ => {}
        }
    }
}
