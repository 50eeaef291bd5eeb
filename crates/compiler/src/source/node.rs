//! `Node`: a value of a YAML file, with its place.

use crate::finding::{Place, Spanned};

/// The key that would take the keys of another map.
pub(crate) const MERGE: &str = "<<";

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) kind: NodeKind,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NodeKind {
    /// A text; `quoted` tells `"no"` from `no`.
    Scalar { text: String, quoted: bool },
    /// A list.
    List(Vec<Node>),
    /// A map, in file order. A key that is written twice is a finding, and there twice.
    Map(Vec<(Spanned<String>, Node)>),
}

impl Node {
    /// The entries of a map; of anything else none.
    pub(crate) fn entries(&self) -> &[(Spanned<String>, Self)] {
        match &self.kind {
            NodeKind::Map(entries) => entries,
            NodeKind::Scalar { .. } | NodeKind::List(_) => &[],
        }
    }

    /// The entries of a map, to be changed.
    pub(crate) fn entries_mut(&mut self) -> &mut [(Spanned<String>, Self)] {
        match &mut self.kind {
            NodeKind::Map(entries) => entries,
            NodeKind::Scalar { .. } | NodeKind::List(_) => &mut [],
        }
    }

    /// The value of a key of a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let mut entries = self.entries().iter();
        let found = entries.find(|(name, _)| name.value == key);
        found.map(|(_, value)| value)
    }

    /// The value of a key of a map, to be changed.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let found = self
            .entries_mut()
            .iter_mut()
            .find(|(name, _)| name.value == key);
        found.map(|(_, value)| value)
    }

    /// Whether the value is a text, a number or the like.
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self.kind, NodeKind::Scalar { .. })
    }

    /// Whether the value is left out: empty, `~` or `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar { text, quoted: false } if matches!(text.as_str(), "" | "~" | "null"))
    }
}
