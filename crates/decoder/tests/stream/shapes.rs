//! The keys of every part, and what each of them holds, against the whole-text reader.

use cmec_decoder::decode::Options;
use cmec_decoder::finding::Stage;
use cmec_decoder::{Finding, Notation, Spelling};

use super::{doomed_at, enterprise};

/// Each place an object may stand, and what closes the text after it.
const OBJECTS: &[(&str, &str)] = &[
    ("{", "}"),
    (r#"{"o":"INST","E":[{"#, "}]}"),
    (r#"{"o":"INST","R":[{"#, "}]}"),
    (r#"{"o":"INST","C":{"#, "}}"),
    (r#"{"o":"INST","C":{"flt":[{"#, "}]}}"),
    (r#"{"o":"INST","C":{"srt":[{"#, "}]}}"),
    (r#"{"o":"INST","C":{"pg":{"#, "}}}"),
    (r#"{"o":"INST","C":{"agg":{"#, "}}}"),
    (r#"{"o":"INST","C":{"agg":{"m":[{"#, "}]}}}"),
    (r#"{"o":"INST","C":{"agg":{"hav":[{"#, "}]}}}"),
    (r#"{"o":"INST","C":{"agg":{"srt":[{"#, "}]}}}"),
    (r#"{"o":"INST","C":{"agg":{"pg":{"#, "}}}}"),
    (r#"{"o":"INST","C":{"grp":[{"#, "}]}}"),
    (r#"{"o":"INST","C":{"grp":[{"flt":[{"#, "}]}]}}"),
    (r#"{"o":"INST","C":{"set":{"#, "}}}"),
    (r#"{"o":"INST","C":{"set":{"l":{"#, "}}}}"),
    (r#"{"o":"INST","G":{"#, "}}"),
    (r#"{"o":"INST","G":{"path":{"#, "}}}"),
    (r#"{"o":"INST","Q":{"#, "}}"),
    (r#"{"o":"INST","X":{"#, "}}"),
];

const KEYS: &[&str] = &[
    "s", "o", "tg", "E", "R", "A", "C", "G", "Q", "X", "flt", "srt", "pg", "agg", "grp", "set",
    "txt", "ty", "id", "r", "dir", "fr", "to", "f", "op", "v", "ord", "by", "lim", "off", "m",
    "hav", "fn", "as", "n", "l", "dep", "rel", "path", "src", "hop", "cor", "k", "rr", "kd", "tag",
    "prj", "q", "opt", "zz", "explain",
];

/// The same of MEC.
const LONG_OBJECTS: &[(&str, &str)] = &[
    ("{", "}"),
    (r#"{"intent":{"#, "}}"),
    (r#"{"grounding":{"#, "}}"),
    (r#"{"grounding":{"entity_list":[{"#, "}]}}"),
    (r#"{"grounding":{"relations":[{"#, "}]}}"),
    (r#"{"constraints":{"#, "}}"),
    (r#"{"constraints":{"filters":[{"#, "}]}}"),
    (r#"{"constraints":{"sort":[{"#, "}]}}"),
    (r#"{"constraints":{"pagination":{"#, "}}}"),
    (r#"{"constraints":{"aggregation":{"#, "}}}"),
    (r#"{"constraints":{"aggregation":{"metrics":[{"#, "}]}}}"),
    (r#"{"constraints":{"aggregation":{"having":[{"#, "}]}}}"),
    (r#"{"constraints":{"aggregation":{"sort":[{"#, "}]}}}"),
    (r#"{"constraints":{"groups":[{"#, "}]}}"),
    (r#"{"constraints":{"set_ops":{"#, "}}}"),
    (r#"{"constraints":{"set_ops":{"lhs":{"#, "}}}}"),
    (r#"{"graph_params":{"#, "}}"),
    (r#"{"graph_params":{"path":{"#, "}}}"),
    (r#"{"rag_params":{"#, "}}"),
    (r#"{"clarify":{"#, "}}"),
];

const LONG_KEYS: &[&str] = &[
    "contract_version",
    "intent",
    "grounding",
    "constraints",
    "graph_params",
    "rag_params",
    "clarify",
    "scenario",
    "output_type",
    "target_types",
    "entity_list",
    "relations",
    "target_attributes",
    "filters",
    "sort",
    "pagination",
    "aggregation",
    "groups",
    "set_ops",
    "text",
    "type",
    "id",
    "direction",
    "from",
    "to",
    "field",
    "operator",
    "value",
    "order",
    "by",
    "limit",
    "offset",
    "metrics",
    "group_by",
    "having",
    "function",
    "alias",
    "metric",
    "name",
    "lhs",
    "op",
    "rhs",
    "depth",
    "relation_types",
    "path",
    "source_ids",
    "max_hops",
    "allowed_relations",
    "query_text",
    "corpora",
    "top_k",
    "rerank",
    "kind",
    "tags_any",
    "project",
    "question",
    "options",
    "zz",
    "explain",
];

#[test]
fn every_key_holds_what_the_whole_reader_says_it_holds() {
    hold(Notation::C02, OBJECTS, KEYS);
    hold(Notation::Mec, LONG_OBJECTS, LONG_KEYS);
}

fn hold(notation: Notation, objects: &[(&str, &str)], keys: &[&str]) {
    let only = enterprise().with_options(Options {
        spelling: Spelling::Only(notation),
        ..Options::default()
    });
    let values = [
        "null", "true", "1", r#""x""#, "[]", "{}", "[null]", "[true]", "[1]", r#"["x"]"#, "[[]]",
        "[{}]",
    ];
    for (open, close) in objects {
        for key in keys {
            for value in values {
                let text = format!("{open}\"{key}\":{value}");
                let whole = only.decode(&format!("{text}{close}"), "1").account.findings;
                let shape = |said: &&Finding| {
                    said.rule.stage == Stage::Shape && said.rule.slug != "missing-key"
                };
                let first = whole.iter().find(shape).cloned();
                let early = doomed_at(only, &format!("{text} ,")).map(|(finding, _)| finding);
                let early = early.filter(|early| early.rule.stage == Stage::Shape);
                assert_eq!(early, first, "{text}{close}");
            }
        }
    }
}
