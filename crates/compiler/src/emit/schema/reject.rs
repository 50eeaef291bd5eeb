//! `Reject`: the answer to a text that is no contract.

use serde_json::{Value, json};

use super::finding::finding;
use super::{document, number, object_but, some, trace_id};

/// The schema of a reject.
pub(super) fn reject() -> Value {
    document(
        "Reject",
        object_but(
            &["more"],
            json!({
                "kind": { "const": "reject" },
                "trace_id": trace_id(),
                "findings": some(finding()),
                "more": number(1, u32::MAX),
            }),
        ),
    )
}
