//! `FileTrees`: the tree of each file of a codebook. It is kept so that the place of an element can be asked for after
//! checking.

use std::collections::BTreeMap;

use super::node::Node;

/// The tree of each file that was read, by the file's name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct FileTrees {
    trees: BTreeMap<String, Node>,
}

impl FileTrees {
    pub(crate) fn new(trees: BTreeMap<String, Node>) -> Self {
        Self { trees }
    }

    /// Every tree with its file's name, sorted.
    pub(crate) fn trees(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.trees.iter().map(|(name, tree)| (name.as_str(), tree))
    }
}
