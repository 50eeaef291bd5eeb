//! The objects of an intent: their keys, short in cMEC and long in MEC, and what each key holds.
//!
//! A key is added by one line in its object here and, where it is a new short word, one line in [`Key`].

use super::member::{Cap, Count, FieldUse, Holds, Member, Naming, Need, Object, Role};
use super::{Key, Part};

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
        R "relations" Holds::List(&Holds::Object(&RELATION), Cap::List), Optional, [Relation];
        A "target_attributes" SHOWN, Optional, [Attributes];
    },
);

/// An entity.
pub static ENTITY: Object = Object {
    shared: Some("entity"),
    ..object(
        "an entity",
        members! {
            Txt "text" FREE, Required;
            Ty "type" TYPE, Optional;
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
            Rel1 "type" RELATION_NAME, Required;
            Or "alternatives" RELATION_NAMES, Optional;
            Dir "direction" DIRECTION, Written;
            Fr "from" Holds::End, Optional;
            To "to" Holds::End, Optional;
            Hop "hops" Holds::List(&Holds::Number(Count::Hops), Cap::Pair), Optional;
            No "absent" Holds::Boolean, Optional;
        },
    )
};

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
    shared: Some("filter"),
    ..object(
        "a filter",
        members! {
            F "field" Holds::Word(Role::Field(FieldUse::Compare)), Required;
            Op "operator" Holds::Word(Role::Operator), Required;
            V "value" Holds::Value, Optional;
            Vf "value_field" FIELD, Optional;
            Gr "group" Holds::Word(Role::Group), Optional;
        },
    )
};

/// Branches, one of which must hold.
pub static ANY_OF: Object = object(
    "a choice of filters",
    members! {
        Any "any_of" Holds::List(&BRANCH, Cap::Branches), Required;
    },
);

/// A sort key of instances.
pub static SORT: Object = Object {
    shared: Some("sort_key"),
    ..object(
        "a sort",
        members! {
            F "field" Holds::Word(Role::Field(FieldUse::Sort)), Required;
            Ord "order" ORDER, Written;
        },
    )
};

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
            M "metrics" Holds::List(&Holds::Object(&METRIC), Cap::List), OneOf;
            By "group_by" COLUMNS, OneOf;
            Hav "having" Holds::List(&Holds::Object(&HAVING), Cap::List), Optional;
            Srt "sort" Holds::List(&Holds::Object(&GROUP_SORT), Cap::List), Optional;
            Pg "pagination" Holds::Object(&PAGE), Optional;
        },
    )
};

/// A metric.
pub static METRIC: Object = object(
    "a metric",
    members! {
        Fn "function" Holds::Word(Role::Function), Optional;
        F "field" Holds::Word(Role::Field(FieldUse::Compute)), Optional;
        As "alias" FREE, Optional;
    },
);

/// A condition on a metric.
pub static HAVING: Object = object(
    "a condition",
    members! {
        M "metric" Holds::Word(Role::Metric), Required;
        Op "operator" Holds::Word(Role::MetricOperator), Required;
        V "value" Holds::Value, Optional;
        Gr "group" Holds::Word(Role::Group), Optional;
    },
);

/// A named group: instances, or what is computed over them.
pub static GROUP: Object = object(
    "a group",
    members! {
        N "name" FREE, Required;
        Tg "target_types" TYPES, Optional;
        E "entity_list" Holds::List(&Holds::Object(&ENTITY), Cap::List), Optional;
        R "relations" Holds::List(&Holds::Object(&RELATION), Cap::List), Optional;
        A "target_attributes" SHOWN, Optional;
        Flt "filters" FILTERS, Written;
        Srt "sort" Holds::List(&Holds::Object(&SORT), Cap::List), Optional;
        Pg "pagination" Holds::Object(&PAGE), Optional;
        Agg "aggregation" Holds::Object(&AGGREGATION), Optional;
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
        Md "mode" Holds::Word(Role::RetrievalMode), Optional;
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
