//! What an element is, in a sentence: one text, or one for each of some languages.

use super::node::NodeKind;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::Spanned;

/// The sentences about an element; none where nothing is said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Description {
    /// Language and text. One text without a language is in the first language of the codebook.
    said: Vec<(Option<Spanned<String>>, Spanned<String>)>,
}

impl Description {
    /// The text in a language, where `first` is the first of the codebook.
    pub(crate) fn in_language(&self, language: &str, first: &str) -> Option<&str> {
        let of = |said: &Option<Spanned<String>>| {
            let said = said.as_ref().map_or(first, Spanned::text);
            said == language
        };
        let found = self.said.iter().find(|(said, _)| of(said));
        found.map(|(_, text)| text.text())
    }

    /// Every text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.said.iter().map(|(_, text)| text)
    }

    /// The languages that are named.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.said
            .iter()
            .filter_map(|(language, _)| language.as_ref())
    }
}

/// A text, or a map of them by language.
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
