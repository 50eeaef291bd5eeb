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
    /// A map, in file order. A key that stands twice is a finding, and there twice.
    Map(Vec<(Spanned<String>, Node)>),
}

impl Node {
    /// Whether the value is a text, a number or the like.
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self.kind, NodeKind::Scalar { .. })
    }

    /// Whether the value is left out: empty, `~` or `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar { text, quoted: false } if matches!(text.as_str(), "" | "~" | "null"))
    }
}
