//! `core.yaml`, for editors.

use cmec_decoder::language::{Operator, Output, Part, Scenario, ValueType};
use cmec_decoder::tables::{FindingClass, PolicyAction};
use serde_json::{Value, json};

use super::{
    alike, document, extended, list, map_by, map_of, number, object, some, text, whole, word,
};
use crate::source::core::LISTS;
use crate::source::limits::KEYS;
use crate::source::rows::{PRINCIPALS, PUBLIC, ROWS};
use crate::words;

/// The schema of the core codebook.
pub(super) fn core() -> Value {
    let row = object(
        &["required", "forbidden"],
        json!({
            "outputs": list(word::<Output>()),
            "required": list(some(word::<Part>())),
            "forbidden": list(word::<Part>()),
            "default_limit": number(1, u32::MAX),
            "default_depth": number(0, u32::MAX),
        }),
    );
    let body = whole(json!({
        "version": { "type": ["string", "number"] },
        "vocabulary": whole(alike(LISTS.iter().copied(), &map_of(text()))),
        "scenarios": map_by(word::<Scenario>(), row),
        "limits": limits(),
        "policy": object(&[], policy()),
    }));
    document("The core codebook", extended(body, policy_rules()))
}

/// `limits`, in the core and in a domain.
pub(super) fn limits() -> Value {
    object(&[], alike(KEYS.iter().copied(), &number(0, u32::MAX)))
}

/// The keys of `policy`, in the core and in a domain; the schema's `$defs` are [`policy_rules`].
fn policy() -> Value {
    let classes = words::names(&words::of::<FindingClass>());
    alike(classes, &json!({ "$ref": "#/$defs/rules" }))
}

/// `policy` of a domain: also which rows may be seen.
pub(super) fn policy_of_domain() -> Value {
    let principal = object(
        &["type"],
        json!({ "type": word::<ValueType>(), "array": { "type": "boolean" } }),
    );
    let is = json!({ "anyOf": [scalar(), some(scalar())] });
    let filter = object(
        &["field"],
        json!({ "field": text(), "operator": word::<Operator>(), "is": is }),
    );
    let of_type = json!({ "anyOf": [{ "const": PUBLIC }, some(filter)] });
    let own = json!({ PRINCIPALS: map_of(principal), ROWS: map_of(of_type) });
    object(&[], extended(policy(), own))
}

/// A text, a number or a truth value.
fn scalar() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

/// The `$defs` of what a class of findings leads to: one rule or several.
pub(super) fn policy_rules() -> Value {
    let rule = json!({ "$ref": "#/$defs/rule" });
    let action = word::<PolicyAction>();
    let long = json!({ "action": action, "fields": list(text()) });
    json!({ "$defs": {
        "rules": { "anyOf": [rule, some(rule.clone())] },
        "rule": { "anyOf": [action, object(&["action"], long)] },
    } })
}
