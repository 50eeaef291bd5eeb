//! `recipes.yaml`, for editors.

use serde_json::{Value, json};

use super::{document, list, map_of, names, number, object, one_of, text};
use crate::words::{
    ABSENT_VALUES, DEFAULT_VALUES, FALLBACKS, FILTER_TYPES, LIMIT_CLASSES, PARAMETER_FORMS,
    RECIPE_STATES, RESULT_MODES, ROW_FILTERS, ROW_SHAPES, SCOPE_MODES, SIDES, names as words,
};

/// The schema of the recipes of the address lane.
pub(super) fn recipes() -> Value {
    let count = || number(1, u32::MAX);
    document(
        "Recipes of the address lane",
        object(
            &["filters", "limits", "templates", "recipes"],
            json!({
                "filters": map_of(filter()),
                "limits": object(&["default", "max", "extended_max", "account"], json!({
                    "default": count(),
                    "max": count(),
                    "extended_max": count(),
                    "account": count(),
                })),
                "templates": map_of(template()),
                "anchors": map_of(text()),
                "recipes": map_of(recipe()),
            }),
        ),
    )
}

fn filter() -> Value {
    object(
        &["type"],
        json!({
            "type": one_of(words(FILTER_TYPES)),
            "values": list(text()),
            "required_when": text(),
            "note": text(),
        }),
    )
}

fn template() -> Value {
    let file = || json!({ "type": "string", "pattern": "^queries/[^/]+\\.1c$" });
    object(
        &["rows", "query"],
        json!({
            "rows": one_of(words(ROW_SHAPES)),
            "query": object(&["period_desc"], json!({ "period_desc": file(), "period_asc": file() })),
            "parameters": map_of(object(&["filters", "as", "absent"], json!({
                "filters": list(text()),
                "as": one_of(words(PARAMETER_FORMS)),
                "absent": one_of(words(ABSENT_VALUES)),
            }))),
        }),
    )
}

fn recipe() -> Value {
    let required = [
        "intent", "purpose", "match", "template", "scope", "limit", "result", "state",
    ];
    object(
        &required,
        json!({
            "intent": text(),
            "purpose": text(),
            "match": object(&["scenario", "target_type"], json!({
                "scenario": names!(Scenario),
                "target_type": text(),
                "with": text(),
                "without": text(),
            })),
            "required": list(text()),
            "required_any": list(text()),
            "defaults": map_of(one_of(words(DEFAULT_VALUES))),
            "optional": list(text()),
            "template": text(),
            "totals": text(),
            "scope": object(&["mode", "accounts", "side"], json!({
                "mode": one_of(words(SCOPE_MODES)),
                "accounts": { "anyOf": [{ "const": "said" }, list(text())] },
                "side": one_of(words(SIDES)),
            })),
            "row_filter": one_of(words(ROW_FILTERS)),
            "fallbacks": list(one_of(words(FALLBACKS))),
            "bank_rows": text(),
            "caveat": text(),
            "limit": one_of(words(LIMIT_CLASSES)),
            "all_time": { "const": "max" },
            "account_intent": { "type": "boolean" },
            "result": one_of(words(RESULT_MODES)),
            "state": one_of(words(RECIPE_STATES)),
        }),
    )
}
