//! The leaves of a JSON text, with their places in it and with their digits as they were said.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// A text, a number, `true`, `false` or `null`.
pub(crate) struct Leaf {
    /// The keys and positions that lead to it.
    pub(crate) path: Vec<String>,
    /// Its JSON; a text with as few escapes as JSON allows.
    pub(crate) value: String,
    /// The bytes it takes in the text.
    pub(crate) span: std::ops::Range<usize>,
}

impl Leaf {
    pub(crate) fn pointer(&self) -> String {
        self.path.iter().map(|step| format!("/{step}")).collect()
    }
}

pub(crate) fn leaves(text: &str) -> Vec<Leaf> {
    let mut found = Vec::new();
    walk(
        text,
        serde_json::from_str(text).unwrap(),
        &mut Vec::new(),
        &mut found,
    );
    found
}

fn walk(text: &str, part: &RawValue, path: &mut Vec<String>, found: &mut Vec<Leaf>) {
    let said = part.get();
    let inside: Vec<(String, &RawValue)> = match said.as_bytes()[0] {
        b'{' => {
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(said).unwrap();
            members.into_iter().collect()
        }
        b'[' => {
            let elements: Vec<&RawValue> = serde_json::from_str(said).unwrap();
            let numbered = elements.into_iter().enumerate();
            numbered.map(|(at, part)| (at.to_string(), part)).collect()
        }
        kind => {
            let value = if kind == b'"' {
                let plain: String = serde_json::from_str(said).unwrap();
                serde_json::to_string(&plain).unwrap()
            } else {
                said.to_owned()
            };
            let start = said.as_ptr() as usize - text.as_ptr() as usize;
            found.push(Leaf {
                path: path.clone(),
                value,
                span: start..start + said.len(),
            });
            return;
        }
    };
    for (step, part) in inside {
        path.push(step);
        walk(text, part, path, found);
        path.pop();
    }
}
