//! `core.yaml`, for editors.

use serde_json::{Map, Value, json};

use super::{document, list, map_of, names, number, object, one_of, some, text, with_definitions};
use crate::source::core::LISTS;
use crate::source::limits::KEYS;
use crate::source::policy::ALWAYS;
use crate::words::{POLICY_ACTIONS, POLICY_CLASSES, names as words};

/// The schema of the core codebook.
pub(super) fn core() -> Value {
    let lists: Map<String, Value> = (LISTS.iter())
        .map(|name| ((*name).to_owned(), map_of(text())))
        .collect();
    let row = object(
        &["required", "forbidden"],
        json!({
            "default_output": names!(Output),
            "required": list(some(names!(Part))),
            "forbidden": list(names!(Part)),
            "default_limit": number(1, u32::MAX),
            "default_depth": number(0, u32::MAX),
        }),
    );
    let mut scenarios = map_of(row);
    if let Value::Object(scenarios) = &mut scenarios {
        scenarios.insert("propertyNames".to_owned(), names!(Scenario));
    }
    document(
        "The core codebook",
        with_definitions(
            object(
                &["version", "vocabulary", "scenarios", "limits", "policy"],
                json!({
                    "version": { "type": ["string", "number"] },
                    "vocabulary": object(LISTS, Value::Object(lists)),
                    "scenarios": scenarios,
                    "limits": limits(),
                    "policy": policy(),
                }),
            ),
            policy_rules(),
        ),
    )
}

/// `limits`, in the core and in a domain.
pub(super) fn limits() -> Value {
    let limits: Map<String, Value> = (KEYS.iter())
        .map(|name| ((*name).to_owned(), number(0, u32::MAX)))
        .collect();
    object(&[], Value::Object(limits))
}

/// `policy`, in the core and in a domain; the schema's `$defs` are [`policy_rules`].
pub(super) fn policy() -> Value {
    let rules = json!({ "$ref": "#/$defs/rules" });
    let classes: Map<String, Value> = (words(POLICY_CLASSES).into_iter())
        .map(|class| (class.to_owned(), rules.clone()))
        .collect();
    object(&[], Value::Object(classes))
}

/// `policy` of a domain: also the filters that are always added.
pub(super) fn policy_of_domain() -> Value {
    let value = json!({ "anyOf": [scalar(), some(scalar())] });
    let filter = object(
        &["field", "operator"],
        json!({ "field": text(), "operator": names!(Operator), "value": value }),
    );
    let mut policy = policy();
    if let Some(Value::Object(properties)) = policy.get_mut("properties") {
        properties.insert(ALWAYS.to_owned(), list(filter));
    }
    policy
}

/// A text, a number or a truth value.
fn scalar() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

/// What a class of findings leads to: one rule or several.
pub(super) fn policy_rules() -> Value {
    let rule = json!({ "$ref": "#/$defs/rule" });
    let action = one_of(words(POLICY_ACTIONS));
    let long = json!({ "action": action, "fields": list(text()) });
    json!({
        "rules": { "anyOf": [rule, some(rule.clone())] },
        "rule": { "anyOf": [action, object(&["action"], long)] },
    })
}
