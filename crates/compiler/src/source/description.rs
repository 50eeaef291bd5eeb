//! The description of an element: one text, or one per language.

use super::node::NodeKind;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::Spanned;

/// The descriptions of an element; may be empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct Description {
    /// Language and text. A text without a language is in the codebook's first language.
    said: Vec<(Option<Spanned<String>>, Spanned<String>)>,
}

impl Description {
    /// The text in a language. `first`: the codebook's first language.
    pub(crate) fn in_language(&self, language: &str, first: &str) -> Option<&str> {
        let of = |said: &Option<Spanned<String>>| {
            let said = said.as_ref().map_or(first, Spanned::text);
            said == language
        };
        let found = self.said.iter().find(|(said, _)| of(said));
        found.map(|(_, text)| text.text())
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.said.iter().map(|(_, text)| text)
    }

    pub(crate) fn languages(&self) -> impl Iterator<Item = &Spanned<String>> {
        let said = self.said.iter();
        said.filter_map(|(language, _)| language.as_ref())
    }
}

/// A text, or a map of texts by language.
pub(super) fn description(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Description> {
    const KEY: &str = "description";
    let Some(node) = map.get(KEY) else {
        return Some(Description::default());
    };
    let what = map.called(KEY);
    let said = match &node.kind {
        NodeKind::Map(by_language) => (by_language.iter())
            .filter_map(|(language, text)| {
                Some((Some(language.clone()), r.text_in(language, text, what)?))
            })
            .collect(),
        _ => (r.text(node, what).into_iter())
            .map(|text| (None, text))
            .collect(),
    };
    Some(Description { said })
}
