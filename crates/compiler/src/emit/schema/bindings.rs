//! `bindings.yaml`, for editors.

use cmec_executor::catalogue::{KeySide, KeyType, Matching, VectorMetric};
use serde_json::{Value, json};

use super::{document, map_of, number, object, some, whole, word};

/// A name of a column.
const COLUMN: &str = "^[a-z_][a-z0-9_]{0,62}$";
/// A name of a table, with its schema where there is one.
const TABLE: &str = "^([a-z_][a-z0-9_]{0,62}\\.)?[a-z_][a-z0-9_]{0,62}$";

/// The schema of the tables of the structured lane.
pub(super) fn bindings() -> Value {
    document("Tables of the structured lane", bindings_body())
}

/// The same as a part of another file.
pub(super) fn bindings_body() -> Value {
    let column = || json!({ "type": "string", "pattern": COLUMN });
    let table = || json!({ "type": "string", "pattern": TABLE });
    let values = object(
        &["column"],
        json!({ "table": table(), "owner": column(), "column": column(), "match": word::<Matching>() }),
    );
    let embedding = object(
        &["column", "dimension"],
        json!({
            "column": column(),
            "dimension": number(1, u32::MAX),
            "model": { "type": "string" },
            "metric": word::<VectorMetric>(),
        }),
    );
    let ty = object(
        &["table", "key", "label", "columns"],
        json!({
            "table": table(),
            "key": { "anyOf": [column(), some(column())] },
            "only": map_of(json!({ "type": ["string", "number", "boolean"] })),
            "key_type": word::<KeyType>(),
            "label": column(),
            "embedding": embedding,
            "columns": map_of(json!({ "anyOf": [column(), values] })),
        }),
    );
    let link = whole(json!({ "table": table(), "from": column(), "to": column() }));
    let relation = object(
        &[],
        json!({ "foreign_key": column(), "of": word::<KeySide>(), "link": link }),
    );
    object(
        &["types"],
        json!({ "types": map_of(ty), "relations": map_of(relation) }),
    )
}
