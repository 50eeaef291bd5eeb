//! The names that a text says, and those that it may say.
//!
//! What stands in quotes, in square brackets or in marks of Markdown is a name, and so are two capitalised words beside each
//! other, one Latin word with a capital within Russian or Chinese, one Russian word with a capital within a sentence, one
//! word that is all there is behind a colon, and what is written like an id. A name may be said where its words stand beside
//! each other in a row, in the question or in what the server gave: a Russian word in any of its forms.

mod id;
mod quoted;
mod run;

use id::ids;
use quoted::quoted;
use run::{Run, runs};

use super::word::{Word, words};
use super::word_index::WordIndex;

/// The words that a text may name.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    words: WordIndex,
}

impl Names {
    /// Adds texts that belong together, as the values of a row: a name may go from one to the next.
    pub(super) fn add<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) {
        let own = texts.into_iter().flat_map(words);
        self.words.add(own.map(|word| word.folded));
    }

    /// The first name of a text that is not one of these.
    #[must_use]
    pub(super) fn unknown<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut quoted = quoted(text).into_iter();
        let quoted = quoted.find(|name| !self.stand(&words(name)));
        let in_runs = || {
            let runs = runs(text, |word| self.words.has(word));
            let unknown = runs.into_iter().find(|run| !self.has(run));
            unknown.and_then(|run| text.get(run.at()))
        };
        let id = || ids(text).find(|id| !self.stand(&words(id)));
        quoted.or_else(in_runs).or_else(id)
    }

    /// Whether a text is one word that stands in none of the texts.
    #[must_use]
    pub(super) fn is_unknown_word(&self, text: &str) -> bool {
        let own = words(text);
        own.len() == 1 && !self.stand(&own)
    }

    /// Whether a run is a name that stands here, or several, each of which does.
    fn has(&self, run: &Run) -> bool {
        let whole = run.readings();
        if whole.iter().any(|words| self.stand(words)) {
            return true;
        }
        let parts = run.parts();
        let mut parts = parts.iter().map(Run::readings);
        parts.all(|part| part.iter().any(|words| self.stand(words)))
    }

    /// Whether words stand beside each other in one of the texts.
    fn stand(&self, said: &[Word]) -> bool {
        let said: Vec<&str> = said.iter().map(|word| word.folded.as_str()).collect();
        said.is_empty() || self.words.all(&said).next().is_some()
    }
}

#[cfg(test)]
mod tests;
