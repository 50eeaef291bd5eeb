//! `Reject`: the answer to a text that is no contract.

use serde_json::{Value, json};

use super::finding::finding;
use super::{document, some, trace_id, whole};

/// The schema of a reject.
pub(super) fn reject() -> Value {
    document(
        "Reject",
        whole(json!({
            "kind": { "const": "reject" },
            "trace_id": trace_id(),
            "findings": some(finding()),
        })),
    )
}
