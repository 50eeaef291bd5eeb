//! Contracts: MEC v0.2-lite with the parts of SEC v0.2, for every domain and for one.

use cmec_decoder::tables::ScenarioDef;
use cmec_decoder::vocabulary::Scenario;
use serde_json::{Value, json};

use super::forms::{self, Spelling};
use super::{
    described, document, list, names, none, object, one_of, scenarios, some, text,
    with_definitions, with_rules,
};
use crate::resolve::checked::Checked;

/// What no schema can say; the decoder does.
const LEFT: &str = "Shape, vocabulary and the scenario table. Left to the decoder: days of the calendar, which types \
    a field or relation fits, names of metrics and groups, ends that point into `entity_list`, what `graph_params` and \
    the relations say of each other, caps.";

/// What a domain closes and the general schema leaves open.
struct Vocabulary {
    types: Value,
    fields: Value,
    relations: Value,
    corpora: Value,
    filter: Value,
    metric: Value,
    /// A list of sort keys, and of fields to group by.
    sort: Value,
    group_by: Value,
}

/// Contracts of any domain.
pub(super) fn mec() -> Value {
    contract(
        "MEC v0.2-lite and SEC v0.2",
        &scenarios::shipped(),
        Vocabulary {
            types: text(),
            fields: text(),
            relations: text(),
            corpora: text(),
            filter: forms::any_filter(&reference("field")),
            metric: object(
                &["function"],
                json!({
                    "function": names!(Function),
                    "field": reference("field"),
                    "alias": text(),
                }),
            ),
            sort: list(sort(reference("field"))),
            group_by: list(reference("field")),
        },
    )
}

/// Contracts of one domain: its types, paths and relations, no others.
pub(super) fn of_domain(checked: &Checked) -> Value {
    let tables = checked.tables();
    contract(
        &format!("Contracts of `{}`", checked.name()),
        &tables.scenarios,
        Vocabulary {
            types: one_of(tables.types.iter().map(|ty| ty.name.as_ref())),
            fields: forms::fields(tables, Spelling::Name).unwrap_or_else(|| json!(false)),
            // A domain without relations has no word for one.
            relations: match tables.relations.len() {
                0 => json!(false),
                _ => one_of(
                    tables
                        .relations
                        .iter()
                        .map(|relation| relation.name.as_ref()),
                ),
            },
            corpora: match tables.corpora.len() {
                0 => text(),
                _ => one_of(tables.corpora.iter()),
            },
            filter: forms::filters(tables, Spelling::Name, None),
            metric: forms::metrics(tables, Spelling::Name),
            sort: forms::sortable(tables, Spelling::Name)
                .map_or_else(none, |field| list(sort(field))),
            group_by: forms::groupable(tables, Spelling::Name).map_or_else(none, list),
        },
    )
}

fn contract(title: &str, rows: &[ScenarioDef], words: Vocabulary) -> Value {
    // A question back is a verdict of its own and never a contract.
    let scenarios = (Scenario::ALL.iter())
        .filter(|scenario| **scenario != Scenario::Clarify)
        .map(|scenario| scenario.name());
    let body = object(
        &["intent", "grounding", "constraints"],
        json!({
            "intent": object(&["scenario", "output_type"], json!({
                "scenario": one_of(scenarios),
                "output_type": names!(Output),
            })),
            "grounding": grounding(),
            "constraints": constraints(),
            "graph_params": graph_params(),
            "rag_params": rag_params(),
        }),
    );
    let body = with_definitions(described(body, LEFT), definitions(words));
    with_rules(document(title, body), scenarios::of_contract(rows))
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn sort(field: Value) -> Value {
    object(
        &["field", "order"],
        json!({ "field": field, "order": names!(Order) }),
    )
}

fn definitions(words: Vocabulary) -> Value {
    json!({
        "type": words.types,
        "field": words.fields,
        "relation": words.relations,
        "corpus": words.corpora,
        "filter": words.filter,
        "metric": words.metric,
        "sort": words.sort,
        "group_by": words.group_by,
        "pagination": object(&["limit", "offset"], json!({
            "limit": { "type": "integer", "minimum": 1 },
            "offset": { "type": "integer", "minimum": 0 },
        })),
        "set": object(&["lhs", "op", "rhs"], json!({
            "lhs": { "$ref": "#/$defs/side" },
            "op": names!(SetOperator),
            "rhs": { "$ref": "#/$defs/side" },
        })),
        "side": { "anyOf": [text(), { "$ref": "#/$defs/set" }] },
    })
}

fn grounding() -> Value {
    let end = json!({ "anyOf": [{ "const": "target" }, { "type": "integer", "minimum": 0 }] });
    object(
        &[],
        json!({
            "target_types": list(reference("type")),
            "entity_list": list(object(&["text"], json!({
                "text": text(),
                "type": reference("type"),
                "id": text(),
            }))),
            "relations": list(object(&["type", "direction"], json!({
                "type": reference("relation"),
                "direction": names!(Direction),
                "from": end,
                "to": end,
            }))),
            "target_attributes": list(reference("field")),
        }),
    )
}

fn constraints() -> Value {
    let filters = || list(reference("filter"));
    object(
        &["filters", "sort", "pagination"],
        json!({
            "filters": filters(),
            "sort": reference("sort"),
            "pagination": { "$ref": "#/$defs/pagination" },
            "aggregation": object(&["metrics"], json!({
                "metrics": some(reference("metric")),
                "group_by": reference("group_by"),
                "having": list(forms::having(["metric", "operator", "value"], Spelling::Name)),
                "sort": list(object(&["by", "order"], json!({ "by": text(), "order": names!(Order) }))),
                "pagination": { "$ref": "#/$defs/pagination" },
            })),
            "groups": some(object(&["name", "filters"], json!({
                "name": text(),
                "target_types": list(reference("type")),
                "filters": filters(),
            }))),
            "set_ops": { "$ref": "#/$defs/set" },
        }),
    )
}

fn graph_params() -> Value {
    object(
        &[],
        json!({
            "direction": names!(Direction),
            "depth": { "type": "integer", "minimum": 0 },
            "relation_types": list(reference("relation")),
            "path": object(&[], json!({
                "source_ids": list(text()),
                "target_types": list(reference("type")),
                "max_hops": { "type": "integer", "minimum": 1 },
                "allowed_relations": list(reference("relation")),
            })),
        }),
    )
}

fn rag_params() -> Value {
    object(
        &[],
        json!({
            "corpora": list(reference("corpus")),
            "top_k": { "type": "integer", "minimum": 1 },
            "rerank": { "type": "boolean" },
            "query_text": text(),
            "kind": names!(QuestionKind),
            "tags_any": list(text()),
            "project": text(),
        }),
    )
}
