//! cMEC c0.2 with one codebook's codes, within its caps: what a model may write.

use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

use super::forms::{self, Spelling};
use super::{
    capped, codes, described, document, none, number, object, one_of, scenarios, some, text,
    with_definitions, with_rules,
};

/// What no schema can say; the decoder does.
const LEFT: &str = "Shape, vocabulary and the scenario table. Left to the decoder: days of the calendar, how whole \
    numbers are written, synonyms of enum values, keys that stand twice, which types a field or relation fits, names \
    of metrics and groups, ends that point into `E`, what `G` and `R` say of each other, caps over several parts.";

/// The schema of a domain's cMEC.
pub(in crate::emit) fn cmec(tables: &Tables) -> Value {
    with_rules(arguments(tables), scenarios::of_cmec(tables))
}

/// The same without the scenario table: providers of models refuse `allOf` at the top of a tool's arguments.
pub(in crate::emit) fn arguments(tables: &Tables) -> Value {
    let body = with_definitions(
        object(&["s"], Value::Object(keys(tables))),
        definitions(tables),
    );
    let title = format!("cMEC c0.2 of `{}`", tables.name);
    document(&title, described(body, LEFT))
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
    let relations = relations(tables).map_or_else(none, |relations| {
        let relation = json!({ "r": relations, "dir": codes!(Direction), "fr": end, "to": end });
        capped(object(&["r"], relation), tables.limits.hops_cap)
    });
    put("R", relations);
    put("A", fields(tables).map_or_else(none, cap));
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
    json!({
        "filter": forms::filters(tables, Spelling::Code, Some(tables.limits.list_cap)),
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
    let filters = || {
        capped(
            json!({ "$ref": "#/$defs/filter" }),
            tables.limits.filters_cap,
        )
    };
    let sort = |field: Value| cap(object(&["f"], json!({ "f": field, "ord": codes!(Order) })));
    let mut metrics = some(forms::metrics(tables, Spelling::Code));
    if let Value::Object(metrics) = &mut metrics {
        metrics.insert("maxItems".to_owned(), json!(tables.limits.list_cap));
    }
    object(
        &[],
        json!({
            "flt": filters(),
            "srt": forms::sortable(tables, Spelling::Code).map_or_else(none, sort),
            "pg": { "$ref": "#/$defs/page" },
            "agg": object(&["m"], json!({
                "m": metrics,
                "by": forms::groupable(tables, Spelling::Code).map_or_else(none, cap),
                "hav": cap(forms::having(["m", "op", "v"], Spelling::Code)),
                "srt": cap(object(&["by"], json!({ "by": text(), "ord": codes!(Order) }))),
                "pg": { "$ref": "#/$defs/page" },
            })),
            "grp": cap(object(&["n"], json!({
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
    // A path has hops, a subgraph a depth; the scenario table knows which cap is whose.
    let deepest = tables.limits.depth_cap.max(tables.limits.hops_cap);
    let mut graph = json!({ "dir": codes!(Direction), "dep": number(0, deepest) });
    // Without relations only the empty list can be said: the seed's first example says it.
    let list = relations(tables).map_or_else(none, cap);
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

fn fields(tables: &Tables) -> Option<Value> {
    forms::fields(tables, Spelling::Code)
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
