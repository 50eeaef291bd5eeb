//! Positions of all values of a codebook by file and keys.

use std::collections::HashMap;

use crate::finding::Place;
use crate::source::file_trees::FileTrees;
use crate::source::files::{CODEBOOK, CORE};
use crate::source::node::{Node, NodeKind};

/// The separator of keys in a path; no key of a valid codebook contains it.
const APART: char = '\u{1f}';

pub(super) struct Positions {
    places: HashMap<String, Place>,
}

impl Positions {
    /// Collects the positions in every file.
    pub(super) fn of(trees: &FileTrees) -> Self {
        let mut places = HashMap::new();
        for (file, tree) in trees.trees() {
            let start = tree.place.start_only();
            places.insert(file.to_owned(), start);
            walk(&mut file.to_owned(), tree, &mut places);
        }
        Self { places }
    }

    /// The place of a value; for a map or list, the place of its key. `None` if it does not exist.
    pub(super) fn exact(&self, file: &str, keys: &[&str]) -> Option<Place> {
        self.places.get(&path(file, keys)).copied()
    }

    /// The file that sets a key: the domain's if it does, or else the core.
    pub(super) fn file_in_force(&self, keys: &[&str]) -> &'static str {
        match self.exact(CODEBOOK, keys) {
            Some(_) => CODEBOOK,
            None => CORE,
        }
    }

    /// The place of a value, or of the nearest enclosing one.
    pub(super) fn nearest(&self, file: &str, keys: &[&str]) -> Place {
        (0..=keys.len())
            .rev()
            .filter_map(|length| keys.get(..length))
            .find_map(|around| self.exact(file, around))
            .or_else(|| self.exact(CODEBOOK, &[]))
            .unwrap_or(Place::point(0, 0))
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

/// Adds all nested values. A list item is keyed by its text.
fn walk(path: &mut String, node: &Node, places: &mut HashMap<String, Place>) {
    let length = path.len();
    match &node.kind {
        NodeKind::Scalar { .. } => {}
        NodeKind::Map(entries) => {
            for (key, value) in entries {
                let scalar = value.is_scalar() && !value.is_null();
                path.push(APART);
                path.push_str(&key.value);
                places.insert(path.clone(), if scalar { value.place } else { key.place });
                walk(path, value, places);
                path.truncate(length);
            }
        }
        NodeKind::List(items) => {
            for item in items {
                if let Some(text) = item.text() {
                    path.push(APART);
                    path.push_str(text);
                    places.insert(path.clone(), item.place);
                    path.truncate(length);
                }
            }
        }
    }
}
