//! cMEC c0.2 with one codebook's codes, within its caps: what a model may write.

use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

use super::forms::{Spelling, compared};
use super::{codes, document, number, object, one_of, text, with_definitions};
use crate::Checked;

/// The schema of a domain's cMEC.
pub(in crate::emit) fn cmec(checked: &Checked) -> Value {
    let tables = checked.tables();
    let body = with_definitions(
        object(&["s"], Value::Object(keys(tables))),
        definitions(tables),
    );
    document(&format!("cMEC c0.2 of `{}`", checked.name()), body)
}

fn keys(tables: &Tables) -> Map<String, Value> {
    let cap = |items: Value| capped(items, tables.limits.list_cap);
    let end = json!({ "anyOf": [{ "const": "target" }, { "type": "integer", "minimum": 0 }] });
    let mut keys = Map::new();
    let mut put = |key: &str, schema: Value| keys.insert(key.to_owned(), schema);
    put("s", codes!(Scenario));
    put("o", codes!(Output));
    put("tg", cap(types(tables)));
    put(
        "E",
        cap(object(
            &["txt"],
            json!({ "txt": text(), "ty": types(tables), "id": text() }),
        )),
    );
    if let Some(relations) = relations(tables) {
        let relation = json!({ "r": relations, "dir": codes!(Direction), "fr": end, "to": end });
        put(
            "R",
            capped(object(&["r"], relation), tables.limits.hops_cap),
        );
    }
    put("A", cap(fields(tables)));
    put("C", constraints(tables));
    put("G", graph(tables));
    put("Q", retrieval(tables));
    put(
        "X",
        object(&["q"], json!({ "q": text(), "opt": cap(text()) })),
    );
    keys
}

fn definitions(tables: &Tables) -> Value {
    let list_cap = Some(tables.limits.list_cap);
    json!({
        "field": fields(tables),
        "filter": compared(&json!({ "f": { "$ref": "#/$defs/field" } }), ("op", "v"), Spelling::Code, list_cap),
        "page": object(&[], json!({
            "lim": number(1, tables.limits.page_cap),
            "off": number(0, tables.limits.offset_cap),
        })),
        "set": object(&["l", "op", "r"], json!({
            "l": { "$ref": "#/$defs/side" },
            "op": codes!(SetOperator),
            "r": { "$ref": "#/$defs/side" },
        })),
        "side": { "anyOf": [text(), { "$ref": "#/$defs/set" }] },
    })
}

fn constraints(tables: &Tables) -> Value {
    let cap = |items: Value| capped(items, tables.limits.list_cap);
    let field = || json!({ "$ref": "#/$defs/field" });
    let filters = || {
        capped(
            json!({ "$ref": "#/$defs/filter" }),
            tables.limits.filters_cap,
        )
    };
    let metric = json!({ "fn": codes!(Function), "f": field(), "as": text() });
    let list_cap = Some(tables.limits.list_cap);
    let having = compared(
        &json!({ "m": text() }),
        ("op", "v"),
        Spelling::Code,
        list_cap,
    );
    object(
        &[],
        json!({
            "flt": filters(),
            "srt": cap(object(&["f"], json!({ "f": field(), "ord": codes!(Order) }))),
            "pg": { "$ref": "#/$defs/page" },
            "agg": object(&["m"], json!({
                "m": cap(object(&["fn"], metric)),
                "by": cap(text()),
                "hav": cap(having),
                "srt": cap(object(&["by"], json!({ "by": text(), "ord": codes!(Order) }))),
                "pg": { "$ref": "#/$defs/page" },
            })),
            "grp": cap(object(&["n", "flt"], json!({
                "n": text(),
                "tg": cap(types(tables)),
                "flt": filters(),
            }))),
            "set": { "$ref": "#/$defs/set" },
        }),
    )
}

fn graph(tables: &Tables) -> Value {
    let cap = |items: Value| capped(items, tables.limits.list_cap);
    let mut path = json!({
        "src": cap(text()),
        "tg": cap(types(tables)),
        "hop": number(1, tables.limits.hops_cap),
    });
    let mut graph = json!({ "dir": codes!(Direction), "dep": number(0, tables.limits.depth_cap) });
    // Without relations only the empty list can be said: the seed's first example says it.
    let list = relations(tables).map_or_else(|| json!({ "type": "array", "maxItems": 0 }), cap);
    if let (Value::Object(path), Value::Object(graph)) = (&mut path, &mut graph) {
        path.insert("rel".to_owned(), list.clone());
        graph.insert("rel".to_owned(), list);
        graph.insert("path".to_owned(), object(&[], Value::Object(path.clone())));
    }
    object(&[], graph)
}

fn retrieval(tables: &Tables) -> Value {
    let cap = |items: Value| capped(items, tables.limits.list_cap);
    let corpora = match tables.corpora.len() {
        0 => text(),
        _ => one_of(tables.corpora.iter()),
    };
    object(
        &[],
        json!({
            "txt": text(),
            "cor": cap(corpora),
            "k": number(1, tables.limits.top_k_cap),
            "rr": { "type": "boolean" },
            "kd": codes!(QuestionKind),
            "tag": cap(text()),
            "prj": text(),
        }),
    )
}

fn types(tables: &Tables) -> Value {
    one_of(tables.types.iter().map(|ty| ty.name.as_ref()))
}

fn fields(tables: &Tables) -> Value {
    one_of(tables.fields.iter().map(|field| field.code.as_ref()))
}

fn relations(tables: &Tables) -> Option<Value> {
    (!tables.relations.is_empty()).then(|| {
        one_of(
            tables
                .relations
                .iter()
                .map(|relation| relation.code.as_ref()),
        )
    })
}

fn capped(items: Value, most: u32) -> Value {
    json!({ "type": "array", "maxItems": most, "items": items })
}
