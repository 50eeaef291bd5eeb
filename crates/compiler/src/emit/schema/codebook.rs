//! `codebook.yaml`, for editors.

use cmec_decoder::language::{Operator, Scenario, ValueType};
use cmec_decoder::tables::ContractVersion;
use cmec_executor::catalogue::Lane;
use serde_json::{Value, json};

use super::{alike, core, document, extended, list, map_of, object, one_of, some, text, word};
use crate::source::elements::LetterCase;
use crate::words;

/// The schema of a domain's codebook.
pub(super) fn codebook() -> Value {
    let lanes = words::names(&words::of::<Lane>());
    let lanes = alike(lanes, &list(word::<Scenario>()));
    let body = object(
        &["name", "version", "languages", "lanes", "types", "fields"],
        json!({
            "name": { "type": "string", "pattern": "^[a-z][a-z0-9_]*$" },
            "version": { "type": ["string", "number"] },
            "contract_version": word::<ContractVersion>(),
            "languages": some(text()),
            "lanes": object(&[], lanes),
            "types": map_of(ty()),
            "fields": map_of(field()),
            "relations": map_of(relation()),
            "metrics": map_of(metric()),
            "reserved": list(text()),
            "limits": core::limits(),
            "policy": core::policy_of_domain(),
            "profiles": list(one_of(words::names(words::PROFILES))),
            "ignored": map_of(text()),
        }),
    );
    document("A codebook", extended(body, core::policy_rules()))
}

/// An object with `label` and `synonyms`, per language, behind its own properties.
pub(super) fn labelled(required: &[&str], properties: Value) -> Value {
    let labels = json!({ "label": map_of(text()), "synonyms": map_of(list(text())) });
    object(required, extended(properties, labels))
}

/// A labelled object that can be `deprecated`.
fn element(required: &[&str], properties: Value) -> Value {
    let since = json!({ "type": ["string", "number"] });
    let deprecation = object(&["since"], json!({ "since": since, "instead": text() }));
    labelled(
        required,
        extended(properties, json!({ "deprecated": deprecation })),
    )
}

/// A text in the first language, or one per language.
fn description() -> Value {
    json!({ "anyOf": [text(), map_of(text())] })
}

fn ty() -> Value {
    element(&[], json!({ "key": text(), "description": description() }))
}

fn field() -> Value {
    let value = json!({ "anyOf": [element(&[], json!({})), { "type": "null" }] });
    element(
        &["path", "type"],
        json!({
            "path": { "type": "string", "pattern": "^[^.]+\\.[^.]+$" },
            "type": word::<ValueType>(),
            "values": { "anyOf": [map_of(value), list(text())] },
            "reference": text(),
            "array": { "type": "boolean" },
            "unit": text(),
            "operators": list(word::<Operator>()),
            "sortable": { "type": "boolean" },
            "groupable": { "type": "boolean" },
            "figures": { "type": "boolean" },
            "ordered": { "type": "boolean" },
            "case": word::<LetterCase>(),
            "alias": text(),
            "description": description(),
        }),
    )
}

fn metric() -> Value {
    element(
        &["name", "definition"],
        json!({
            "name": text(),
            "definition": text(),
            "not_additive": list(text()),
            "time": text(),
            "cumulative": { "type": "boolean" },
            "window": text(),
            "offset": text(),
            "description": description(),
        }),
    )
}

fn relation() -> Value {
    element(
        &["name", "from", "to"],
        json!({
            "name": text(),
            "from": text(),
            "to": text(),
            "inverse": text(),
            "to_one": { "type": "boolean" },
            "from_one": { "type": "boolean" },
            "alias": text(),
            "description": description(),
        }),
    )
}
