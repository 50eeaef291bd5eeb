//! The words that names and texts are made of.

use std::collections::BTreeMap;

use super::languages::Tongue;
use crate::tables::lists::{entries, words};

/// Lists of words, by a language and what they are.
pub(super) struct Words(BTreeMap<(&'static str, &'static str), Vec<&'static str>>);

impl Words {
    /// Those of `lists/words.txt`.
    pub(super) fn read() -> Self {
        let lists = entries(include_str!("lists/words.txt"));
        let lists = lists.filter_map(|[name, list]| Some((name.split_once(' ')?, words(list))));
        Self(lists.collect())
    }

    /// A list; an empty one where there is none.
    pub(super) fn of(&self, tongue: Tongue, what: &'static str) -> &[&'static str] {
        self.0
            .get(&(tongue.code(), what))
            .map_or(&[], Vec::as_slice)
    }
}
