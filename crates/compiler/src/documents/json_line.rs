//! A line of JSON → the keys and values of its object, in the form of front matter.
//!
//! Values are kept as written, with places: a number keeps its digits, and a duplicate key is reported. Anything nested
//! deeper than a list of texts becomes an empty list or map, which nobody reads.

use std::collections::HashSet;
use std::fmt::{Formatter, Result as Written};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Error, from_str};

use super::file_findings::at;
use crate::finding::Spanned;
use crate::source::node::{Node, NodeKind};

/// The reason why a line cannot be read.
pub(super) struct LineError {
    /// Byte offset in the line.
    pub(super) at: usize,
    /// The reason, as in a message.
    pub(super) message: String,
}

/// The unique keys of an object, with values and their places.
pub(super) type Entries = Vec<(Spanned<String>, Node)>;

/// The keys of the object in a line. A key has the place of its value.
pub(super) fn entries(line: &str) -> Result<Entries, LineError> {
    object(line, line)
}

/// The keys of an object in a value of [`entries`].
pub(super) fn entries_of(line: &str, node: &Node) -> Result<Entries, LineError> {
    let text = line.get(node.place.start..node.place.end);
    object(line, text.unwrap_or_default())
}

/// The keys of the object in a part of a line.
fn object(line: &str, part: &str) -> Result<Entries, LineError> {
    let start = start_in(line, part);
    if !part.trim_start().starts_with('{') {
        return Err(LineError {
            at: start,
            message: "not an object of JSON".to_owned(),
        });
    }
    let raw: RawEntries<'_> = from_str(part).map_err(|error| broken(&error, start, part))?;
    let mut seen = HashSet::new();
    let mut entries = Vec::with_capacity(raw.0.len());
    for (key, value) in &raw.0 {
        let node = node(line, value, Depth::Value)?;
        if !seen.insert(key.as_str()) {
            return Err(LineError {
                at: node.place.start,
                message: format!("the key `{key}` stands twice"),
            });
        }
        entries.push((Spanned::new(key.clone(), node.place), node));
    }
    Ok(entries)
}

/// Nesting depth of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Value,
    Item,
}

fn node(line: &str, raw: &RawValue, depth: Depth) -> Result<Node, LineError> {
    let text = raw.get();
    let start = start_in(line, text);
    let kind = match text.bytes().next() {
        Some(b'"') => NodeKind::Scalar {
            text: from_str(text).map_err(|error| broken(&error, start, text))?,
            quoted: true,
        },
        Some(b'[') if depth == Depth::Value => {
            let items: Vec<&RawValue> =
                from_str(text).map_err(|error| broken(&error, start, text))?;
            let items = items.into_iter().map(|item| node(line, item, Depth::Item));
            NodeKind::List(items.collect::<Result<_, _>>()?)
        }
        Some(b'[') => NodeKind::List(Vec::new()),
        Some(b'{') => NodeKind::Map(Vec::new()),
        _ => NodeKind::Scalar {
            text: text.to_owned(),
            quoted: false,
        },
    };
    let place = at(start, 0, text.len());
    Ok(Node { place, kind })
}

/// The offset of a part in its line: a raw value is a slice of the source text.
fn start_in(line: &str, part: &str) -> usize {
    let before = part.as_ptr().addr().checked_sub(line.as_ptr().addr());
    before.filter(|start| *start <= line.len()).unwrap_or(0)
}

/// The JSON parser's error about the part of a line that starts at `start`.
fn broken(error: &Error, start: usize, part: &str) -> LineError {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or_default();
    let before = match error.is_eof() {
        true => part.len(),
        false => error.column().saturating_sub(1),
    };
    LineError {
        at: start + before,
        message: format!("not JSON: {what}"),
    }
}

/// The keys of an object as written, with the text of each value.
struct RawEntries<'l>(Vec<(String, &'l RawValue)>);

impl<'de> Deserialize<'de> for RawEntries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = RawEntries<'de>;

    fn expecting(&self, f: &mut Formatter<'_>) -> Written {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(RawEntries(entries))
    }
}
