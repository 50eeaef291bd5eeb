//! The canonical form of a contract: equal for contracts that ask for the same.
//!
//! Filters, columns, types and the contents of groups are unordered, and names that a model gives to aliases, groups
//! and metrics are arbitrary. A list with one value equals the value, `between` equals two comparisons if a field has
//! one value, and case is ignored where the field ignores it. Sort keys, hops and entities keep their order.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

/// Lists without an order.
const UNORDERED: &str = "filters any_of target_types target_attributes group_by metrics having groups per alternatives \
    relation_types allowed_relations source_ids corpora tags_any";

/// Keys of user texts, which never contain a name of the contract.
const SAID: &[&str] = &["value", "query_text", "text", "id"];

/// Given names with their replacements.
type Names = BTreeMap<String, String>;

/// The canonical form of a contract in JSON.
pub(super) fn canonical(mut contract: Value, tables: &Tables) -> Value {
    let mut names = places(&contract);
    let groups = contract.pointer_mut("/constraints/groups");
    if let Some(Value::Array(groups)) = groups {
        let mut content: BTreeSet<String> = BTreeSet::new();
        for group in groups.iter_mut() {
            let mut own = group.take();
            let name = own.as_object_mut().and_then(|group| group.remove("name"));
            let mut inner = names.clone();
            inner.extend(metrics(own.get("aggregation"), &names));
            let written = written(own, &inner, tables).to_string();
            if let Some(Value::String(name)) = name {
                names.insert(name, written.clone());
            }
            content.insert(written);
        }
        *groups = content.into_iter().map(Value::String).collect();
    }
    let own = metrics(contract.pointer("/constraints/aggregation"), &names);
    names.extend(own);
    written(contract, &names, tables)
}

/// Aliases, renamed in the order in which hops reach them.
fn places(contract: &Value) -> Names {
    let whole = contract.pointer("/grounding/relations");
    let groups = contract.pointer("/constraints/groups");
    let groups = groups.and_then(Value::as_array).into_iter().flatten();
    let groups = groups.filter_map(|group| group.get("relations"));
    let mut names = Names::new();
    let hops = whole.into_iter().chain(groups);
    for hop in hops.filter_map(Value::as_array).flatten() {
        for end in ["from", "to"].iter().filter_map(|end| hop.get(end)) {
            if let Some(name) = end.as_str().and_then(|end| end.strip_prefix('&')) {
                let next = format!("place {}", names.len());
                names.entry(name.to_owned()).or_insert(next);
            }
        }
    }
    names
}

/// Names of metrics, replaced by their definitions.
fn metrics(numbers: Option<&Value>, names: &Names) -> Names {
    let mut own = names.clone();
    let mut given = Names::new();
    let metrics = numbers.and_then(|numbers| numbers.get("metrics"));
    for metric in metrics.and_then(Value::as_array).into_iter().flatten() {
        let said = |key: &str| metric.get(key).and_then(Value::as_str);
        let of = renamed(said("field").unwrap_or_default(), &own);
        let content = format!("{}({of})", said("function").unwrap_or_default());
        if let Some(name) = said("alias") {
            own.insert(name.to_owned(), content.clone());
            given.insert(name.to_owned(), content);
        }
    }
    given
}

/// A part of a contract in canonical form.
fn written(value: Value, names: &Names, tables: &Tables) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter();
            let members = members.map(|(key, value)| {
                let value = member(&key, value, names, tables);
                (key, value)
            });
            one_value(members.collect())
        }
        Value::Array(members) => {
            let members = members.into_iter();
            members.map(|own| written(own, names, tables)).collect()
        }
        Value::String(text) => Value::String(renamed(&text, names)),
        Value::Number(number) => whole(&number),
        other => other,
    }
}

/// A member of an object in canonical form.
fn member(key: &str, value: Value, names: &Names, tables: &Tables) -> Value {
    let bare = |name: &str| names.get(name).cloned().unwrap_or_else(|| name.to_owned());
    match (key, value) {
        (key, Value::String(said)) if SAID.contains(&key) => Value::String(said),
        ("value", Value::Array(values)) => Value::Array(values.into_iter().map(number).collect()),
        ("alias" | "metric" | "by" | "group" | "lhs" | "rhs", Value::String(name)) => {
            Value::String(bare(&name))
        }
        ("filters", Value::Array(filters)) => unordered(conditions(filters, names, tables)),
        ("any_of", Value::Array(branches)) => {
            let branches = branches.into_iter().map(|branch| match branch {
                Value::Array(filters) => unordered(conditions(filters, names, tables)),
                other => other,
            });
            unordered(branches.collect())
        }
        (key, Value::Array(members)) if UNORDERED.split(' ').any(|own| own == key) => {
            let members = members.into_iter();
            unordered(members.map(|own| written(own, names, tables)).collect())
        }
        ("set_ops", set) => either_order(written(set, names, tables)),
        (_, other) => written(other, names, tables),
    }
}

/// Conditions; `between` becomes two of them if the field has one value.
fn conditions(filters: Vec<Value>, names: &Names, tables: &Tables) -> Vec<Value> {
    let mut all = Vec::with_capacity(filters.len());
    for filter in filters {
        let said = |key: &str| filter.get(key).and_then(Value::as_str);
        let path = said("field").unwrap_or_default();
        let field = tables.field_by_path(path);
        let is_between = said("operator") == Some("between") && field.is_none_or(|own| !own.array);
        let filter = match field.is_some_and(|own| own.folded) {
            true => folded(filter.clone()),
            false => filter.clone(),
        };
        match filter.get("value").and_then(Value::as_array) {
            Some(ends) if is_between => {
                for (operator, end) in ["ge", "le"].iter().zip(ends) {
                    let own = json!({"field": path, "operator": operator, "value": end});
                    all.push(written(own, names, tables));
                }
            }
            _ => all.push(written(filter, names, tables)),
        }
    }
    all
}

/// A comparison that ignores case.
fn folded(mut filter: Value) -> Value {
    let lower = |value: &mut Value| {
        if let Value::String(text) = value {
            *text = text.to_lowercase();
        }
    };
    match filter.get_mut("value") {
        Some(Value::Array(values)) => values.iter_mut().for_each(lower),
        Some(value) => lower(value),
        None => {}
    }
    filter
}

/// A comparison with a list: a single value replaces its list, and several are sorted.
fn one_value(mut members: Map<String, Value>) -> Value {
    let operator = members.get("operator").and_then(Value::as_str);
    let alone = match operator {
        Some("in") => "eq",
        Some("not_in") => "ne",
        _ => return Value::Object(members),
    };
    if let Some(Value::Array(values)) = members.get_mut("value") {
        let mut sorted = match unordered(std::mem::take(values)) {
            Value::Array(sorted) => sorted,
            _ => Vec::new(),
        };
        sorted.dedup();
        match sorted.pop() {
            Some(only) if sorted.is_empty() => {
                members.insert("value".to_owned(), only);
                members.insert("operator".to_owned(), json!(alone));
            }
            last => {
                sorted.extend(last);
                members.insert("value".to_owned(), Value::Array(sorted));
            }
        }
    }
    Value::Object(members)
}

/// A commutative set operation with its sides sorted.
fn either_order(mut set: Value) -> Value {
    let Some(members) = set.as_object_mut() else {
        return set;
    };
    for side in ["lhs", "rhs"] {
        if let Some(side) = members.get_mut(side) {
            *side = either_order(side.take());
        }
    }
    let changes = matches!(
        members.get("op").and_then(Value::as_str),
        Some("union" | "intersect")
    );
    if changes && let (Some(left), Some(right)) = (members.remove("lhs"), members.remove("rhs")) {
        let mut sides = [left, right];
        sides.sort_by_cached_key(Value::to_string);
        members.extend(["lhs".to_owned(), "rhs".to_owned()].into_iter().zip(sides));
    }
    set
}

fn unordered(mut members: Vec<Value>) -> Value {
    members.sort_by_cached_key(Value::to_string);
    Value::Array(members)
}

fn renamed(text: &str, names: &Names) -> String {
    let mut pieces = text.split('&');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (name, rest) = piece
            .split_at_checked(end.unwrap_or(piece.len()))
            .unwrap_or((piece, ""));
        out.push('&');
        out.push_str(names.get(name).map_or(name, String::as_str));
        out.push_str(rest);
    }
    out
}

fn number(value: Value) -> Value {
    match value {
        Value::Number(number) => whole(&number),
        other => other,
    }
}

/// An integral number as an integer.
fn whole(number: &serde_json::Number) -> Value {
    /// Floats are exact up to this value.
    const EXACT: f64 = 9e15;
    match number.as_f64() {
        Some(float) if float.fract() == 0.0 && float.abs() < EXACT => json!(float as i64),
        _ => Value::Number(number.clone()),
    }
}

#[cfg(test)]
mod tests;
