//! The parts of a line in the encoder's order, and what is known behind each of them.

use cmec_decoder::language::Part;
use cmec_decoder::line;

use super::fields::About;
use crate::emit::grammar::model::Expr;

/// The parts behind the scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    Output,
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
    pub(super) const FIRST: Self = Self::Output;

    pub(super) const fn next(self) -> Option<Self> {
        Some(match self {
            Self::Output => Self::Targets,
            Self::Targets => Self::Entities,
            Self::Entities => Self::Relations,
            Self::Relations => Self::Walk,
            Self::Walk => Self::Path,
            Self::Path => Self::Attributes,
            Self::Attributes => Self::Filters,
            Self::Filters => Self::Sort,
            Self::Sort => Self::Page,
            Self::Page => Self::Numbers,
            Self::Numbers => Self::Retrieval,
            Self::Retrieval => Self::Groups,
            Self::Groups => Self::Set,
            Self::Set => return None,
        })
    }

    /// A name for the rules behind it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Output => "output",
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
    pub(super) relations: bool,
    pub(super) walk: bool,
    /// Whether the walk says how far, which leaves no path to say.
    pub(super) far: bool,
    pub(super) path: bool,
    pub(super) attributes: bool,
    pub(super) filters: bool,
    pub(super) sort: bool,
    pub(super) numbers: bool,
    pub(super) text: bool,
    pub(super) groups: bool,
    pub(super) set: bool,
}

impl State {
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
            relations: usize::from(self.relations),
            attributes: usize::from(self.attributes),
            filters: usize::from(self.filters),
            aggregation: self.numbers,
            sets: self.groups || self.set,
            walk: self.walk,
            path: self.path,
            text: self.text,
            retrieval: self.text,
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
            Part::Relation => self.relations,
            Part::Attributes => self.attributes,
            Part::Filter => self.filters,
            Part::Sort => self.sort,
            Part::Graph => self.walk || self.path,
            Part::Path => self.path,
            Part::Metric => self.numbers,
            Part::Groups => self.groups,
            Part::Set => self.set,
            Part::Retrieval | Part::QueryText => self.text,
            // No scenario that becomes a contract requires these.
            Part::Page | Part::Question => false,
        }
    }
}

/// What may stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Items(Expr),
}
