//! `bindings.yaml` as written: which table, column and key each part of the codebook is.
//!
//! Tables are bound name by name: nothing is taken from a name that happens to be the same. Names are plain words, so
//! that no statement ever needs to quote one, and none comes from outside of the codebook. Whatever the codebook has
//! and the tables have not is an error: a question that decodes must not fail for want of a column.

use cmec_executor::catalogue::{KeySide, KeyType, Matching, VectorMetric};

use super::form::{Form, form};
use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::Spanned;
use crate::words;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["types", "relations"];
/// Keys of a field in its long form.
pub(crate) const VALUES_KEYS: &[&str] = &["table", "owner", "column", "match"];
/// Keys of a column of embeddings.
pub(crate) const EMBEDDING_KEYS: &[&str] = &["column", "dimension", "model", "metric"];
/// Keys of a link table.
pub(crate) const LINK_KEYS: &[&str] = &["table", "from", "to"];

/// The tables of a domain.
#[derive(Debug)]
pub(crate) struct Bindings {
    pub(crate) types: Vec<TypeBindingSource>,
    pub(crate) relations: Vec<RelationBindingSource>,
}

form! {
    /// A type and its table.
    TypeBindingSource: "binding of" name, TYPE_KEYS {
        table: Spanned<String> = "table",
        key: Vec<Spanned<String>> = "key" by key,
        only: Vec<(Spanned<String>, Spanned<String>)> = "only" by only,
        key_type: Option<Spanned<KeyType>> = "key_type" called "the type of a key" in words::of(),
        label: Spanned<String> = "label",
        embedding: Option<EmbeddingSource> = "embedding" by embedding,
        columns: Vec<ColumnSource> = required "columns",
    }
}

/// A column of embeddings.
#[derive(Debug)]
pub(crate) struct EmbeddingSource {
    pub(crate) column: Spanned<String>,
    pub(crate) dimension: Spanned<u32>,
    pub(crate) model: Option<Spanned<String>>,
    pub(crate) metric: Option<Spanned<VectorMetric>>,
}

/// Where the values of a field stand.
#[derive(Debug)]
pub(crate) struct ColumnSource {
    /// Name of the field, without the type.
    pub(crate) field: Spanned<String>,
    /// A table of their own, and its column with the key of the instance they belong to.
    pub(crate) values: Option<(Spanned<String>, Spanned<String>)>,
    pub(crate) column: Spanned<String>,
    pub(crate) matching: Option<Spanned<Matching>>,
}

form! {
    /// A relation and its keys.
    RelationBindingSource: "binding of" name, RELATION_KEYS {
        foreign_key: Option<Spanned<String>> = "foreign_key",
        of: Option<Spanned<KeySide>> = "of" called "the end with the foreign key" in words::of(),
        link: Option<LinkSource> = "link" by link,
    }
}

/// A link table.
#[derive(Debug)]
pub(crate) struct LinkSource {
    pub(crate) table: Spanned<String>,
    pub(crate) from: Spanned<String>,
    pub(crate) to: Spanned<String>,
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Bindings {
    let map = r.keyed(node, "the bindings file", KEYS);
    let types = r.required(&map, "types");
    Bindings {
        types: Form::all(types, "`types`", r),
        relations: Form::all(map.get("relations"), "`relations`", r),
    }
}

/// A column of the type's table, or a table of values, and how their members are matched.
impl Form for ColumnSource {
    fn read(field: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let what = format!("column of `{field}`");
        let (values, column, matching) = if let NodeKind::Map(_) = body.kind {
            let map = r.keyed(body, &what, VALUES_KEYS);
            let column = r.required_text(&map, "column");
            let matching = match map.get("match") {
                None => None,
                Some(node) => Some(r.word(node, "`match` of a column", &words::of())?),
            };
            if map.get("table").is_none() && map.get("owner").is_none() {
                (None, column, matching)
            } else {
                let table = r.required_text(&map, "table");
                let owner = r.required_text(&map, "owner");
                (Some((table?, owner?)), column, matching)
            }
        } else {
            (None, r.text(body, &what), None)
        };
        Some(Self {
            field: field.clone(),
            values,
            column: column?,
            matching,
        })
    }
}

/// A column, or several that together identify a row.
fn key(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Vec<Spanned<String>>> {
    let node = r.required(map, "key")?;
    let what = format!("`key` of the {}", map.what);
    let columns = match &node.kind {
        NodeKind::List(_) => r.texts(Some(node), &what),
        _ => r.text(node, &what).into_iter().collect(),
    };
    Some(columns).filter(|columns| !columns.is_empty())
}

/// Columns, each with the value that every instance has there.
fn only(
    map: &KeyedMap<'_>,
    r: &mut NodeReader<'_>,
) -> Option<Vec<(Spanned<String>, Spanned<String>)>> {
    let what = format!("`only` of the {}", map.what);
    let said = r.named(map.get("only"), &what).iter();
    let read = said.filter_map(|(column, value)| Some((column.clone(), r.text(value, &what)?)));
    Some(read.collect())
}

fn embedding(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<EmbeddingSource>> {
    let Some(node) = map.get("embedding") else {
        return Some(None);
    };
    let map = r.keyed(
        node,
        format!("`embedding` of the {}", map.what),
        EMBEDDING_KEYS,
    );
    let column = r.required_text(&map, "column");
    let dimension = r.required_number(&map, "dimension");
    let metric = match map.get("metric") {
        None => None,
        Some(node) => Some(r.word(node, "`metric` of an embedding", &words::of())?),
    };
    Some(Some(EmbeddingSource {
        column: column?,
        dimension: dimension?,
        model: r.optional_text(&map, "model"),
        metric,
    }))
}

fn link(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<LinkSource>> {
    let Some(node) = map.get("link") else {
        return Some(None);
    };
    let map = r.keyed(node, format!("`link` of the {}", map.what), LINK_KEYS);
    let table = r.required_text(&map, "table");
    let from = r.required_text(&map, "from");
    let to = r.required_text(&map, "to");
    Some(Some(LinkSource {
        table: table?,
        from: from?,
        to: to?,
    }))
}
