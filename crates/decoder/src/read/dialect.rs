//! How a JSON notation calls its keys. What the keys of a part hold is the same in all of them.

/// The keys of one JSON notation, in the order in which [`super::parts`] reads them.
pub(crate) struct Dialect {
    /// Filters, sort, page, aggregation, groups, set operation.
    pub(crate) constraints: [&'static str; 6],
    /// Name, type, key.
    pub(crate) entity: [&'static str; 3],
    /// Relation, direction, where it starts, where it leads.
    pub(crate) relation: [&'static str; 4],
    /// Field, operator, value.
    pub(crate) filter: [&'static str; 3],
    /// Field, order.
    pub(crate) sort: [&'static str; 2],
    /// Metric or field, order.
    pub(crate) group_sort: [&'static str; 2],
    /// Limit, offset.
    pub(crate) page: [&'static str; 2],
    /// Metrics, grouping, conditions, sort, page.
    pub(crate) aggregation: [&'static str; 5],
    /// Function, field, name.
    pub(crate) metric: [&'static str; 3],
    /// Metric, operator, value.
    pub(crate) having: [&'static str; 3],
    /// Name, types, filters.
    pub(crate) group: [&'static str; 3],
    /// Left, operator, right.
    pub(crate) set: [&'static str; 3],
    /// Direction, depth, relations, path.
    pub(crate) graph: [&'static str; 4],
    /// Sources, types, hops, relations.
    pub(crate) path: [&'static str; 4],
    /// Text, corpora, number, rank again, kind, tags, project.
    pub(crate) retrieval: [&'static str; 7],
    /// Question, answers to choose from.
    pub(crate) question: [&'static str; 2],
}

/// The short keys of cMEC c0.2.
pub(crate) static C02: Dialect = Dialect {
    constraints: ["flt", "srt", "pg", "agg", "grp", "set"],
    entity: ["txt", "ty", "id"],
    relation: ["r", "dir", "fr", "to"],
    filter: ["f", "op", "v"],
    sort: ["f", "ord"],
    group_sort: ["by", "ord"],
    page: ["lim", "off"],
    aggregation: ["m", "by", "hav", "srt", "pg"],
    metric: ["fn", "f", "as"],
    having: ["m", "op", "v"],
    group: ["n", "tg", "flt"],
    set: ["l", "op", "r"],
    graph: ["dir", "dep", "rel", "path"],
    path: ["src", "tg", "hop", "rel"],
    retrieval: ["txt", "cor", "k", "rr", "kd", "tag", "prj"],
    question: ["q", "opt"],
};

/// The long keys of MEC and SEC.
pub(crate) static MEC: Dialect = Dialect {
    constraints: [
        "filters",
        "sort",
        "pagination",
        "aggregation",
        "groups",
        "set_ops",
    ],
    entity: ["text", "type", "id"],
    relation: ["type", "direction", "from", "to"],
    filter: ["field", "operator", "value"],
    sort: ["field", "order"],
    group_sort: ["by", "order"],
    page: ["limit", "offset"],
    aggregation: ["metrics", "group_by", "having", "sort", "pagination"],
    metric: ["function", "field", "alias"],
    having: ["metric", "operator", "value"],
    group: ["name", "target_types", "filters"],
    set: ["lhs", "op", "rhs"],
    graph: ["direction", "depth", "relation_types", "path"],
    path: [
        "source_ids",
        "target_types",
        "max_hops",
        "allowed_relations",
    ],
    retrieval: [
        "query_text",
        "corpora",
        "top_k",
        "rerank",
        "kind",
        "tags_any",
        "project",
    ],
    question: ["question", "options"],
};

/// The keys at the top, short and long.
const TOP: [(&str, &str); 10] = [
    ("s", "scenario"),
    ("o", "output_type"),
    ("tg", "target_types"),
    ("E", "entity_list"),
    ("R", "relations"),
    ("A", "target_attributes"),
    ("C", "constraints"),
    ("G", "graph_params"),
    ("Q", "rag_params"),
    ("X", "clarify"),
];

/// What a key is called in the other notation, wherever it stands.
pub(super) fn other_names(key: &str) -> Vec<&'static str> {
    let (short, long) = (&C02, &MEC);
    let lists: [(&[&str], &[&str]); 16] = [
        (&short.constraints, &long.constraints),
        (&short.entity, &long.entity),
        (&short.relation, &long.relation),
        (&short.filter, &long.filter),
        (&short.sort, &long.sort),
        (&short.group_sort, &long.group_sort),
        (&short.page, &long.page),
        (&short.aggregation, &long.aggregation),
        (&short.metric, &long.metric),
        (&short.having, &long.having),
        (&short.group, &long.group),
        (&short.set, &long.set),
        (&short.graph, &long.graph),
        (&short.path, &long.path),
        (&short.retrieval, &long.retrieval),
        (&short.question, &long.question),
    ];
    let pairs = lists.into_iter().flat_map(|(short, long)| {
        let short = short.iter().copied();
        short.zip(long.iter().copied())
    });
    let pairs = TOP.into_iter().chain(pairs);
    let mut names: Vec<&str> = pairs
        .filter_map(|(short, long)| match key {
            _ if key == short => Some(long),
            _ if key == long => Some(short),
            _ => None,
        })
        .filter(|name| *name != key)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
