//! The parts of a line in the encoder's order, and what is known behind each of them.

use cmec_decoder::language::Part;
use cmec_decoder::line;

use super::fields::About;
use crate::emit::grammar::model::Expr;

/// The parts behind the scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    Output,
    Given,
    Targets,
    Entities,
    Relations,
    Walk,
    Path,
    Attributes,
    Filters,
    Sort,
    Page,
    Numbers,
    Retrieval,
    Groups,
    Set,
}

impl Step {
    /// Its name, for the rules behind it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::Given => "given",
            Self::Targets => "types",
            Self::Entities => "entities",
            Self::Relations => "relations",
            Self::Walk => "walk",
            Self::Path => "path",
            Self::Attributes => "attributes",
            Self::Filters => "filters",
            Self::Sort => "order",
            Self::Page => "page",
            Self::Numbers => "numbers",
            Self::Retrieval => "retrieval",
            Self::Groups => "groups",
            Self::Set => "set",
        }
    }
}

/// The parts in the encoder's order.
pub(super) const STEPS: &[Step] = &[
    Step::Output,
    Step::Given,
    Step::Targets,
    Step::Entities,
    Step::Relations,
    Step::Walk,
    Step::Path,
    Step::Attributes,
    Step::Filters,
    Step::Sort,
    Step::Page,
    Step::Numbers,
    Step::Retrieval,
    Step::Groups,
    Step::Set,
];

/// The parts of a group that is matched by itself, behind its types.
pub(super) const IN_GROUP: &[Step] = &[
    Step::Entities,
    Step::Relations,
    Step::Attributes,
    Step::Filters,
    Step::Sort,
    Step::Page,
    Step::Numbers,
];

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) enum Count {
    #[default]
    None,
    One,
    Many,
}

/// What was said so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Whether an item is there, so that a blank stands before the next.
    pub(super) started: bool,
    /// Whether the scenario is said.
    pub(super) named: bool,
    pub(super) targets: Count,
    /// Whether the target is the one that is derived where no entity is said.
    pub(super) derivable: bool,
    pub(super) entities: Count,
    /// The type of the only target or the only entity, until it is known what the line is about.
    pub(super) type_at: Option<usize>,
    pub(super) about: Option<About>,
    /// Whether each relation is one that must not be there.
    pub(super) denied: bool,
    /// Whether the walk says how far, which leaves no path to say.
    pub(super) far: bool,
    /// Other parts, in the order of the steps; for a walk the graph.
    pub(super) parts: Vec<Part>,
}

impl State {
    /// The same with a part more.
    pub(super) fn with(&self, part: Part) -> Self {
        let mut then = self.clone();
        then.parts.push(part);
        then
    }

    /// The same where each relation is one that must not be there.
    pub(super) fn deny(self) -> Self {
        Self {
            denied: true,
            ..self
        }
    }

    pub(super) fn says(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// What the scenario is told by.
    pub(super) fn parts(&self) -> line::Parts {
        let count = |count| match count {
            Count::None => 0,
            Count::One => 1,
            Count::Many => 2,
        };
        line::Parts {
            targets: count(self.targets),
            entities: count(self.entities),
            relations: usize::from(self.says(Part::Relation)),
            absent: usize::from(self.denied),
            attributes: usize::from(self.says(Part::Attributes)),
            filters: usize::from(self.says(Part::Filter)),
            aggregation: self.says(Part::Metric),
            sets: self.says(Part::Set),
            walk: self.says(Part::Graph),
            path: self.says(Part::Path),
            text: self.says(Part::QueryText),
            retrieval: self.says(Part::Retrieval),
            question: false,
        }
    }

    pub(super) fn two_ends(&self) -> bool {
        match self.entities {
            Count::None => false,
            Count::One => self.targets != Count::None,
            Count::Many => true,
        }
    }

    /// Whether a part is there; `single`: the codebook has one type, which is derived.
    pub(super) fn has(&self, part: Part, single: bool) -> bool {
        match part {
            Part::TargetType => {
                self.targets != Count::None || (single && self.entities == Count::None)
            }
            Part::Entity => self.entities != Count::None,
            Part::TwoEnds => self.two_ends(),
            Part::Graph => self.says(Part::Graph) || self.says(Part::Path),
            part => self.says(part),
        }
    }
}

/// What may stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Items(Expr),
}
