//! The keys at the top of an intent, what they hold, and what is known behind each of them.

use cmec_decoder::language::{Key, Part};

use crate::emit::grammar::model::Expr;

/// What decides on what a key may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Output,
    Targets,
    Entities,
    Constraints,
    Graph,
    Retrieval,
    /// Nothing but whether the scenario allows this part.
    Part(Part),
}

/// The keys behind `s`, in the encoder's order.
pub(super) const STEPS: &[(Key, Step)] = &[
    (Key::O, Step::Output),
    (Key::Tg, Step::Targets),
    (Key::E, Step::Entities),
    (Key::R, Step::Part(Part::Relation)),
    (Key::A, Step::Part(Part::Attributes)),
    (Key::C, Step::Constraints),
    (Key::G, Step::Graph),
    (Key::Q, Step::Retrieval),
    (Key::X, Step::Part(Part::Question)),
];

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
