//! What a finding leaves open, in the terms of the contract. A question has words for it in each language.
//!
//! A question is about a topic, not about a class of findings: which scenario, how many rows, the name of what. Each topic
//! has its sentence in Chinese, Russian and English (`clarify/question/topics.rs`). Numbers govern no noun and names stand
//! in quotes, so that nothing filled in has to be inflected. Names that the model made up (of groups, metrics, tools) are
//! not offered to a person.

use crate::language::{
    Derivation, Direction, Function, Operator, Order, Output, Part, QuestionKind, RetrievalMode,
    Scenario, SetOperator,
};

/// Things a message speaks of, and the words for each.
macro_rules! named {
    ($(#[$doc:meta])* $list:ident { $($(#[$member_doc:meta])* $member:ident = $words:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $list {
            $($(#[$member_doc])* $member,)+
        }

        impl $list {
            /// What it is called in messages.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$member => $words,)+ }
            }
        }
    };
}

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

named! {
    /// A list that a word must be a member of.
    List {
        /// Scenarios.
        Scenario = "scenario",
        /// Output types.
        Output = "output",
        /// Operators.
        Operator = "operator",
        /// Directions.
        Direction = "direction",
        /// Orders.
        Order = "order",
        /// Functions.
        Function = "function",
        /// Derivations.
        Derivation = "derivation",
        /// Set operators.
        SetOperator = "set operator",
        /// Kinds of question.
        QuestionKind = "kind of question",
        /// Depths of retrieval.
        RetrievalMode = "depth of retrieval",
        /// Fields.
        Field = "field",
        /// Relations.
        Relation = "relation",
        /// Types.
        Type = "type",
        /// Corpora.
        Corpus = "corpus",
    }
}

/// A closed list of the language, whose members a text names by code or by name.
pub(crate) trait ClosedList: Copy + 'static {
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
        impl ClosedList for $list {
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

listed! { Scenario Output Operator Order Direction Function Derivation SetOperator QuestionKind RetrievalMode }

named! {
    /// What a number counts.
    Number {
        /// Rows of a page.
        Rows = "rows",
        /// Rows before a page.
        Skipped = "rows to leave out",
        /// Texts that are retrieved.
        Texts = "texts",
        /// Levels of a subgraph.
        Levels = "levels",
        /// Hops of a path.
        Hops = "hops",
    }
}

named! {
    /// What a list that is too long holds.
    Elements {
        /// Target types.
        Types = "target types",
        /// Entities.
        Entities = "entities",
        /// Attributes.
        Attributes = "attributes",
        /// Relations.
        Relations = "relations",
        /// Filters.
        Filters = "filters",
        /// Branches of a choice.
        Branches = "branches",
        /// Values of a filter.
        Values = "values",
        /// Sort keys.
        SortKeys = "sort keys",
        /// Metrics.
        Metrics = "metrics",
        /// Grouping fields.
        GroupFields = "grouping fields",
        /// Conditions on metrics.
        Conditions = "conditions on metrics",
        /// Groups.
        Groups = "groups",
        /// Operations on groups, one in another.
        SetLevels = "operations on sets, one in another,",
        /// Groups that compare with groups.
        GroupLevels = "levels of groups",
        /// Sources of a path.
        Sources = "sources",
        /// Corpora.
        Corpora = "corpora",
        /// Tags.
        Tags = "tags",
        /// Answers to choose from.
        Options = "options",
    }
}

named! {
    /// A text that must say something.
    Name {
        /// The name of an entity.
        Entity = "the name of an entity",
        /// The id of an entity.
        EntityId = "the id of an entity",
        /// The name of a metric.
        Metric = "the name of a metric",
        /// The name of a group.
        Group = "the name of a group",
        /// The name of a place.
        Place = "the name of a place",
        /// The id of a source.
        Source = "a source id",
        /// A query text.
        Query = "the query text",
        /// A project.
        Project = "the project",
        /// A tag.
        Tag = "a tag",
        /// A question back.
        Question = "the question",
    }
}
