//! `recipes.yaml`, for editors.

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::{
    AbsentValue, DefaultValue, Fallback, LimitClass, ParameterForm, RecipeState, ResultMode,
    RowFilter, RowShape, ScopeMode, Side,
};
use serde_json::{Value, json};

use super::{document, list, map_of, number, object, one_of, text, whole, word};
use crate::words;

/// The schema of the recipes of the address lane.
pub(super) fn recipes() -> Value {
    let count = || number(1, u32::MAX);
    document(
        "Recipes of the address lane",
        object(
            &["filters", "limits", "templates", "recipes"],
            json!({
                "filters": map_of(filter()),
                "limits": whole(json!({
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
            "type": one_of(words::names(words::FILTER_TYPES)),
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
            "rows": word::<RowShape>(),
            "query": object(&["period_desc"], json!({ "period_desc": file(), "period_asc": file() })),
            "parameters": map_of(whole(json!({
                "filters": list(text()),
                "as": word::<ParameterForm>(),
                "absent": word::<AbsentValue>(),
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
                "scenario": word::<Scenario>(),
                "target_type": text(),
                "with": text(),
                "without": text(),
            })),
            "required": list(text()),
            "required_any": list(text()),
            "defaults": map_of(word::<DefaultValue>()),
            "optional": list(text()),
            "template": text(),
            "totals": text(),
            "scope": object(&["mode", "accounts", "side"], json!({
                "mode": word::<ScopeMode>(),
                "accounts": { "anyOf": [{ "const": "said" }, list(text())] },
                "except": list(text()),
                "side": word::<Side>(),
            })),
            "row_filter": word::<RowFilter>(),
            "fallbacks": list(word::<Fallback>()),
            "bank_rows": text(),
            "caveats": list(text()),
            "limit": word::<LimitClass>(),
            "all_time": { "const": "max" },
            "account_intent": { "type": "boolean" },
            "result": word::<ResultMode>(),
            "state": word::<RecipeState>(),
        }),
    )
}
