//! `FileTrees`: the tree of each file of a codebook, kept for looking up places after checking.

use std::collections::BTreeMap;

use super::node::Node;
use crate::finding::Place;

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct FileTrees {
    trees: BTreeMap<String, Node>,
}

impl FileTrees {
    pub(crate) fn new(trees: BTreeMap<String, Node>) -> Self {
        Self { trees }
    }

    /// Every tree with its file name, sorted.
    pub(crate) fn trees(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.trees.iter().map(|(name, tree)| (name.as_str(), tree))
    }

    /// The place of the last of these keys.
    pub(crate) fn place(&self, file: &str, keys: &[&str]) -> Option<Place> {
        let mut node = self.trees.get(file)?;
        let mut place = None;
        for key in keys {
            let mut entries = node.entries().iter();
            let (name, value) = entries.find(|(name, _)| name.value == *key)?;
            (place, node) = (Some(name.place), value);
        }
        place
    }
}
