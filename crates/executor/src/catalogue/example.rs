//! Example questions with their intents for prompt cards; execution does not use them.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// A question in several languages with its intent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The question, by language.
    pub questions: List<LocalisedText>,
    /// The intent by language; a single entry without a language where it is the same in all.
    pub intents: List<LocalisedText>,
}

/// A text in a language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalisedText {
    /// Language tag; empty for every language.
    pub language: Text,
    /// The text.
    pub text: Text,
}

impl Example {
    /// The question and the intent in a language, if the question has that language.
    #[must_use]
    pub fn in_language(&self, language: &str) -> Option<(&str, &str)> {
        let question = self.questions.iter().find(|one| one.language == language)?;
        let mut intents = self.intents.iter();
        let intent = intents.find(|one| one.language.is_empty() || one.language == language)?;
        Some((&question.text, &intent.text))
    }
}
