//! The objects of an intent: their keys, short in cMEC and long in MEC, and what each key holds.
//!
//! A key is added by one line in its object here and, where it is a new short word, one line in [`Key`].

use super::member::{Cap, Count, FieldUse, Holds, Member, NamingStyle, Need, Object, Role};
use super::{Key, Part};

/// The keys of an object, each with what it means: `Key "long name" holds, need, [parts it says];`.
macro_rules! members {
    ($(#[doc = $about:literal] $key:ident $long:literal $holds:expr, $need:ident $(, [$($part:ident)+])?;)+) => {
        &[$(Member {
            key: Some(Key::$key),
            long: $long,
            holds: $holds,
            need: Need::$need,
            says: &[$($(Part::$part),+)?],
            about: $about,
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
const SHOWN: Holds = Holds::List(&Holds::Word(Role::Field(FieldUse::Show)), Cap::List);
const COLUMNS: Holds = Holds::List(&Holds::Word(Role::Field(FieldUse::Group)), Cap::List);
const RELATION_NAMES: Holds = Holds::List(&RELATION_NAME, Cap::List);
const FILTERS: Holds = Holds::List(&Holds::Either(&FILTER, &ANY_OF), Cap::Filters);
const BRANCH: Holds = Holds::List(&Holds::Object(&FILTER), Cap::Branch);

const fn object(what: &'static str, members: &'static [Member]) -> Object {
    Object {
        what,
        members,
        shared: None,
    }
}

/// A level that only MEC has.
const fn level(long: &'static str, holds: Holds, about: &'static str) -> Member {
    Member {
        key: None,
        long,
        holds,
        need: Need::Written,
        says: &[],
        about,
    }
}

/// A whole contract. In cMEC the keys of its first two levels stand at the top.
pub static CONTRACT: Object = object(
    "a contract",
    &[
        Member {
            need: Need::InDocument,
            ..level(
                "contract_version",
                Holds::Word(Role::Version),
                "Version of the contract.",
            )
        },
        level(
            "intent",
            Holds::Object(&HEAD),
            "What kind of question is asked.",
        ),
        level(
            "grounding",
            Holds::Object(&GROUNDING),
            "What the question is about.",
        ),
        Member {
            key: Some(Key::C),
            ..level(
                "constraints",
                Holds::Object(&CONSTRAINTS),
                "What must hold, and what is computed.",
            )
        },
        Member {
            key: Some(Key::G),
            need: Need::Optional,
            says: &[Part::Graph],
            ..level(
                "graph_params",
                Holds::Object(&GRAPH),
                "How relations are walked.",
            )
        },
        Member {
            key: Some(Key::Q),
            need: Need::Optional,
            says: &[Part::Retrieval],
            ..level(
                "rag_params",
                Holds::Object(&RETRIEVAL),
                "Which texts are looked for.",
            )
        },
        Member {
            key: Some(Key::X),
            need: Need::Optional,
            says: &[Part::Question],
            ..level("clarify", Holds::Object(&QUESTION), "The question back.")
        },
    ],
);

/// The scenario and the output.
pub static HEAD: Object = object(
    "an intent",
    members! {
        /// Kind of question.
        S "scenario" Holds::Word(Role::Scenario), ByRule;
        /// What the answer is made of.
        O "output_type" Holds::Word(Role::Output), Written;
    },
);

/// What the intent is about.
pub static GROUNDING: Object = object(
    "a grounding",
    members! {
        /// Types of the instances that are looked for.
        Tg "target_types" TYPES, Optional, [TargetType];
        /// Instances that the question names.
        E "entity_list" Holds::List(&Holds::Object(&ENTITY), Cap::List), Optional, [Entity TwoEnds];
        /// Relations that the instances must have.
        R "relations" Holds::List(&Holds::Object(&RELATION), Cap::List), Optional, [Relation];
        /// Columns of the answer.
        A "target_attributes" SHOWN, Optional, [Attributes];
    },
);

/// An entity.
pub static ENTITY: Object = Object {
    shared: Some("entity"),
    ..object(
        "an entity",
        members! {
            /// Name of the instance, as the question has it.
            Txt "text" FREE, Required;
            /// Its type.
            Ty "type" TYPE, Optional;
            /// Its key, where it is known.
            Id "id" FREE, Optional;
        },
    )
};

/// A hop along a relation.
pub static RELATION: Object = Object {
    shared: Some("hop"),
    ..object(
        "a relation",
        members! {
            /// Name of the relation.
            Rel1 "type" RELATION_NAME, Required;
            /// Relations any of which does as well.
            Or "alternatives" RELATION_NAMES, Optional;
            /// Which way it is walked.
            Dir "direction" DIRECTION, Written;
            /// Where it starts: `target`, the index of an entity, or a place with a name.
            Fr "from" Holds::End, Optional;
            /// Where it leads: `target`, the index of an entity, or a place with a name.
            To "to" Holds::End, Optional;
            /// Fewest and most times that it is walked.
            Hop "hops" Holds::List(&Holds::Number(Count::Hops), Cap::Pair), Optional;
            /// Whether it must not be there.
            No "absent" Holds::Boolean, Optional;
        },
    )
};

/// Filters, sort, page, aggregation, groups and the set operation.
pub static CONSTRAINTS: Object = object(
    "constraints",
    members! {
        /// Conditions that all hold.
        Flt "filters" FILTERS, Written, [Filter];
        /// Order of the rows.
        Srt "sort" Holds::List(&Holds::Object(&SORT), Cap::List), Written, [Sort];
        /// Which rows of all.
        Pg "pagination" Holds::Object(&PAGE), Written, [Page];
        /// Numbers over the instances.
        Agg "aggregation" Holds::Object(&AGGREGATION), Optional, [Metric];
        /// Named groups of instances.
        Grp "groups" Holds::List(&Holds::Object(&GROUP), Cap::List), Optional, [Groups];
        /// Operation on named groups.
        Set "set_ops" Holds::Object(&SET), Optional, [Set];
    },
);

/// A filter.
pub static FILTER: Object = Object {
    shared: Some("filter"),
    ..object(
        "a filter",
        members! {
            /// Path of the field, or what is derived from fields.
            F "field" Holds::Word(Role::Field(FieldUse::Compare)), Required;
            /// How it is compared.
            Op "operator" Holds::Word(Role::Operator), Required;
            /// What it is compared with.
            V "value" Holds::Value, Optional;
            /// Field that it is compared with.
            Vf "value_field" FIELD, Optional;
            /// Name of the group that it is compared with.
            Gr "group" Holds::Word(Role::Group), Optional;
        },
    )
};

/// Branches, one of which must hold.
pub static ANY_OF: Object = object(
    "a choice of filters",
    members! {
        /// Lists of filters; all filters of one of them hold.
        Any "any_of" Holds::List(&BRANCH, Cap::Branches), Required;
    },
);

/// A sort key of instances.
pub static SORT: Object = Object {
    shared: Some("sort_key"),
    ..object(
        "a sort",
        members! {
            /// Path of the field.
            F "field" Holds::Word(Role::Field(FieldUse::Sort)), Required;
            /// Ascending or descending.
            Ord "order" ORDER, Written;
        },
    )
};

/// A sort key of the groups of an aggregation.
pub static GROUP_SORT: Object = object(
    "a sort",
    members! {
        /// Alias of a metric, or a column of the groups.
        By "by" Holds::Word(Role::MetricOrField), Required;
        /// Ascending or descending.
        Ord "order" ORDER, Written;
    },
);

/// A page.
pub static PAGE: Object = Object {
    shared: Some("page"),
    ..object(
        "a page",
        members! {
            /// Most rows.
            Lim "limit" Holds::Number(Count::Limit), Written;
            /// Rows that are skipped.
            Off "offset" Holds::Number(Count::Offset), Written;
            /// Columns of whose values each has its own page.
            Per "per" COLUMNS, Optional;
        },
    )
};

/// Numbers over instances.
pub static AGGREGATION: Object = Object {
    shared: Some("aggregation"),
    ..object(
        "an aggregation",
        members! {
            /// Numbers that are computed.
            M "metrics" Holds::List(&Holds::Object(&METRIC), Cap::List), OneOf;
            /// Columns whose values make the groups.
            By "group_by" COLUMNS, OneOf;
            /// Conditions on the metrics.
            Hav "having" Holds::List(&Holds::Object(&HAVING), Cap::List), Optional;
            /// Order of the groups.
            Srt "sort" Holds::List(&Holds::Object(&GROUP_SORT), Cap::List), Optional;
            /// Which groups of all.
            Pg "pagination" Holds::Object(&PAGE), Optional;
        },
    )
};

/// A metric.
pub static METRIC: Object = object(
    "a metric",
    members! {
        /// Function that computes it.
        Fn "function" Holds::Word(Role::Function), Optional;
        /// Path of the field, a type to count, a metric of the codebook, or what is derived from metrics.
        F "field" Holds::Word(Role::Field(FieldUse::Compute)), Optional;
        /// Its name in the answer.
        As "alias" FREE, Optional;
    },
);

/// A condition on a metric.
pub static HAVING: Object = object(
    "a condition",
    members! {
        /// Alias of the metric.
        M "metric" Holds::Word(Role::Metric), Required;
        /// How it is compared.
        Op "operator" Holds::Word(Role::MetricOperator), Required;
        /// What it is compared with.
        V "value" Holds::Value, Optional;
        /// Name of the group that it is compared with.
        Gr "group" Holds::Word(Role::Group), Optional;
    },
);

/// A named group: instances, or what is computed over them.
pub static GROUP: Object = object(
    "a group",
    members! {
        /// Its name.
        N "name" FREE, Required;
        /// Types of its instances.
        Tg "target_types" TYPES, Optional;
        /// Instances that it is about.
        E "entity_list" Holds::List(&Holds::Object(&ENTITY), Cap::List), Optional;
        /// Relations that its instances must have.
        R "relations" Holds::List(&Holds::Object(&RELATION), Cap::List), Optional;
        /// Its columns.
        A "target_attributes" SHOWN, Optional;
        /// Conditions that all hold.
        Flt "filters" FILTERS, Written;
        /// Order of its rows.
        Srt "sort" Holds::List(&Holds::Object(&SORT), Cap::List), Optional;
        /// Which of its rows.
        Pg "pagination" Holds::Object(&PAGE), Optional;
        /// Numbers over its instances.
        Agg "aggregation" Holds::Object(&AGGREGATION), Optional;
    },
);

/// An operation on two sets.
pub static SET: Object = Object {
    shared: Some("set"),
    ..object(
        "a set operation",
        members! {
            /// Name of a group, or another operation.
            L "lhs" Holds::Side(&SET), Required;
            /// Union, intersection or difference.
            Op "op" Holds::Word(Role::SetOperator), Required;
            /// Name of a group, or another operation.
            Rel1 "rhs" Holds::Side(&SET), Required;
        },
    )
};

/// Graph parameters.
pub static GRAPH: Object = object(
    "graph parameters",
    members! {
        /// Which way relations are walked.
        Dir "direction" DIRECTION, Optional;
        /// Most relations in a row.
        Dep "depth" Holds::Number(Count::Depth), Optional;
        /// Names of the relations that are walked.
        Rel "relation_types" RELATION_NAMES, Optional;
        /// Ends of a path.
        Path "path" Holds::Object(&PATH), Optional, [Path];
    },
);

/// A path.
pub static PATH: Object = object(
    "a path",
    members! {
        /// Names of the instances it starts from.
        Src "source_ids" FREES, Optional;
        /// Types that it ends at.
        Tg "target_types" TYPES, Optional;
        /// Most relations in a row.
        Hop "max_hops" Holds::Number(Count::Hops), Optional;
        /// Names of the relations it may take.
        Rel "allowed_relations" RELATION_NAMES, Optional;
    },
);

/// Retrieval parameters.
pub static RETRIEVAL: Object = object(
    "retrieval parameters",
    members! {
        /// What is looked for.
        Txt "query_text" FREE, Optional, [QueryText];
        /// Corpora that are searched.
        Cor "corpora" Holds::List(&Holds::Word(Role::Corpus), Cap::List), Optional;
        /// Most texts.
        K "top_k" Holds::Number(Count::TopK), Optional;
        /// Whether the texts found are ranked once more.
        Rr "rerank" Holds::Boolean, Optional;
        /// Kind of question.
        Kd "kind" Holds::Word(Role::QuestionKind), Optional;
        /// How thoroughly is searched.
        Md "mode" Holds::Word(Role::RetrievalMode), Optional;
        /// Tags of which a text has one.
        Tag "tags_any" FREES, Optional;
        /// Project of the texts.
        Prj "project" FREE, Optional;
    },
);

/// A question back.
pub static QUESTION: Object = object(
    "a question",
    members! {
        /// The question.
        Qq "question" FREE, Required;
        /// What can be answered.
        Opt "options" FREES, Optional;
    },
);

/// Where a part stands: the names of its levels in a notation, and its key.
#[must_use]
pub fn place_of(part: Part, naming: NamingStyle) -> Option<(Vec<&'static str>, &'static Member)> {
    fn inside(
        object: &'static Object,
        part: Part,
        naming: NamingStyle,
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
            let inner = member.holds.objects().into_iter().flatten();
            for inner in inner.filter(|_| depth > 0) {
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
