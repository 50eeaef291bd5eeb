//! `codebook.lock` as it lies in the folder, with the place of each entry.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::language::ValueType;

use super::codebook::Codebook;
use super::node::Node;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::{Place, Spanned};
use crate::lock::{Aliases, Lock, LockedField, LockedRelation, Meaning};
use crate::words;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["format", "hash", "types", "fields", "relations", "reserved"];
/// Keys of a field.
pub(crate) const FIELD_KEYS: &[&str] = &[
    "path",
    "type",
    "array",
    "reference",
    "unit",
    "alias",
    "former_aliases",
];
/// Keys of a relation.
pub(crate) const RELATION_KEYS: &[&str] = &["name", "from", "to", "alias", "former_aliases"];

/// A lock that was read.
#[derive(Debug)]
pub(crate) struct LockSource {
    pub(crate) lock: Lock,
    /// Where the file starts.
    pub(crate) start: Place,
    pub(crate) format: Option<Spanned<u32>>,
    pub(crate) hash: Option<Spanned<String>>,
    /// Where each code stands.
    places: BTreeMap<String, Place>,
}

impl LockSource {
    /// Forgets the aliases of codes that the codebook no longer has, or has of another type, and those that it gives to
    /// others.
    pub(crate) fn leave_what_holds(&mut self, codebook: &Codebook) {
        let said: BTreeMap<(&str, &str), &str> = (codebook.aliases())
            .map(|(of, code, alias)| ((of, alias.text()), code.text()))
            .collect();
        let free = |of: &str, code: &str, aliases: &Aliases| {
            let alias = aliases.current.as_deref().unwrap_or_default();
            said.get(&(of, alias)).is_none_or(|owner| *owner == code)
        };
        let types: BTreeMap<&str, &str> = (codebook.fields.iter())
            .map(|field| (field.code.text(), field.type_name()))
            .collect();
        self.lock.fields.retain(|code, entry| {
            let was = entry.path.split('.').next();
            let now = types.get(code.as_str()).copied();
            now == was && now.is_some_and(|ty| free(ty, code, &entry.aliases))
        });
        let relations: BTreeSet<&str> = (codebook.relations.iter())
            .map(|relation| relation.code.text())
            .collect();
        self.lock.relations.retain(|code, entry| {
            relations.contains(code.as_str()) && free("", code, &entry.aliases)
        });
    }

    /// Where a code stands in the file.
    pub(crate) fn place(&self, code: &str) -> Place {
        self.places.get(code).copied().unwrap_or(self.start)
    }
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> LockSource {
    let map = r.keyed(node, "the lock", KEYS);
    let format = r.required_number(&map, "format");
    let hash = r.required_text(&map, "hash");
    let mut lock = Lock::default();
    let mut places = BTreeMap::new();
    for name in r.texts(map.get("types"), "`types` of the lock") {
        places.insert(name.value.clone(), name.place);
        lock.types.insert(name.value);
    }
    for (code, body) in r.named(map.get("fields"), "`fields` of the lock") {
        if let Some(field) = field(code, body, r) {
            places.insert(code.value.clone(), code.place);
            lock.fields.insert(code.value.clone(), field);
        }
    }
    for (code, body) in r.named(map.get("relations"), "`relations` of the lock") {
        if let Some(relation) = relation(code, body, r) {
            places.insert(code.value.clone(), code.place);
            lock.relations.insert(code.value.clone(), relation);
        }
    }
    for code in r.texts(map.get("reserved"), "`reserved` of the lock") {
        places.insert(code.value.clone(), code.place);
        lock.reserved.insert(code.value);
    }
    LockSource {
        lock,
        start: node.place.start_only(),
        format,
        hash,
        places,
    }
}

fn field(code: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<LockedField> {
    let map = r.keyed(body, format!("the locked field `{code}`"), FIELD_KEYS);
    let path = r.required_text(&map, "path");
    let value_type = r.required_word(&map, "type", &words::of::<ValueType>());
    let meaning = Meaning {
        value_type: value_type?.value.name().to_owned(),
        array: r.flag(&map, "array"),
        reference: value(r.optional_text(&map, "reference")),
        unit: value(r.optional_text(&map, "unit")),
    };
    Some(LockedField {
        path: path?.value,
        meaning,
        aliases: aliases(&map, r),
    })
}

fn relation(code: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<LockedRelation> {
    let what = format!("the locked relation `{code}`");
    let map = r.keyed(body, &what, RELATION_KEYS);
    let name = r.required_text(&map, "name");
    let from = r.required_text(&map, "from");
    let to = r.required_text(&map, "to");
    Some(LockedRelation {
        name: name?.value,
        from: from?.value,
        to: to?.value,
        aliases: aliases(&map, r),
    })
}

fn aliases(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Aliases {
    let former = r.texts(map.get("former_aliases"), "`former_aliases`");
    Aliases {
        current: value(r.optional_text(map, "alias")),
        former: former.into_iter().map(|alias| alias.value).collect(),
    }
}

fn value(text: Option<Spanned<String>>) -> Option<String> {
    text.map(|text| text.value)
}
