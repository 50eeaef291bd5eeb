//! The objects of an intent: their keys, short in cMEC and long in MEC, and what each key holds.
//!
//! A key is added by one line in [`Key`], where it is a new short word, and one line in its object below.

use super::{Limits, Part};

/// How a notation of JSON names what is registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
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
    /// Whether a codebook may let the whole object be dropped, so that a wrong code in it does not end a stream.
    pub droppable: bool,
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
}

impl Object {
    /// Its keys in a notation. Where cMEC lacks a level, the keys of that level stand here.
    pub fn keys(&'static self, naming: Naming) -> impl Iterator<Item = &'static Member> {
        self.members.iter().flat_map(move |member| {
            let level = match (naming, member.key, member.holds) {
                (Naming::Codes, None, Holds::Object(level)) => level.members,
                (Naming::Codes, None, _) => &[],
                _ => std::slice::from_ref(member),
            };
            level.iter()
        })
    }

    /// The key with this name in a notation.
    pub fn key(&'static self, name: &str, naming: Naming) -> Option<&'static Member> {
        self.keys(naming).find(|member| member.name(naming) == name)
    }
}

/// What a key is called in the other notation, wherever it stands.
pub(crate) fn other_names(key: &str) -> Vec<&'static str> {
    fn add(object: &'static Object, key: &str, names: &mut Vec<&'static str>, depth: usize) {
        for member in object.members {
            let short = member.key.map(Key::text);
            match short {
                Some(short) if short == key => names.push(member.long),
                Some(short) if member.long == key => names.push(short),
                _ => {}
            }
            // Operations on sets stand in themselves.
            if let (Some(inner), true) = (member.holds.object(), depth > 0) {
                add(inner, key, names, depth - 1);
            }
        }
    }
    let mut names = Vec::new();
    add(&CONTRACT, key, &mut names, LEVELS);
    names.retain(|name| *name != key);
    names.sort_unstable();
    names.dedup();
    names
}

/// Objects in one another, operations on sets not counted.
const LEVELS: usize = 4;

impl Holds {
    /// The object it is, or holds elements of.
    const fn object(&self) -> Option<&'static Object> {
        match self {
            Self::Object(object) | Self::Side(object) => Some(object),
            Self::List(item, _) => item.object(),
            _ => None,
        }
    }
}

/// Where a part stands: the names of its levels in a notation, and its key.
#[must_use]
pub fn place_of(part: Part, naming: Naming) -> Option<(Vec<&'static str>, &'static Member)> {
    fn inside(
        object: &'static Object,
        part: Part,
        naming: Naming,
    ) -> Option<(Vec<&'static str>, &'static Member)> {
        object.keys(naming).find_map(|member| {
            let (mut path, found) = match member.holds {
                _ if member.says.contains(&part) => (Vec::new(), member),
                Holds::Object(level) => inside(level, part, naming)?,
                _ => return None,
            };
            path.insert(0, member.name(naming));
            Some((path, found))
        })
    }
    inside(&CONTRACT, part, naming)
}

impl Member {
    /// Its name in a notation.
    #[must_use]
    pub const fn name(&self, naming: Naming) -> &'static str {
        match (naming, self.key) {
            (Naming::Codes, Some(key)) => key.text(),
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
    /// An end of a relation: `"target"`, or the index of an entity.
    End,
    /// A side of a set operation: the name of a group, or another operation.
    Side(&'static Object),
    /// A value of the field or metric beside it; its operator says of what shape.
    Value,
    /// A list.
    List(&'static Holds, Cap),
    /// An object.
    Object(&'static Object),
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
    /// A metric of the intent, or a field it groups by.
    MetricOrField,
    /// A corpus.
    Corpus,
    /// A kind of question.
    QuestionKind,
    /// The version of a document.
    Version,
    /// Nothing that is registered.
    Free,
}

/// What a field is named for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldUse {
    /// To be shown, compared or computed.
    Any,
    /// To sort by.
    Sort,
    /// To group by.
    Group,
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
    /// What it is called, in grammars.
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
    /// As many as there may be hops.
    Hops,
}

impl Cap {
    /// The most elements.
    #[must_use]
    pub const fn most(self, limits: &Limits) -> u32 {
        match self {
            Self::List => limits.list_cap,
            Self::Filters => limits.filters_cap,
            Self::Hops => limits.hops_cap,
        }
    }
}

macro_rules! keys {
    ($($key:ident $text:literal,)*) => {
        /// A key of cMEC, in any of its objects.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Key {
            $(#[doc = concat!("`", $text, "`")] $key,)*
        }

        impl Key {
            /// Every key.
            pub const ALL: &'static [Self] = &[$(Self::$key,)*];

            /// As it is written.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$key => $text,)* }
            }
        }
    };
}

keys! {
    S "s",
    O "o",
    Tg "tg",
    E "E",
    R "R",
    A "A",
    C "C",
    G "G",
    Q "Q",
    X "X",
    Txt "txt",
    Ty "ty",
    Id "id",
    Rel1 "r",
    Dir "dir",
    Fr "fr",
    To "to",
    Flt "flt",
    Srt "srt",
    Pg "pg",
    Agg "agg",
    Grp "grp",
    Set "set",
    F "f",
    Op "op",
    V "v",
    Ord "ord",
    Lim "lim",
    Off "off",
    M "m",
    By "by",
    Hav "hav",
    Fn "fn",
    As "as",
    N "n",
    L "l",
    Dep "dep",
    Rel "rel",
    Path "path",
    Src "src",
    Hop "hop",
    Cor "cor",
    K "k",
    Rr "rr",
    Kd "kd",
    Tag "tag",
    Prj "prj",
    Qq "q",
    Opt "opt",
}

/// The keys of an object: `Key "long name" holds, need, [parts it says];`.
macro_rules! members {
    ($($key:ident $long:literal $holds:expr, $need:ident $(, [$($part:ident)+])?;)+) => {
        &[$(Member {
            key: Some(Key::$key),
            long: $long,
            holds: $holds,
            need: Need::$need,
            says: &[$($(Part::$part),+)?],
        }),+]
    };
}

const FREE: Holds = Holds::Word(Role::Free);
const TYPE: Holds = Holds::Word(Role::Type);
const FIELD: Holds = Holds::Word(Role::Field(FieldUse::Any));
const RELATION_NAME: Holds = Holds::Word(Role::Relation);
const DIRECTION: Holds = Holds::Word(Role::Direction);
const ORDER: Holds = Holds::Word(Role::Order);
const FREES: Holds = Holds::List(&FREE, Cap::List);
const TYPES: Holds = Holds::List(&TYPE, Cap::List);
const FIELDS: Holds = Holds::List(&FIELD, Cap::List);
const RELATION_NAMES: Holds = Holds::List(&RELATION_NAME, Cap::List);
const FILTERS: Holds = Holds::List(&Holds::Object(&FILTER), Cap::Filters);

const fn object(what: &'static str, members: &'static [Member]) -> Object {
    Object {
        what,
        members,
        droppable: false,
        shared: None,
    }
}

/// A level that only MEC has.
const fn level(long: &'static str, holds: Holds) -> Member {
    Member {
        key: None,
        long,
        holds,
        need: Need::Written,
        says: &[],
    }
}

/// A whole contract. In cMEC the keys of its first two levels stand at the top.
pub static CONTRACT: Object = object(
    "a contract",
    &[
        Member {
            need: Need::InDocument,
            ..level("contract_version", Holds::Word(Role::Version))
        },
        level("intent", Holds::Object(&HEAD)),
        level("grounding", Holds::Object(&GROUNDING)),
        Member {
            key: Some(Key::C),
            ..level("constraints", Holds::Object(&CONSTRAINTS))
        },
        Member {
            key: Some(Key::G),
            need: Need::Optional,
            says: &[Part::Graph],
            ..level("graph_params", Holds::Object(&GRAPH))
        },
        Member {
            key: Some(Key::Q),
            need: Need::Optional,
            says: &[Part::Retrieval],
            ..level("rag_params", Holds::Object(&RETRIEVAL))
        },
        Member {
            key: Some(Key::X),
            need: Need::Optional,
            says: &[Part::Question],
            ..level("clarify", Holds::Object(&QUESTION))
        },
    ],
);

/// The scenario and the output.
pub static HEAD: Object = object(
    "an intent",
    members! {
        S "scenario" Holds::Word(Role::Scenario), ByRule;
        O "output_type" Holds::Word(Role::Output), Written;
    },
);

/// What the intent is about.
pub static GROUNDING: Object = object(
    "a grounding",
    members! {
        Tg "target_types" TYPES, Optional, [TargetType];
        E "entity_list" Holds::List(&Holds::Object(&ENTITY), Cap::List), Optional, [Entity TwoEnds];
        R "relations" Holds::List(&Holds::Object(&RELATION), Cap::Hops), Optional, [Relation];
        A "target_attributes" FIELDS, Optional, [Attributes];
    },
);

/// An entity.
pub static ENTITY: Object = object(
    "an entity",
    members! {
        Txt "text" FREE, Required;
        Ty "type" TYPE, Optional;
        Id "id" FREE, Optional;
    },
);

/// A hop along a relation.
pub static RELATION: Object = object(
    "a relation",
    members! {
        Rel1 "type" RELATION_NAME, Required;
        Dir "direction" DIRECTION, Written;
        Fr "from" Holds::End, Optional;
        To "to" Holds::End, Optional;
    },
);

/// Filters, sort, page, aggregation, groups and the set operation.
pub static CONSTRAINTS: Object = object(
    "constraints",
    members! {
        Flt "filters" FILTERS, Written, [Filter];
        Srt "sort" Holds::List(&Holds::Object(&SORT), Cap::List), Written, [Sort];
        Pg "pagination" Holds::Object(&PAGE), Written, [Page];
        Agg "aggregation" Holds::Object(&AGGREGATION), Optional, [Metric];
        Grp "groups" Holds::List(&Holds::Object(&GROUP), Cap::List), Optional, [Groups];
        Set "set_ops" Holds::Object(&SET), Optional, [Set];
    },
);

/// A filter.
pub static FILTER: Object = Object {
    droppable: true,
    shared: Some("filter"),
    ..object(
        "a filter",
        members! {
            F "field" FIELD, Required;
            Op "operator" Holds::Word(Role::Operator), Required;
            V "value" Holds::Value, Optional;
        },
    )
};

/// A sort key of instances.
pub static SORT: Object = object(
    "a sort",
    members! {
        F "field" Holds::Word(Role::Field(FieldUse::Sort)), Required;
        Ord "order" ORDER, Written;
    },
);

/// A sort key of the groups of an aggregation.
pub static GROUP_SORT: Object = object(
    "a sort",
    members! {
        By "by" Holds::Word(Role::MetricOrField), Required;
        Ord "order" ORDER, Written;
    },
);

/// A page.
pub static PAGE: Object = Object {
    shared: Some("page"),
    ..object(
        "a page",
        members! {
            Lim "limit" Holds::Number(Count::Limit), Written;
            Off "offset" Holds::Number(Count::Offset), Written;
        },
    )
};

/// Numbers over instances.
pub static AGGREGATION: Object = object(
    "an aggregation",
    members! {
        M "metrics" Holds::List(&Holds::Object(&METRIC), Cap::List), ByRule;
        By "group_by" Holds::List(&Holds::Word(Role::Field(FieldUse::Group)), Cap::List), Optional;
        Hav "having" Holds::List(&Holds::Object(&HAVING), Cap::List), Optional;
        Srt "sort" Holds::List(&Holds::Object(&GROUP_SORT), Cap::List), Optional;
        Pg "pagination" Holds::Object(&PAGE), Optional;
    },
);

/// A metric.
pub static METRIC: Object = object(
    "a metric",
    members! {
        Fn "function" Holds::Word(Role::Function), Required;
        F "field" FIELD, Optional;
        As "alias" FREE, Optional;
    },
);

/// A condition on a metric.
pub static HAVING: Object = object(
    "a condition",
    members! {
        M "metric" FREE, Required;
        Op "operator" Holds::Word(Role::MetricOperator), Required;
        V "value" Holds::Value, Required;
    },
);

/// A named group of instances.
pub static GROUP: Object = object(
    "a group",
    members! {
        N "name" FREE, Required;
        Tg "target_types" TYPES, Optional;
        Flt "filters" FILTERS, Written;
    },
);

/// An operation on two sets.
pub static SET: Object = Object {
    shared: Some("set"),
    ..object(
        "a set operation",
        members! {
            L "lhs" Holds::Side(&SET), Required;
            Op "op" Holds::Word(Role::SetOperator), Required;
            Rel1 "rhs" Holds::Side(&SET), Required;
        },
    )
};

/// Graph parameters.
pub static GRAPH: Object = object(
    "graph parameters",
    members! {
        Dir "direction" DIRECTION, Optional;
        Dep "depth" Holds::Number(Count::Depth), Optional;
        Rel "relation_types" RELATION_NAMES, Optional;
        Path "path" Holds::Object(&PATH), Optional, [Path];
    },
);

/// A path.
pub static PATH: Object = object(
    "a path",
    members! {
        Src "source_ids" FREES, Optional;
        Tg "target_types" TYPES, Optional;
        Hop "max_hops" Holds::Number(Count::Hops), Optional;
        Rel "allowed_relations" RELATION_NAMES, Optional;
    },
);

/// Retrieval parameters.
pub static RETRIEVAL: Object = object(
    "retrieval parameters",
    members! {
        Txt "query_text" FREE, Optional, [QueryText];
        Cor "corpora" Holds::List(&Holds::Word(Role::Corpus), Cap::List), Optional;
        K "top_k" Holds::Number(Count::TopK), Optional;
        Rr "rerank" Holds::Boolean, Optional;
        Kd "kind" Holds::Word(Role::QuestionKind), Optional;
        Tag "tags_any" FREES, Optional;
        Prj "project" FREE, Optional;
    },
);

/// A question back.
pub static QUESTION: Object = object(
    "a question",
    members! {
        Qq "question" FREE, Required;
        Opt "options" FREES, Optional;
    },
);
