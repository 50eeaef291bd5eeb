//! `retrieval.yaml`, for editors.

use cmec_decoder::language::{QuestionKind, RetrievalMode};
use serde_json::{Value, json};

use super::codebook::labelled;
use super::{alike, document, list, map_by, map_of, number, object, some, text, whole, word};
use crate::words;

/// The schema of the profiles of the retrieval lane.
pub(super) fn retrieval() -> Value {
    let count = || number(1, u32::MAX);
    let mode = whole(json!({ "top_k_min": count(), "top_k_max": count() }));
    let profile = whole(json!({
        "mode": word::<RetrievalMode>(),
        "type_in": some(text()),
        "top_k": count(),
    }));
    let modes = alike(words::names(&words::of::<RetrievalMode>()), &mode);
    let by_kind = |values| map_by(word::<QuestionKind>(), values);
    document(
        "Profiles of the retrieval lane",
        object(
            &["document_types", "modes", "profiles"],
            json!({
                "document_types": some(text()),
                "aliases": map_of(list(text())),
                "corpora": map_of(list(text())),
                "indexes": map_of(text()),
                "modes": whole(modes),
                "always_excluded": list(text()),
                "profiles": by_kind(profile),
                "questions": by_kind(list(text())),
                "tags": map_of(list(text())),
                "projects": list(text()),
                "broader": map_of(list(text())),
                "labels": map_of(labelled(&[], json!({}))),
            }),
        ),
    )
}
