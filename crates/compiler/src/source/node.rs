//! `Node`: a value of a YAML file with its place.

use crate::finding::{Place, Spanned};

/// The merge key of YAML.
pub(crate) const MERGE: &str = "<<";

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) kind: NodeKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NodeKind {
    /// A text; `quoted` distinguishes `"no"` from `no`.
    Scalar { text: String, quoted: bool },
    /// A list.
    List(Vec<Node>),
    /// A map in file order. A duplicate key is a finding and kept twice.
    Map(Vec<(Spanned<String>, Node)>),
}

impl Node {
    pub(crate) fn scalar(text: String, quoted: bool, place: Place) -> Self {
        let kind = NodeKind::Scalar { text, quoted };
        Self { place, kind }
    }

    /// The text of a scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar { text, .. } => Some(text),
            NodeKind::List(_) | NodeKind::Map(_) => None,
        }
    }

    /// The entries of a map; empty for anything else.
    pub(crate) fn entries(&self) -> &[(Spanned<String>, Self)] {
        match &self.kind {
            NodeKind::Map(entries) => entries,
            NodeKind::Scalar { .. } | NodeKind::List(_) => &[],
        }
    }

    pub(crate) fn entries_mut(&mut self) -> &mut [(Spanned<String>, Self)] {
        match &mut self.kind {
            NodeKind::Map(entries) => entries,
            NodeKind::Scalar { .. } | NodeKind::List(_) => &mut [],
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let mut entries = self.entries().iter();
        let found = entries.find(|(name, _)| name.value == key);
        found.map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let mut entries = self.entries_mut().iter_mut();
        let found = entries.find(|(name, _)| name.value == key);
        found.map(|(_, value)| value)
    }

    /// True for a text, a number or the like.
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self.kind, NodeKind::Scalar { .. })
    }

    /// True for an omitted value: empty, `~` or `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar { text, quoted: false } if ["", "~", "null"].contains(&text.as_str()))
    }
}
