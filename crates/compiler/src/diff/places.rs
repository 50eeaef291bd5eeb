//! Where everything of a codebook stands, by file and keys.

use std::collections::HashMap;

use crate::files::CODEBOOK;
use crate::finding::Place;
use crate::outline::Outline;
use crate::yaml::{Kind, Node};

/// What parts the keys of a path; no key of a codebook that compiles has it.
const APART: char = '\u{1f}';

/// Places by path.
pub(super) struct Places {
    places: HashMap<String, Place>,
}

impl Places {
    /// Walks every file once.
    pub(super) fn of(outline: &Outline) -> Self {
        let mut places = HashMap::new();
        for (file, tree) in outline.trees() {
            let start = Place {
                end: tree.place.start,
                ..tree.place
            };
            places.insert(file.to_owned(), start);
            walk(&mut file.to_owned(), tree, &mut places);
        }
        Self { places }
    }

    /// The place of a value; of a map or list, the place of its key. `None` where it is not there.
    pub(super) fn exact(&self, file: &str, keys: &[&str]) -> Option<Place> {
        self.places.get(&path(file, keys)).copied()
    }

    /// The place of a value, or of the nearest thing around it.
    pub(super) fn nearest(&self, file: &str, keys: &[&str]) -> Place {
        (0..=keys.len())
            .rev()
            .filter_map(|length| keys.get(..length))
            .find_map(|around| self.exact(file, around))
            .or_else(|| self.exact(CODEBOOK, &[]))
            .unwrap_or(Place {
                file: 0,
                start: 0,
                end: 0,
            })
    }
}

fn path(file: &str, keys: &[&str]) -> String {
    let mut path = file.to_owned();
    for key in keys {
        path.push(APART);
        path.push_str(key);
    }
    path
}

/// Adds everything below a value. An item of a list is found by its text.
fn walk(path: &mut String, node: &Node, places: &mut HashMap<String, Place>) {
    let length = path.len();
    match &node.kind {
        Kind::Scalar { .. } => {}
        Kind::Map(entries) => {
            for (key, value) in entries {
                let scalar = matches!(value.kind, Kind::Scalar { .. }) && !value.is_null();
                path.push(APART);
                path.push_str(&key.value);
                places.insert(path.clone(), if scalar { value.place } else { key.place });
                walk(path, value, places);
                path.truncate(length);
            }
        }
        Kind::List(items) => {
            for item in items {
                if let Kind::Scalar { text, .. } = &item.kind {
                    path.push(APART);
                    path.push_str(text);
                    places.insert(path.clone(), item.place);
                    path.truncate(length);
                }
            }
        }
    }
}
