//! The meaning of a code, as a line of the lock has it.

use cmec_decoder::language::ValueType;

use crate::finding::Spanned;
use crate::lock::{Aliases, LockedField, LockedMetric, LockedRelation, Meaning};
use crate::source::node_reader::{KeyedMap, NodeReader};
use crate::words;

pub(super) fn field(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<LockedField> {
    let path = r.required_text(map, "path");
    let value_type = r.required_word(map, "value", &words::of::<ValueType>());
    let meaning = Meaning {
        value_type: value_type?.value.name().to_owned(),
        array: r.flag(map, "array"),
        reference: value(r.optional_text(map, "reference")),
        unit: value(r.optional_text(map, "unit")),
    };
    Some(LockedField {
        path: path?.value,
        meaning,
        aliases: aliases(map, r),
    })
}

/// What a relation is.
pub(super) fn relation(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<LockedRelation> {
    let name = r.required_text(map, "name");
    let from = r.required_text(map, "from");
    let to = r.required_text(map, "to");
    Some(LockedRelation {
        name: name?.value,
        from: from?.value,
        to: to?.value,
        aliases: aliases(map, r),
    })
}

/// What a metric is.
pub(super) fn metric(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<LockedMetric> {
    let name = r.required_text(map, "name");
    let of = r.required_text(map, "of");
    Some(LockedMetric {
        name: name?.value,
        of: of?.value,
        unit: value(r.optional_text(map, "unit")),
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
