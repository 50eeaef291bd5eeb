//! What a leaf of a cMEC text means: its place in a contract and its name there, told from the tables alone.

use std::collections::BTreeMap;

use cmec_decoder::Tables;
use cmec_decoder::language::{
    Call, Derivation, Direction, Function, Operator, Order, Output, Scenario, SetOperator,
    given_names,
};

/// How a text is read.
#[derive(Clone, Copy)]
enum Reading {
    /// As it stands.
    Plain,
    /// A code of one of the vocabulary's lists.
    Code(fn(&str) -> Option<&'static str>),
    /// The code of a field.
    Field,
    /// The code of a relation.
    Relation,
    /// A name that is given, with its mark or without.
    Given,
    /// The alias of a metric, or the code of a field: of a group's, or of a metric's, which then is called by its alias.
    Key,
}

use Reading::{Code, Field, Given, Key, Plain, Relation};

const SCENARIO: Reading = Code(|code| Scenario::from_code(code).map(Scenario::name));
const OUTPUT: Reading = Code(|code| Output::from_code(code).map(Output::name));
const OPERATOR: Reading = Code(|code| Operator::from_code(code).map(Operator::name));
const ORDER: Reading = Code(|code| Order::from_code(code).map(Order::name));
const DIRECTION: Reading = Code(|code| Direction::from_code(code).map(Direction::name));
const FUNCTION: Reading = Code(|code| Function::from_code(code).map(Function::name));
const SET_OPERATOR: Reading = Code(|code| SetOperator::from_code(code).map(SetOperator::name));

/// Places in a text and in a contract; `*` is a position, the same on both sides.
const PLACES: &[(&str, &str, Reading)] = &[
    ("/s", "/intent/scenario", SCENARIO),
    ("/o", "/intent/output_type", OUTPUT),
    ("/tg/*", "/grounding/target_types/*", Plain),
    ("/E/*/txt", "/grounding/entity_list/*/text", Plain),
    ("/E/*/ty", "/grounding/entity_list/*/type", Plain),
    ("/E/*/id", "/grounding/entity_list/*/id", Plain),
    ("/R/*/r", "/grounding/relations/*/type", Relation),
    (
        "/R/*/or/*",
        "/grounding/relations/*/alternatives/*",
        Relation,
    ),
    ("/R/*/hop/*", "/grounding/relations/*/hops/*", Plain),
    ("/R/*/dir", "/grounding/relations/*/direction", DIRECTION),
    ("/R/*/fr", "/grounding/relations/*/from", Plain),
    (
        "/R/*/or/*",
        "/grounding/relations/*/alternatives/*",
        Relation,
    ),
    ("/R/*/hop/*", "/grounding/relations/*/hops/*", Plain),
    ("/R/*/to", "/grounding/relations/*/to", Plain),
    ("/R/*/no", "/grounding/relations/*/absent", Plain),
    ("/A/*", "/grounding/target_attributes/*", Field),
    ("/C/flt/*/f", "/constraints/filters/*/field", Field),
    ("/C/flt/*/vf", "/constraints/filters/*/value_field", Field),
    ("/C/flt/*/g", "/constraints/filters/*/group", Given),
    ("/C/flt/*/op", "/constraints/filters/*/operator", OPERATOR),
    ("/C/flt/*/v", "/constraints/filters/*/value", Plain),
    ("/C/flt/*/v/*", "/constraints/filters/*/value/*", Plain),
    ("/C/pg/per/*", "/constraints/pagination/per/*", Field),
    ("/C/srt/*/f", "/constraints/sort/*/field", Field),
    ("/C/srt/*/ord", "/constraints/sort/*/order", ORDER),
    ("/C/pg/lim", "/constraints/pagination/limit", Plain),
    ("/C/pg/off", "/constraints/pagination/offset", Plain),
    (
        "/C/agg/m/*/fn",
        "/constraints/aggregation/metrics/*/function",
        FUNCTION,
    ),
    (
        "/C/agg/m/*/f",
        "/constraints/aggregation/metrics/*/field",
        Field,
    ),
    (
        "/C/agg/m/*/as",
        "/constraints/aggregation/metrics/*/alias",
        Plain,
    ),
    ("/C/agg/by/*", "/constraints/aggregation/group_by/*", Field),
    (
        "/C/agg/hav/*/m",
        "/constraints/aggregation/having/*/metric",
        Plain,
    ),
    (
        "/C/agg/hav/*/op",
        "/constraints/aggregation/having/*/operator",
        OPERATOR,
    ),
    (
        "/C/agg/hav/*/v",
        "/constraints/aggregation/having/*/value",
        Plain,
    ),
    ("/C/agg/srt/*/by", "/constraints/aggregation/sort/*/by", Key),
    (
        "/C/agg/srt/*/ord",
        "/constraints/aggregation/sort/*/order",
        ORDER,
    ),
    (
        "/C/agg/pg/lim",
        "/constraints/aggregation/pagination/limit",
        Plain,
    ),
    (
        "/C/agg/pg/off",
        "/constraints/aggregation/pagination/offset",
        Plain,
    ),
    ("/C/grp/*/n", "/constraints/groups/*/name", Plain),
    (
        "/C/grp/*/tg/*",
        "/constraints/groups/*/target_types/*",
        Plain,
    ),
    ("/G/dir", "/graph_params/direction", DIRECTION),
    ("/G/dep", "/graph_params/depth", Plain),
    ("/G/rel/*", "/graph_params/relation_types/*", Relation),
    ("/G/path/src/*", "/graph_params/path/source_ids/*", Plain),
    ("/G/path/tg/*", "/graph_params/path/target_types/*", Plain),
    ("/G/path/hop", "/graph_params/path/max_hops", Plain),
    (
        "/G/path/rel/*",
        "/graph_params/path/allowed_relations/*",
        Relation,
    ),
    ("/Q/txt", "/rag_params/query_text", Plain),
    ("/Q/cor/*", "/rag_params/corpora/*", Plain),
    ("/Q/k", "/rag_params/top_k", Plain),
    ("/Q/rr", "/rag_params/rerank", Plain),
    ("/Q/kd", "/rag_params/kind", Plain),
    ("/Q/md", "/rag_params/mode", Plain),
    ("/Q/tag/*", "/rag_params/tags_any/*", Plain),
    ("/Q/prj", "/rag_params/project", Plain),
];

/// Where a leaf belongs in a contract, given by the values of its places, and the JSON it may have there.
pub(crate) fn meaning(
    tables: &Tables,
    contract: &BTreeMap<String, String>,
    path: &[String],
    value: &str,
) -> (String, Vec<String>) {
    let (place, reading) = place(path);
    let Ok(text) = serde_json::from_str::<String>(value) else {
        return (place, vec![value.to_owned()]);
    };
    let field = || path_of(tables, &text);
    let names = match reading {
        Plain => vec![text],
        Given => vec![given_names::name(&text).unwrap_or(&text).to_owned()],
        Code(name) => name(&text).map(str::to_owned).into_iter().collect(),
        // The name of a type is written as it is.
        Field => vec![field().unwrap_or(text)],
        Relation => {
            let known = tables.relation_by_code(&text);
            known
                .map(|known| known.name.to_string())
                .into_iter()
                .collect()
        }
        Key => {
            let alias = field().and_then(|field| alias(contract, &field));
            [Some(text.clone()), field(), alias]
                .into_iter()
                .flatten()
                .collect()
        }
    };
    let names = names
        .iter()
        .map(|name| serde_json::to_string(name).unwrap());
    (place, names.collect())
}

/// The path of the field that a code names, or of what is derived.
fn path_of(tables: &Tables, text: &str) -> Option<String> {
    // The name of a metric, in what is derived from metrics.
    if given_names::name(text).is_some() && given_names::at_place(text).0.is_none() {
        return Some(text.to_owned());
    }
    if let Some(call) = Call::read(text) {
        let of = call.of.iter().map(|code| path_of(tables, code));
        let of: Vec<String> = of.collect::<Option<_>>()?;
        return Some(Call::written(Derivation::from_code(call.name)?.name(), &of));
    }
    if let Some(metric) = tables.metric_by_code(text) {
        return Some(metric.name.to_string());
    }
    let (place, code) = given_names::at_place(text);
    let path = &tables.field_by_code(code)?.path;
    Some(match place {
        Some(place) => given_names::read_at(place, path).into_owned(),
        None => path.to_string(),
    })
}

/// What the first metric over a field is called.
fn alias(contract: &BTreeMap<String, String>, field: &str) -> Option<String> {
    let field = serde_json::to_string(field).unwrap();
    let metric = (0..).map(|at| format!("/constraints/aggregation/metrics/{at}"));
    metric
        .take_while(|metric| contract.contains_key(&format!("{metric}/function")))
        .find(|metric| contract.get(&format!("{metric}/field")) == Some(&field))
        .map(|metric| serde_json::from_str(&contract[&format!("{metric}/alias")]).unwrap())
}

fn place(path: &[String]) -> (String, Reading) {
    if let Some(place) = (in_a_set(path).or_else(|| in_a_choice(path))).or_else(|| in_a_group(path))
    {
        return place;
    }
    for (said, place, reading) in PLACES {
        let steps: Vec<&str> = said.split('/').skip(1).collect();
        let fits = |(step, pattern): (&String, &&str)| {
            step == pattern || (*pattern == "*" && step.parse::<usize>().is_ok())
        };
        if steps.len() == path.len() && path.iter().zip(&steps).all(fits) {
            let mut place = (*place).to_owned();
            for (step, _) in path
                .iter()
                .zip(&steps)
                .filter(|(_, pattern)| **pattern == "*")
            {
                place = place.replacen('*', step, 1);
            }
            return (place, *reading);
        }
    }
    panic!("no place for {path:?}");
}

/// A place in a branch of a choice: that of the same filter outside, with the choice and the branch before it.
fn in_a_choice(path: &[String]) -> Option<(String, Reading)> {
    let at = path.iter().position(|step| step == "any")?;
    let (list, [choice, _, branch, filter @ ..]) = path.split_at_checked(at - 1)? else {
        return None;
    };
    let (outside, reading) = place(&[list, filter].concat());
    let (list, filter) = outside.split_once("/filters/")?;
    let place = format!("{list}/filters/{choice}/any_of/{branch}/{filter}");
    Some((place, reading))
}

/// A place in a group: that of the same part of the whole, which stands in the group without its levels.
fn in_a_group(path: &[String]) -> Option<(String, Reading)> {
    let [first, second, group, part @ ..] = path else {
        return None;
    };
    let own = matches!(part, [only, ..] if only == "n" || only == "tg");
    (first == "C" && second == "grp" && !own).then_some(())?;
    let of_whole = match part {
        [first, ..] if ["E", "R", "A"].contains(&first.as_str()) => part.to_vec(),
        _ => [&["C".to_owned()], part].concat(),
    };
    let (outside, reading) = place(&of_whole);
    let part = outside.splitn(3, '/').nth(2)?;
    Some((format!("/constraints/groups/{group}/{part}"), reading))
}

/// A place in a set operation, whose sides can be set operations.
fn in_a_set(path: &[String]) -> Option<(String, Reading)> {
    let [first, second, steps @ ..] = path else {
        return None;
    };
    (first == "C" && second == "set").then_some(())?;
    let mut place = "/constraints/set_ops".to_owned();
    for step in steps {
        place += match step.as_str() {
            "l" => "/lhs",
            "r" => "/rhs",
            _ => "/op",
        };
    }
    let operator = steps.last().is_some_and(|step| step == "op");
    Some((place, if operator { SET_OPERATOR } else { Plain }))
}
