//! The length of a text in tokens, by its words or by the tokenizer of a model.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::analysis;

/// The unit that tokens are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CountedBy {
    /// Words, at 1.3 tokens each, which models need for Russian and English texts.
    #[default]
    #[serde(rename = "words")]
    Words,
    /// The tokenizer `o200k_base`.
    #[cfg(feature = "texts")]
    #[serde(rename = "o200k_base")]
    O200k,
}

impl CountedBy {
    pub(super) fn is_words(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn tokens(self, text: &str) -> usize {
        match self {
            Self::Words => analysis::count(text) * 13 / 10,
            #[cfg(feature = "texts")]
            Self::O200k => tiktoken_rs::o200k_base_singleton().count_ordinary(text),
        }
    }

    /// A number of tokens in the unit of the cumulative lengths.
    pub(super) const fn units(self, tokens: usize) -> usize {
        match self {
            Self::Words => tokens * 10 / 13,
            #[cfg(feature = "texts")]
            Self::O200k => tokens,
        }
    }

    /// The cumulative length of a text before each of its words, and in total.
    #[cfg_attr(
        not(feature = "texts"),
        expect(unused_variables, reason = "words are counted without their text")
    )]
    pub(super) fn lengths(self, text: &str, words: &[Range<usize>]) -> Vec<usize> {
        match self {
            Self::Words => (0..=words.len()).collect(),
            #[cfg(feature = "texts")]
            Self::O200k => up_to_words(text, words),
        }
    }
}

/// The number of tokens that start before each word, and in total.
#[cfg(feature = "texts")]
fn up_to_words(text: &str, words: &[Range<usize>]) -> Vec<usize> {
    let tokenizer = tiktoken_rs::o200k_base_singleton();
    let tokens = tokenizer.encode_ordinary(text);
    let mut lengths = Vec::with_capacity(words.len() + 1);
    let mut words = words.iter().peekable();
    let mut at = 0;
    for (number, token) in tokens.iter().enumerate() {
        // A token may start with the blank before a word.
        at += tokenizer.decode_bytes(&[*token]).map_or(0, |own| own.len());
        while words.next_if(|word| word.start < at).is_some() {
            lengths.push(number);
        }
    }
    lengths.extend(words.map(|_| tokens.len()));
    lengths.push(tokens.len());
    lengths
}
