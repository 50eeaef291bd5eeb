//! Word lists for names and texts.

use std::collections::BTreeMap;

use super::languages::Tongue;
use crate::tables::lists::{entries, words};

/// Word lists by language and topic.
pub(super) struct Words(BTreeMap<(&'static str, &'static str), Vec<&'static str>>);

impl Words {
    /// Reads `lists/words.txt`.
    pub(super) fn read() -> Self {
        let lists = entries(include_str!("lists/words.txt"));
        let lists = lists.filter_map(|[name, list]| Some((name.split_once(' ')?, words(list))));
        Self(lists.collect())
    }

    /// A list; empty if there is none.
    pub(super) fn of(&self, tongue: Tongue, what: &'static str) -> &[&'static str] {
        self.0
            .get(&(tongue.code(), what))
            .map_or(&[], Vec::as_slice)
    }
}
