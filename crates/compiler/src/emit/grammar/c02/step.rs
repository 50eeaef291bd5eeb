//! The keys at the top of an intent, what they hold, and what is known behind each of them.

use cmec_decoder::language::{Key, Part};

use crate::emit::grammar::model::Expr;

/// The keys behind `s`, in the encoder's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Output,
    Targets,
    Entities,
    Relations,
    Attributes,
    Constraints,
    Graph,
    Retrieval,
    Question,
}

impl Step {
    pub(super) const FIRST: Self = Self::Output;

    pub(super) const fn key(self) -> Key {
        match self {
            Self::Output => Key::O,
            Self::Targets => Key::Tg,
            Self::Entities => Key::E,
            Self::Relations => Key::R,
            Self::Attributes => Key::A,
            Self::Constraints => Key::C,
            Self::Graph => Key::G,
            Self::Retrieval => Key::Q,
            Self::Question => Key::X,
        }
    }

    pub(super) const fn next(self) -> Option<Self> {
        Some(match self {
            Self::Output => Self::Targets,
            Self::Targets => Self::Entities,
            Self::Entities => Self::Relations,
            Self::Relations => Self::Attributes,
            Self::Attributes => Self::Constraints,
            Self::Constraints => Self::Graph,
            Self::Graph => Self::Retrieval,
            Self::Retrieval => Self::Question,
            Self::Question => return None,
        })
    }
}

/// What was said so far, as far as it matters to what follows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Whether a target is said.
    pub(super) targets: bool,
    /// Whether the target is the one that is derived where no entity is said.
    pub(super) derivable: bool,
    /// None, one, or two and more.
    pub(super) entities: u8,
    /// Other parts that are required or that the graph depends on.
    pub(super) parts: Vec<Part>,
}

/// What a key holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Value(Expr),
    /// A list of so many elements.
    List(Expr, u32, u32),
    /// Constraints with exactly these of the parts that matter.
    Constraints(Vec<Part>),
}
