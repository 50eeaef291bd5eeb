//! The first form of the lock, which is read and no longer written: a map by code for the fields and for the relations,
//! lists of types and of reserved codes, and one hash over all. The next compile writes it anew.

use super::meaning::{field, relation};
use crate::finding::Spanned;
use crate::lock::Entry;
use crate::source::node::Node;
use crate::source::node_reader::{KeyedMap, NodeReader};

/// Keys of the file.
pub(super) const KEYS: &[&str] = &["format", "hash", "types", "fields", "relations", "reserved"];
/// Keys of a field.
const FIELD_KEYS: &[&str] = &[
    "path",
    "type",
    "array",
    "reference",
    "unit",
    "alias",
    "former_aliases",
];
/// Keys of a relation.
const RELATION_KEYS: &[&str] = &["name", "from", "to", "alias", "former_aliases"];

/// Every code with its meaning.
pub(super) fn read(
    map: &KeyedMap<'_>,
    r: &mut NodeReader<'_>,
    mut add: impl FnMut(Spanned<String>, Entry),
) {
    for name in r.texts(map.get("types"), "`types` of the lock") {
        add(name, Entry::Type);
    }
    let of =
        |kind: &'static str| move |code: &Spanned<String>| format!("the locked {kind} `{code}`");
    let fields = r.named(map.get("fields"), "`fields` of the lock");
    for (code, body) in fields {
        let map = r.keyed(body, of("field")(code), FIELD_KEYS);
        if let Some(field) = field(&map, "type", r) {
            add(code.clone(), Entry::Field(field));
        }
    }
    let relations: &[(Spanned<String>, Node)] =
        r.named(map.get("relations"), "`relations` of the lock");
    for (code, body) in relations {
        let map = r.keyed(body, of("relation")(code), RELATION_KEYS);
        if let Some(relation) = relation(&map, r) {
            add(code.clone(), Entry::Relation(relation));
        }
    }
    for code in r.texts(map.get("reserved"), "`reserved` of the lock") {
        add(code, Entry::Reserved);
    }
}
