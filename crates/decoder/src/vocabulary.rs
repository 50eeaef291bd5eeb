//! The contract's own vocabulary: scenarios, outputs, operators and the other closed lists of the seed.
//!
//! Each list is a Rust enum, so that code which reads a contract is exhaustive. `codebook/core.yaml` says the
//! same for people and for the other emitters; the compiler refuses a core codebook that disagrees with this file.

use crate::code::{self, Code};

/// One closed list: the long name stands in contracts, the short code in cMEC.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $list:ident { $($(#[$member_doc:meta])* $member:ident = $name:literal / $code:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $list {
            $($(#[$member_doc])* #[serde(rename = $name)] $member,)+
        }

        impl $list {
            /// Every member, in the order of the core codebook.
            pub const ALL: &'static [Self] = &[$(Self::$member,)+];

            /// The long name, as written in contracts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$member => $name,)+ }
            }

            /// The short code, as written in cMEC.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$member => $code,)+ }
            }

            /// The name of the Rust variant; the emitter of static tables writes it.
            #[must_use]
            pub const fn variant(self) -> &'static str {
                match self { $(Self::$member => stringify!($member),)+ }
            }

            /// The member with this short code.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::from_packed(Code::of(code.as_bytes()))
            }

            /// The member with the short code that this is.
            #[inline]
            pub(crate) fn from_packed(code: Code<'_>) -> Option<Self> {
                #[allow(non_upper_case_globals, reason = "named as the members")]
                mod packed {
                    $(pub(super) const $member: u64 = super::code::pack($code.as_bytes());)+
                }
                if code.packed == 0 {
                    return Self::ALL.iter().copied().find(|known| known.code().as_bytes() == code.bytes);
                }
                #[allow(unreachable_patterns, reason = "all long codes are packed as 0, which no short one is")]
                match code.packed {
                    $(packed::$member => Some(Self::$member),)+
                    _ => None,
                }
            }

            /// The member with this long name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$member),)+ _ => None }
            }
        }
    };
}

vocabulary! {
    /// What kind of question is asked.
    Scenario {
        /// Find instances of a type.
        InstanceSearch = "instance_search" / "IS",
        /// Attributes of known instances.
        AttributesFetch = "attributes_fetch" / "AF",
        /// Relations around instances.
        RelationQuery = "relation_query" / "RQ",
        /// Whether a relation holds between two ends.
        RelationExistence = "relation_existence" / "REX",
        /// Ways from one end to another.
        PathQuery = "path_query" / "PQ",
        /// The neighbourhood of an instance.
        Subgraph = "subgraph" / "SG",
        /// Numbers over a set of instances.
        Aggregation = "aggregation" / "AGG",
        /// Union, intersection or difference of named groups.
        SetOps = "set_ops" / "SET",
        /// Texts for a question.
        TextRag = "text_rag" / "RAG",
        /// The model asks back; never becomes a contract.
        Clarify = "clarify" / "CL",
        /// Structured constraints and texts together.
        Hybrid = "hybrid" / "HY",
    }
}

vocabulary! {
    /// What the answer consists of.
    Output {
        /// Instances of a type.
        Instances = "instances" / "INST",
        /// Relations.
        Relations = "relations" / "REL",
        /// Attribute values.
        Attributes = "attributes" / "ATTR",
        /// Nodes and edges.
        Subgraph = "subgraph" / "SUBG",
        /// Pieces of text.
        Texts = "texts" / "TEXT",
        /// Yes or no.
        Existence = "existence" / "EXIST",
    }
}

vocabulary! {
    /// How a filter compares.
    Operator {
        /// Equal.
        Eq = "eq" / "EQ",
        /// Not equal.
        Ne = "ne" / "NE",
        /// Contains.
        Contains = "contains" / "CT",
        /// Does not contain.
        NotContains = "not_contains" / "NC",
        /// Starts with.
        StartsWith = "starts_with" / "SW",
        /// Ends with.
        EndsWith = "ends_with" / "EW",
        /// Less than.
        Lt = "lt" / "LT",
        /// Less than or equal.
        Le = "le" / "LE",
        /// Greater than.
        Gt = "gt" / "GT",
        /// Greater than or equal.
        Ge = "ge" / "GE",
        /// One of a list.
        In = "in" / "IN",
        /// None of a list.
        NotIn = "not_in" / "NI",
        /// Between two values, both included.
        Between = "between" / "BT",
        /// Has a value.
        Exists = "exists" / "EX",
    }
}

vocabulary! {
    /// Sort order.
    Order {
        /// Smallest first.
        Asc = "asc" / "A",
        /// Largest first.
        Desc = "desc" / "D",
    }
}

vocabulary! {
    /// Direction of a relation, seen from where the hop starts.
    Direction {
        /// Along the relation.
        Out = "out" / "O",
        /// Against it.
        In = "in" / "I",
        /// Either way.
        Both = "both" / "B",
    }
}

vocabulary! {
    /// Aggregation function.
    Function {
        /// Number of rows.
        Count = "count" / "CNT",
        /// Number of distinct values.
        CountDistinct = "count_distinct" / "CNTD",
        /// Sum.
        Sum = "sum" / "SUM",
        /// Mean.
        Avg = "avg" / "AVG",
        /// Smallest value.
        Min = "min" / "MIN",
        /// Largest value.
        Max = "max" / "MAX",
    }
}

vocabulary! {
    /// Operation on two sets.
    SetOperator {
        /// In either.
        Union = "union" / "UNI",
        /// In both.
        Intersect = "intersect" / "INT",
        /// In the left and not in the right.
        Except = "except" / "EXC",
    }
}

vocabulary! {
    /// Kind of question put to the text index (`kd` in cMEC, written by its name).
    QuestionKind {
        /// What or who is it.
        Definition = "definition" / "definition",
        /// Why was it decided so.
        Decision = "decision" / "decision",
        /// How is it done.
        Pattern = "pattern" / "pattern",
        /// Where is the boundary, how are things connected.
        Context = "context" / "context",
        /// Architecture and philosophy at once.
        Architect = "architect" / "architect",
    }
}

vocabulary! {
    /// A part of an intent that a scenario can require or forbid.
    Part {
        /// `tg`: a target type.
        TargetType = "target_type" / "tg",
        /// `E`: an entity.
        Entity = "entity" / "E",
        /// Two ends: two entities, or an entity and a target type.
        TwoEnds = "two_ends" / "E+tg",
        /// `R`: a relation.
        Relation = "relation" / "R",
        /// `A`: attributes.
        Attributes = "attributes" / "A",
        /// `C.flt`: a filter.
        Filter = "filter" / "C.flt",
        /// `C.srt`: a sort.
        Sort = "sort" / "C.srt",
        /// `C.pg`: a page.
        Page = "page" / "C.pg",
        /// `C.agg`: a metric.
        Metric = "metric" / "C.agg",
        /// `C.grp`: named groups.
        Groups = "groups" / "C.grp",
        /// `C.set`: a set operation.
        Set = "set" / "C.set",
        /// `G`: graph parameters.
        Graph = "graph" / "G",
        /// `G.path`: a path.
        Path = "path" / "G.path",
        /// `Q`: retrieval parameters.
        Retrieval = "retrieval" / "Q",
        /// `Q.txt`: the text to look for.
        QueryText = "query_text" / "Q.txt",
        /// `X`: a question back to the person.
        Question = "question" / "X",
    }
}

vocabulary! {
    /// Type of a field's values.
    ValueType {
        /// A short text, compared as a whole.
        String = "string" / "string",
        /// A long text.
        Text = "text" / "text",
        /// A whole number.
        Integer = "integer" / "integer",
        /// A number that keeps its decimal text.
        Decimal = "decimal" / "decimal",
        /// True or false.
        Boolean = "boolean" / "boolean",
        /// `YYYY-MM-DD`.
        Date = "date" / "date",
        /// `YYYY-MM-DDTHH:MM:SS`, with an optional offset.
        Datetime = "datetime" / "datetime",
        /// One of the listed values.
        Enum = "enum" / "enum",
        /// The name or key of an instance of another type.
        Reference = "reference" / "reference",
    }
}

/// Words that mean something by themselves in a line, beside the codes of scenarios and outputs.
pub const LINE_KEYWORDS: &[&str] = &["count", "by", "having", "rerank"];

/// Whether a word alone means something by itself in a line, so that it can be no type, no value and no alias.
#[must_use]
pub fn is_line_keyword(word: &str) -> bool {
    LINE_KEYWORDS.contains(&word)
        || Scenario::from_code(word).is_some()
        || Output::from_code(word).is_some()
}

impl Operator {
    /// Operators that make sense on a value type; a codebook can only narrow this.
    #[must_use]
    pub const fn fitting(value_type: ValueType) -> &'static [Operator] {
        use Operator::{
            Between, Contains, EndsWith, Eq, Exists, Ge, Gt, In, Le, Lt, Ne, NotContains, NotIn,
            StartsWith,
        };
        match value_type {
            ValueType::String | ValueType::Text | ValueType::Reference => &[
                Eq,
                Ne,
                Contains,
                NotContains,
                StartsWith,
                EndsWith,
                In,
                NotIn,
                Exists,
            ],
            ValueType::Integer | ValueType::Decimal | ValueType::Date | ValueType::Datetime => {
                &[Eq, Ne, Lt, Le, Gt, Ge, In, NotIn, Between, Exists]
            }
            ValueType::Boolean => &[Eq, Ne, Exists],
            ValueType::Enum => &[Eq, Ne, In, NotIn, Exists],
        }
    }
}
