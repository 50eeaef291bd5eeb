//! Words of texts, found by how they begin, so that no text is gone through for each word that is looked for.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::word::{STEM, is_same, stem};

/// Words of texts without case, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct WordIndex {
    /// An empty one stands behind each text: nothing goes on from one to the next.
    words: Vec<String>,
    /// Where each word stands.
    places: BTreeMap<String, Vec<usize>>,
}

impl WordIndex {
    /// Adds the words of a text.
    pub(super) fn add(&mut self, words: impl IntoIterator<Item = String>) {
        for word in words {
            let place = self.words.len();
            self.places.entry(word.clone()).or_default().push(place);
            self.words.push(word);
        }
        self.words.push(String::new());
    }

    /// Whether a word stands here as it is.
    pub(super) fn has(&self, word: &str) -> bool {
        self.places.contains_key(word)
    }

    /// Where words stand beside each other, each in any of its forms: looked for at the places of the rarest of them.
    pub(super) fn all<'s>(&'s self, said: &'s [&'s str]) -> impl Iterator<Item = usize> + 's {
        let count = |word: &str| self.forms(word).map(Vec::len).sum::<usize>();
        let rarest = said.iter().enumerate().min_by_key(|(_, word)| count(word));
        let places = rarest.into_iter().flat_map(|(before, word)| {
            let places = self.forms(word).flatten();
            places.filter_map(move |place| place.checked_sub(before))
        });
        places.filter(move |start| {
            let own = self.words.get(*start..).unwrap_or_default();
            own.len() >= said.len() && own.iter().zip(said).all(|(own, said)| is_same(own, said))
        })
    }

    /// The places of each form of a word.
    fn forms<'s>(&'s self, word: &'s str) -> impl Iterator<Item = &'s Vec<usize>> + 's {
        let stem = stem(word);
        let from = (Bound::Included(stem), Bound::Unbounded);
        let words = self.places.range::<str, _>(from);
        let has_forms = stem.chars().count() == STEM;
        let is_near = move |own: &str| own == word || (has_forms && own.starts_with(stem));
        let near = words.take_while(move |(own, _)| is_near(own));
        near.filter_map(move |(own, places)| is_same(own, word).then_some(places))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn word() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec!["a", "ab", "abc", "да", "рим", "рима", "римов", "вина"])
    }

    proptest! {
        /// What is found is what a search through every text finds.
        #[test]
        fn words_are_found_where_they_stand(texts in vec(vec(word(), 0..8), 0..4), said in vec(word(), 1..4)) {
            let mut index = WordIndex::default();
            let mut expected = Vec::new();
            for text in &texts {
                let start = index.words.len();
                index.add(text.iter().map(|own| (*own).to_owned()));
                let places = text.windows(said.len()).enumerate();
                let fits = |own: &[&str]| own.iter().zip(&said).all(|(own, said)| is_same(own, said));
                expected.extend(places.filter(|(_, own)| fits(own)).map(|(at, _)| start + at));
            }
            let mut found: Vec<usize> = index.all(&said).collect();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
