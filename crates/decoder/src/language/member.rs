//! What an object of an intent is: keys, what each holds, and whether it must be there.

use super::{Key, Limits, Part};

/// How a notation of JSON names what is registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamingStyle {
    /// By short key and code, as cMEC does.
    Codes,
    /// By long key, name and path, as MEC does.
    Names,
}

/// An object of an intent.
#[derive(Debug)]
pub struct Object {
    /// What it is, for messages.
    pub what: &'static str,
    /// Its keys, in the order in which they are written.
    pub members: &'static [Member],
    /// The name it has where it stands in several places, or in itself.
    pub shared: Option<&'static str>,
}

/// A key of an object.
#[derive(Debug)]
pub struct Member {
    /// Its name in cMEC; `None`: cMEC has no such level.
    pub key: Option<Key>,
    /// Its name in MEC.
    pub long: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// Whether it must be there.
    pub need: Need,
    /// The parts of an intent it says.
    pub says: &'static [Part],
    /// What it means, in a sentence, with spaces around it.
    pub about: &'static str,
}

impl Object {
    /// Its keys in a notation. Where cMEC lacks a level, the keys of that level stand here.
    pub fn keys(&'static self, naming: NamingStyle) -> impl Iterator<Item = &'static Member> {
        (self.members.iter()).flat_map(move |member| member.keys(naming))
    }

    /// The key with this name in a notation.
    pub fn key(&'static self, name: &str, naming: NamingStyle) -> Option<&'static Member> {
        match naming {
            NamingStyle::Codes => {
                let key = Key::from_text(name)?;
                self.find(naming, |member| member.key == Some(key))
            }
            NamingStyle::Names => self.find(naming, |member| member.long == name),
        }
    }

    #[inline(always)]
    fn find(
        &'static self,
        naming: NamingStyle,
        is: impl Fn(&&'static Member) -> bool,
    ) -> Option<&'static Member> {
        (self.members.iter()).find_map(|member| member.keys(naming).iter().find(&is))
    }
}

impl Holds {
    /// The objects that it, or an element of it, can be.
    pub(crate) const fn objects(&self) -> [Option<&'static Object>; 2] {
        match self {
            Self::Object(object) | Self::Side(object) => [Some(object), None],
            Self::Either(one, other) => [Some(one), Some(other)],
            Self::List(item, _) => item.objects(),
            _ => [None, None],
        }
    }
}

impl Object {
    /// The name of one of its keys in a notation.
    #[must_use]
    pub fn name_of(&self, key: Key, naming: NamingStyle) -> Option<&'static str> {
        let mut members = self.members.iter();
        let member = members.find(|member| member.key == Some(key))?;
        Some(member.name(naming))
    }
}

impl Member {
    /// The keys that stand for it in a notation: itself, or those of its level.
    const fn keys(&'static self, naming: NamingStyle) -> &'static [Self] {
        match (naming, self.key, self.holds) {
            (NamingStyle::Codes, None, Holds::Object(level)) => level.members,
            (NamingStyle::Codes, None, _) => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// Its name in a notation.
    #[inline]
    #[must_use]
    pub const fn name(&self, naming: NamingStyle) -> &'static str {
        match (naming, self.key) {
            (NamingStyle::Codes, Some(key)) => key.text(),
            _ => self.long,
        }
    }
}

/// Whether a key must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It may be left out.
    Optional,
    /// A model may leave it out; a contract has it.
    Written,
    /// The scenario table asks for it, and not the reader.
    ByRule,
    /// The scenario table asks for it or for another key of its object that it asks for so.
    OneOf,
    /// An object without it cannot be read.
    Required,
    /// A document may have it, and the contract in it does not.
    InDocument,
}

/// What a key holds.
#[derive(Debug, Clone, Copy)]
pub enum Holds {
    /// A text, and what it names.
    Word(Role),
    /// A whole number within its bounds.
    Number(Count),
    /// `true` or `false`.
    Boolean,
    /// An end of a relation: `"target"`, the index of an entity, or the name of a place with its mark.
    End,
    /// A side of a set operation: the name of a group, or another operation.
    Side(&'static Object),
    /// A value of the field or metric beside it; its operator says of what shape.
    Value,
    /// A list.
    List(&'static Holds, Cap),
    /// An object.
    Object(&'static Object),
    /// One of two objects: the second where it begins with a key of that, and the first otherwise.
    Either(&'static Object, &'static Object),
}

/// What a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A scenario.
    Scenario,
    /// An output.
    Output,
    /// A type.
    Type,
    /// A field that can be used so.
    Field(FieldUse),
    /// A relation.
    Relation,
    /// A direction.
    Direction,
    /// An operator of a filter.
    Operator,
    /// An operator of a condition on a metric.
    MetricOperator,
    /// A sort order.
    Order,
    /// A function of a metric.
    Function,
    /// An operation on sets.
    SetOperator,
    /// A metric of the intent.
    Metric,
    /// A metric of the intent, or a field it groups by.
    MetricOrField,
    /// A group of the intent.
    Group,
    /// A corpus.
    Corpus,
    /// A kind of question.
    QuestionKind,
    /// A depth of retrieval.
    RetrievalMode,
    /// The version of a document.
    Version,
    /// Nothing that is registered.
    Free,
}

/// What a field is named for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldUse {
    /// Whatever for.
    Any,
    /// To be compared. Instances of a type are compared with a group of them.
    Compare,
    /// To sort by.
    Sort,
    /// To group by. A type groups by its instances.
    Group,
    /// To be computed. Of a type the instances are counted.
    Compute,
    /// To be shown. A row of groups shows what they are made by, a type by the keys of its instances, and metrics.
    Show,
}

impl FieldUse {
    /// Whether the name of a type may stand there.
    #[must_use]
    pub const fn takes_type(self) -> bool {
        matches!(
            self,
            Self::Compare | Self::Group | Self::Compute | Self::Show
        )
    }
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Rows of a page.
    Limit,
    /// Rows before a page.
    Offset,
    /// Levels of a graph.
    Depth,
    /// Hops of a path.
    Hops,
    /// Texts of a retrieval.
    TopK,
}

impl Count {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::Offset => "offset",
            Self::Depth => "depth",
            Self::Hops => "hops",
            Self::TopK => "top_k",
        }
    }

    /// The least it may be.
    #[must_use]
    pub const fn least(self) -> u32 {
        match self {
            Self::Limit | Self::Hops | Self::TopK => 1,
            Self::Offset | Self::Depth => 0,
        }
    }

    /// The most it may be. A path counts its depth in hops; the scenario says which cap of a depth holds.
    #[must_use]
    pub const fn most(self, limits: &Limits) -> u32 {
        match self {
            Self::Limit => limits.page_cap,
            Self::Offset => limits.offset_cap,
            Self::Depth if limits.depth_cap > limits.hops_cap => limits.depth_cap,
            Self::Depth | Self::Hops => limits.hops_cap,
            Self::TopK => limits.top_k_cap,
        }
    }
}

/// How many elements a list may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// As many as any list.
    List,
    /// As many as there may be filters.
    Filters,
    /// The same, and one at least.
    Branch,
    /// As many as any list, and two at least.
    Branches,
    /// Two.
    Pair,
}

impl Cap {
    /// The fewest elements. A contract writes some lists that have none.
    #[must_use]
    pub const fn least(self) -> u32 {
        match self {
            Self::List | Self::Filters => 0,
            Self::Branch => 1,
            Self::Branches | Self::Pair => 2,
        }
    }

    /// The most elements.
    #[must_use]
    pub const fn most(self, limits: &Limits) -> u32 {
        match self {
            Self::List | Self::Branches => limits.list_cap,
            Self::Filters | Self::Branch => limits.filters_cap,
            Self::Pair => 2,
        }
    }
}
