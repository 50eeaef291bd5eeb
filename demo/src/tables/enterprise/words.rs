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

/// A sentence of `lists/sentences.tsv` with its values in place of their names.
pub(super) fn sentence<const N: usize>(
    tongue: Tongue,
    what: &str,
    values: [(&str, &str); N],
) -> String {
    let begin = format!("{} {what}\t", tongue.code());
    let mut lines = include_str!("lists/sentences.tsv").lines();
    let found = lines.find_map(|line| line.strip_prefix(&begin));
    let sentence = found.unwrap_or_default().to_owned();
    values.iter().fold(sentence, |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    })
}
