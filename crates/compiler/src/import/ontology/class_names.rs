//! The name of an ontology element: from its IRI or its label.

use std::borrow::Cow;

use super::{Texts, local_name};
use crate::import::element_names::{NameSource, whole_name};

/// The text that an element is named by. English labels go first.
pub(in crate::import) fn named_by<'t>(
    iri: &'t str,
    texts: &'t Texts,
    source: NameSource,
) -> Cow<'t, str> {
    let local = local_name(iri);
    if source == NameSource::Iri && !is_opaque(&local) && !whole_name(&local).is_empty() {
        return local;
    }
    let labels = (texts.labels.iter())
        .flat_map(|(language, labels)| labels.iter().map(move |label| (language, label)))
        .filter(|(_, label)| !whole_name(label).is_empty());
    let label = labels.min_by_key(|(language, _)| (*language != "en", *language));
    label.map_or(local, |(_, label)| Cow::Borrowed(label.as_str()))
}

/// True for an opaque id: letters and a number, such as `BFO_0000001` and `Q42`.
fn is_opaque(name: &str) -> bool {
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let head = letters.strip_suffix(['_', '-']).unwrap_or(letters);
    letters.len() < name.len() && head.chars().all(char::is_alphabetic)
}
