//! What a finding leaves open, in the terms of the contract. A question has words for it in each language.
//!
//! A question is about a topic, not about a class of findings: which scenario, how many rows, the name of what. Each topic
//! has its sentence in Chinese, Russian and English (`clarify/question/topics.rs`). Numbers govern no noun and names stand
//! in quotes, so that nothing filled in has to be inflected. Names that the model made up (of groups, metrics, tools) are
//! not offered to a person.

use crate::language::{
    Direction, Function, Operator, Order, Output, Part, QuestionKind, Scenario, SetOperator,
};

/// What a finding leaves open, where its rule and its field do not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Which member of a list is meant.
    Which(List),
    /// A number.
    Number(Number),
    /// A number, and the most it may be.
    AtMost(Number, u32),
    /// Which elements are meant, and how many there may be.
    Elements(Elements, u32),
    /// What a name or text should say.
    Name(Name),
    /// A part that is not there.
    Missing(Part),
    /// A part another scenario has.
    Mixed(Scenario, Part),
    /// A part the executed version of the contract has no place for.
    Lacking(Part),
}

/// A list that a word must be a member of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// Scenarios.
    Scenario,
    /// Output types.
    Output,
    /// Operators.
    Operator,
    /// Directions.
    Direction,
    /// Orders.
    Order,
    /// Functions.
    Function,
    /// Set operators.
    SetOperator,
    /// Kinds of question.
    QuestionKind,
    /// Fields.
    Field,
    /// Relations.
    Relation,
    /// Types.
    Type,
    /// Corpora.
    Corpus,
}

impl List {
    /// A member of it, for messages.
    pub(crate) const fn member(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Output => "output",
            Self::Operator => "operator",
            Self::Direction => "direction",
            Self::Order => "order",
            Self::Function => "function",
            Self::SetOperator => "set operator",
            Self::QuestionKind => "kind of question",
            Self::Field => "field",
            Self::Relation => "relation",
            Self::Type => "type",
            Self::Corpus => "corpus",
        }
    }
}

/// A closed list of the language, whose members a text names by code or by name.
pub(crate) trait Listed: Copy + 'static {
    /// Which list it is.
    const LIST: List;
    /// Every member.
    const ALL: &'static [Self];

    fn code(self) -> &'static str;
    fn name(self) -> &'static str;
    fn from_code(code: &str) -> Option<Self>;
    fn from_name(name: &str) -> Option<Self>;
}

macro_rules! listed {
    ($($list:ident)+) => {$(
        impl Listed for $list {
            const LIST: List = List::$list;
            const ALL: &'static [Self] = Self::ALL;

            fn code(self) -> &'static str {
                self.code()
            }

            fn name(self) -> &'static str {
                self.name()
            }

            fn from_code(code: &str) -> Option<Self> {
                Self::from_code(code)
            }

            fn from_name(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        }
    )+};
}

listed! { Scenario Output Operator Order Direction Function SetOperator QuestionKind }

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// Rows of a page.
    Rows,
    /// Rows before a page.
    Skipped,
    /// Texts that are retrieved.
    Texts,
    /// Levels of a subgraph.
    Levels,
    /// Hops of a path.
    Hops,
}

impl Number {
    /// What it counts, for messages.
    pub(crate) const fn counted(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Skipped => "rows to leave out",
            Self::Texts => "texts",
            Self::Levels => "levels",
            Self::Hops => "hops",
        }
    }
}

/// What a list that is too long holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// Target types.
    Types,
    /// Entities.
    Entities,
    /// Attributes.
    Attributes,
    /// Relations.
    Relations,
    /// Filters.
    Filters,
    /// Values of a filter.
    Values,
    /// Sort keys.
    SortKeys,
    /// Metrics.
    Metrics,
    /// Grouping fields.
    GroupFields,
    /// Conditions on metrics.
    Conditions,
    /// Groups.
    Groups,
    /// Operations on groups, one in another.
    SetLevels,
    /// Sources of a path.
    Sources,
    /// Corpora.
    Corpora,
    /// Tags.
    Tags,
    /// Answers to choose from.
    Options,
}

impl Elements {
    /// What they are, for messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Types => "target types",
            Self::Entities => "entities",
            Self::Attributes => "attributes",
            Self::Relations => "relations",
            Self::Filters => "filters",
            Self::Values => "values",
            Self::SortKeys => "sort keys",
            Self::Metrics => "metrics",
            Self::GroupFields => "grouping fields",
            Self::Conditions => "conditions on metrics",
            Self::Groups => "groups",
            Self::SetLevels => "operations on sets, one in another,",
            Self::Sources => "sources",
            Self::Corpora => "corpora",
            Self::Tags => "tags",
            Self::Options => "options",
        }
    }
}

/// A text that must say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// The name of an entity.
    Entity,
    /// The id of an entity.
    EntityId,
    /// The name of a metric.
    Metric,
    /// The name of a group.
    Group,
    /// The id of a source.
    Source,
    /// A query text.
    Query,
    /// A project.
    Project,
    /// A tag.
    Tag,
    /// A corpus.
    Corpus,
    /// A question back.
    Question,
}

impl Name {
    /// What it is, for messages.
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Entity => "the name of an entity",
            Self::EntityId => "the id of an entity",
            Self::Metric => "the name of a metric",
            Self::Group => "the name of a group",
            Self::Source => "a source id",
            Self::Query => "the query text",
            Self::Project => "the project",
            Self::Tag => "a tag",
            Self::Corpus => "a corpus",
            Self::Question => "the question",
        }
    }
}
