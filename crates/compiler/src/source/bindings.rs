//! `bindings.yaml` as written: which table, column and key each part of the codebook is.
//!
//! Tables are bound name by name: nothing is taken from a name that happens to be the same. Names are plain words, so
//! that no statement ever needs to quote one, and none comes from outside of the codebook. Whatever the codebook has
//! and the tables have not is an error: a question that decodes must not fail for want of a column.

use cmec_executor::catalogue::KeySide;

use super::node::{Node, NodeKind};
use super::node_reader::NodeReader;
use crate::finding::Spanned;
use crate::words::KEY_SIDES;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["types", "relations"];
/// Keys of a type.
pub(crate) const TYPE_KEYS: &[&str] = &["table", "key", "label", "columns"];
/// Keys of a field whose values stand in a table of their own.
pub(crate) const VALUES_KEYS: &[&str] = &["table", "owner", "column"];
/// Keys of a relation.
pub(crate) const RELATION_KEYS: &[&str] = &["foreign_key", "of", "link"];
/// Keys of a link table.
pub(crate) const LINK_KEYS: &[&str] = &["table", "from", "to"];

/// The tables of a domain.
#[derive(Debug)]
pub(crate) struct Bindings {
    pub(crate) types: Vec<TypeBindingSource>,
    pub(crate) relations: Vec<RelationBindingSource>,
}

/// A type and its table.
#[derive(Debug)]
pub(crate) struct TypeBindingSource {
    pub(crate) name: Spanned<String>,
    pub(crate) table: Spanned<String>,
    pub(crate) key: Spanned<String>,
    pub(crate) label: Spanned<String>,
    /// Field names, without the type.
    pub(crate) columns: Vec<(Spanned<String>, ColumnSource)>,
}

/// Where the values of a field stand.
#[derive(Debug)]
pub(crate) struct ColumnSource {
    /// A table of their own, and its column with the key of the instance they belong to.
    pub(crate) values: Option<(Spanned<String>, Spanned<String>)>,
    pub(crate) column: Spanned<String>,
}

/// A relation and its keys.
#[derive(Debug)]
pub(crate) struct RelationBindingSource {
    pub(crate) name: Spanned<String>,
    pub(crate) foreign_key: Option<Spanned<String>>,
    pub(crate) of: Option<Spanned<KeySide>>,
    pub(crate) link: Option<LinkSource>,
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
    let types_node = r.required(&map, "types");
    let types = (r.named(types_node, "`types`").iter())
        .filter_map(|(name, body)| ty(name, body, r))
        .collect();
    let relations = (r.named(map.get("relations"), "`relations`").iter())
        .filter_map(|(name, body)| relation(name, body, r))
        .collect();
    Bindings { types, relations }
}

fn ty(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<TypeBindingSource> {
    let what = format!("binding of `{name}`");
    let map = r.keyed(body, &what, TYPE_KEYS);
    let table = r.required_text(&map, "table");
    let key = r.required_text(&map, "key");
    let label = r.required_text(&map, "label");
    let columns_node = r.required(&map, "columns");
    let columns = (r.named(columns_node, format!("`columns` of {what}")).iter())
        .filter_map(|(field, body)| Some((field.clone(), column(field, body, r)?)))
        .collect();
    Some(TypeBindingSource {
        name: name.clone(),
        table: table?,
        key: key?,
        label: label?,
        columns,
    })
}

/// A column of the type's table, or a table of values.
fn column(field: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<ColumnSource> {
    let what = format!("column of `{field}`");
    if !matches!(body.kind, NodeKind::Map(_)) {
        let column = r.text(body, &what)?;
        return Some(ColumnSource {
            values: None,
            column,
        });
    }
    let map = r.keyed(body, &what, VALUES_KEYS);
    let table = r.required_text(&map, "table");
    let owner = r.required_text(&map, "owner");
    let column = r.required_text(&map, "column");
    Some(ColumnSource {
        values: Some((table?, owner?)),
        column: column?,
    })
}

fn relation(
    name: &Spanned<String>,
    body: &Node,
    r: &mut NodeReader<'_>,
) -> Option<RelationBindingSource> {
    let what = format!("binding of `{name}`");
    let map = r.keyed(body, &what, RELATION_KEYS);
    let foreign_key = r.optional_text(&map, "foreign_key");
    let of = map
        .get("of")
        .and_then(|node| r.word(node, "the end with the foreign key", KEY_SIDES));
    let link = match map.get("link") {
        Some(node) => Some(link(node, &what, r)?),
        None => None,
    };
    Some(RelationBindingSource {
        name: name.clone(),
        foreign_key,
        of,
        link,
    })
}

fn link(node: &Node, what: &str, r: &mut NodeReader<'_>) -> Option<LinkSource> {
    let called = format!("`link` of the {what}");
    let map = r.keyed(node, &called, LINK_KEYS);
    let table = r.required_text(&map, "table");
    let from = r.required_text(&map, "from");
    let to = r.required_text(&map, "to");
    Some(LinkSource {
        table: table?,
        from: from?,
        to: to?,
    })
}
