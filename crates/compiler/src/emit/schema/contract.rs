//! Contracts: MEC v0.2-lite with the parts of SEC v0.2, for every domain and for one.

use serde_json::{Value, json};

use super::forms::{Spelling, compared};
use super::{document, list, names, object, one_of, some, text, with_definitions};
use crate::Checked;

/// What a domain closes and the general schema leaves open.
struct Vocabulary {
    types: Value,
    fields: Value,
    relations: Value,
    corpora: Value,
}

/// Contracts of any domain.
pub(super) fn mec() -> Value {
    contract(
        "MEC v0.2-lite and SEC v0.2",
        &Vocabulary {
            types: text(),
            fields: text(),
            relations: text(),
            corpora: text(),
        },
    )
}

/// Contracts of one domain: its types, paths and relations, no others.
pub(super) fn of_domain(checked: &Checked) -> Value {
    let tables = checked.tables();
    let closed = |names: Vec<&str>| {
        if names.is_empty() {
            text()
        } else {
            one_of(names)
        }
    };
    contract(
        &format!("Contracts of `{}`", checked.name()),
        &Vocabulary {
            types: one_of(tables.types.iter().map(|ty| ty.name.as_ref())),
            fields: one_of(tables.fields.iter().map(|field| field.path.as_ref())),
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
            corpora: closed(tables.corpora.iter().map(AsRef::as_ref).collect()),
        },
    )
}

fn contract(title: &str, closed: &Vocabulary) -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let words = &Vocabulary {
        types: reference("type"),
        fields: reference("field"),
        relations: reference("relation"),
        corpora: reference("corpus"),
    };
    let body = object(
        &["intent", "grounding", "constraints"],
        json!({
            "intent": object(&["scenario", "output_type"], json!({
                "scenario": names!(Scenario),
                "output_type": names!(Output),
            })),
            "grounding": grounding(words),
            "constraints": constraints(words),
            "graph_params": graph_params(words),
            "rag_params": rag_params(words),
        }),
    );
    let body = with_definitions(body, definitions(words, closed));
    document(title, body)
}

fn definitions(words: &Vocabulary, closed: &Vocabulary) -> Value {
    json!({
        "type": closed.types,
        "field": closed.fields,
        "relation": closed.relations,
        "corpus": closed.corpora,
        "filter": compared(&json!({ "field": words.fields }), ("operator", "value"), Spelling::Name, None),
        "sort": object(&["field", "order"], json!({ "field": words.fields, "order": names!(Order) })),
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

fn grounding(words: &Vocabulary) -> Value {
    let end = json!({ "anyOf": [{ "const": "target" }, { "type": "integer", "minimum": 0 }] });
    object(
        &[],
        json!({
            "target_types": list(words.types.clone()),
            "entity_list": list(object(&["text"], json!({
                "text": text(),
                "type": words.types,
                "id": text(),
            }))),
            "relations": list(object(&["type", "direction"], json!({
                "type": words.relations,
                "direction": names!(Direction),
                "from": end,
                "to": end,
            }))),
            "target_attributes": list(words.fields.clone()),
        }),
    )
}

fn constraints(words: &Vocabulary) -> Value {
    let filters = || list(json!({ "$ref": "#/$defs/filter" }));
    object(
        &["filters", "sort", "pagination"],
        json!({
            "filters": filters(),
            "sort": list(json!({ "$ref": "#/$defs/sort" })),
            "pagination": { "$ref": "#/$defs/pagination" },
            "aggregation": object(&["metrics"], json!({
                "metrics": some(object(&["function"], json!({
                    "function": names!(Function),
                    "field": words.fields,
                    "alias": text(),
                }))),
                "group_by": list(words.fields.clone()),
                "having": list(compared(&json!({ "metric": text() }), ("operator", "value"), Spelling::Name, None)),
                "sort": list(object(&["by", "order"], json!({ "by": text(), "order": names!(Order) }))),
                "pagination": { "$ref": "#/$defs/pagination" },
            })),
            "groups": some(object(&["name", "filters"], json!({
                "name": text(),
                "target_types": list(words.types.clone()),
                "filters": filters(),
            }))),
            "set_ops": { "$ref": "#/$defs/set" },
        }),
    )
}

fn graph_params(words: &Vocabulary) -> Value {
    object(
        &[],
        json!({
            "direction": names!(Direction),
            "depth": { "type": "integer", "minimum": 0 },
            "relation_types": list(words.relations.clone()),
            "path": object(&[], json!({
                "source_ids": list(text()),
                "target_types": list(words.types.clone()),
                "max_hops": { "type": "integer", "minimum": 1 },
                "allowed_relations": list(words.relations.clone()),
            })),
        }),
    )
}

fn rag_params(words: &Vocabulary) -> Value {
    object(
        &[],
        json!({
            "corpora": list(words.corpora.clone()),
            "top_k": { "type": "integer", "minimum": 1 },
            "rerank": { "type": "boolean" },
            "query_text": text(),
            "kind": names!(QuestionKind),
            "tags_any": list(text()),
            "project": text(),
        }),
    )
}
