//! Valid texts, spoilt in what they say and not in how JSON is written.

use serde_json::{Value, json};

/// Things a model says in place of others.
fn pieces() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(3),
        json!(1.5),
        json!(1_000_000_000),
        json!(""),
        json!("zz"),
        json!("F999"),
        json!("f001"),
        json!("2024-02-29"),
        json!("-1y"),
        json!("-01y"),
        json!([]),
        json!([[]]),
        json!({}),
        json!({"zz": 1}),
        json!({"txt": "a"}),
        json!({"f": "F001", "op": "EX"}),
    ]
}

/// Puts a piece, or another part of the same text, in the place of one part; or takes that part out.
pub(crate) fn respell(value: &mut Value, at: usize, with: usize) {
    let mut places = Vec::new();
    pointers(value, String::new(), &mut places);
    let place = places[at % places.len()].clone();
    let pieces = pieces();
    let choices = pieces.len() + places.len() + 1;
    let Some(choice) = (with % choices).checked_sub(1) else {
        take_out(value, &place);
        return;
    };
    let new = match pieces.get(choice) {
        Some(piece) => piece.clone(),
        None => value
            .pointer(&places[choice - pieces.len()])
            .unwrap()
            .clone(),
    };
    *value.pointer_mut(&place).unwrap() = new;
}

fn take_out(value: &mut Value, place: &str) {
    let Some((parent, last)) = place.rsplit_once('/') else {
        return;
    };
    match value.pointer_mut(parent) {
        Some(Value::Object(members)) => {
            members.shift_remove(last);
        }
        Some(Value::Array(elements)) => {
            elements.remove(last.parse().unwrap());
        }
        _ => {}
    }
}

fn pointers(value: &Value, here: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                pointers(member, format!("{here}/{key}"), found);
            }
        }
        Value::Array(elements) => {
            for (at, element) in elements.iter().enumerate() {
                pointers(element, format!("{here}/{at}"), found);
            }
        }
        _ => {}
    }
    found.push(here);
}
