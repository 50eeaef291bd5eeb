//! The meaning of a code, from its line in the lock.

use cmec_decoder::language::ValueType;

use crate::finding::Spanned;
use crate::lock::{Aliases, LockedField, LockedMetric, LockedRelation, Meaning};
use crate::source::node_reader::{KeyedMap, NodeReader};
use crate::words;

pub(super) fn field(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<LockedField> {
    let path = r.text_at(map, "path");
    let value_type = (map.get("value"))
        .and_then(|node| r.word(node, map.called("value"), &words::of::<ValueType>()));
    let meaning = Meaning {
        value_type: value_type?.value.name().to_owned(),
        array: (map.get("array")).is_some_and(|node| r.flag(node, map.called("array"))),
        reference: value(r.text_at(map, "reference")),
        unit: value(r.text_at(map, "unit")),
    };
    Some(LockedField {
        path: path?.value,
        meaning,
        aliases: aliases(map, r),
    })
}

pub(super) fn relation(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<LockedRelation> {
    let name = r.text_at(map, "name");
    let from = r.text_at(map, "from");
    let to = r.text_at(map, "to");
    Some(LockedRelation {
        name: name?.value,
        from: from?.value,
        to: to?.value,
        aliases: aliases(map, r),
    })
}

pub(super) fn metric(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<LockedMetric> {
    let name = r.text_at(map, "name");
    let of = r.text_at(map, "of");
    Some(LockedMetric {
        name: name?.value,
        of: of?.value,
        unit: value(r.text_at(map, "unit")),
    })
}

fn aliases(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Aliases {
    let former = r.texts(map.get("former_aliases"), "`former_aliases`");
    Aliases {
        current: value(r.text_at(map, "alias")),
        former: former.into_iter().map(|alias| alias.value).collect(),
    }
}

fn value(text: Option<Spanned<String>>) -> Option<String> {
    text.map(|text| text.value)
}
