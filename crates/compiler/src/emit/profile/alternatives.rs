//! Two schemas → one that accepts whatever either accepts, for providers that know no choice.

use serde_json::{Map, Value, json};

/// A schema for what keeps to either.
pub(super) fn merge(one: Value, other: Value) -> Value {
    let (Value::Object(mut one), Value::Object(mut other)) = (one, other) else {
        return json!({});
    };
    let types = union(&types(&one), &types(&other));
    let mut merged = Map::new();
    merged.insert("type".to_owned(), said(&types));
    for (keyword, value) in [
        ("items", either(&mut one, &mut other, "items")),
        ("properties", properties(&mut one, &mut other)),
        ("required", required(&one, &other)),
        ("enum", values(&one, &other)),
    ] {
        if let Some(value) = value {
            merged.insert(keyword.to_owned(), value);
        }
    }
    if merged.contains_key("properties") {
        merged.insert("additionalProperties".to_owned(), json!(false));
    }
    Value::Object(merged)
}

fn types(schema: &Map<String, Value>) -> Vec<Value> {
    match schema.get("type") {
        Some(Value::Array(types)) => types.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    }
}

fn union(one: &[Value], other: &[Value]) -> Vec<Value> {
    let mut all = one.to_vec();
    for value in other {
        if !all.contains(value) {
            all.push(value.clone());
        }
    }
    // A whole number is a number.
    if all.contains(&json!("number")) {
        all.retain(|name| *name != "integer");
    }
    all
}

fn said(types: &[Value]) -> Value {
    match types {
        [only] => only.clone(),
        types => json!(types),
    }
}

fn either(
    one: &mut Map<String, Value>,
    other: &mut Map<String, Value>,
    key: &str,
) -> Option<Value> {
    match (one.shift_remove(key), other.shift_remove(key)) {
        (Some(one), Some(other)) => Some(merge_known(one, other)),
        (one, other) => one.or(other),
    }
}

/// Two schemas of one place: one of them where they are the same.
fn merge_known(one: Value, other: Value) -> Value {
    if one == other { one } else { merge(one, other) }
}

fn properties(one: &mut Map<String, Value>, other: &mut Map<String, Value>) -> Option<Value> {
    let more = match other.shift_remove("properties") {
        Some(Value::Object(more)) => more,
        _ => return one.shift_remove("properties"),
    };
    let Some(Value::Object(mut all)) = one.shift_remove("properties") else {
        return Some(Value::Object(more));
    };
    for (name, schema) in more {
        let schema = match all.shift_remove(&name) {
            Some(have) => merge_known(have, schema),
            None => schema,
        };
        all.insert(name, schema);
    }
    Some(Value::Object(all))
}

/// What both require.
fn required(one: &Map<String, Value>, other: &Map<String, Value>) -> Option<Value> {
    let list =
        |schema: &Map<String, Value>| schema.get("required").and_then(Value::as_array).cloned();
    match (list(one), list(other)) {
        (Some(mut one), Some(other)) => {
            one.retain(|name| other.contains(name));
            Some(Value::Array(one))
        }
        (one, other) => one.or(other).map(Value::Array),
    }
}

/// The values of both, where neither has others.
fn values(one: &Map<String, Value>, other: &Map<String, Value>) -> Option<Value> {
    let list = |schema: &Map<String, Value>| schema.get("enum").and_then(Value::as_array).cloned();
    Some(Value::Array(union(&list(one)?, &list(other)?)))
}
