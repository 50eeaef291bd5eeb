//! The lexical tokens of a text.

use std::fmt;

use logos::Logos;
use serde::{Serialize, Serializer};

use crate::notation::Token;

/// The lexical tokens of a text. They are counted when they are asked for: reading has no use for their number.
#[derive(Clone, Copy)]
pub struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    pub(crate) const fn of(text: &'a str) -> Self {
        Self(text)
    }

    /// Their number. What is no token of JSON counts as one.
    #[must_use]
    pub fn count(self) -> usize {
        Token::lexer(self.0).count()
    }
}

/// Those of two texts are the same where there are as many of them.
impl PartialEq for Tokens<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.count() == other.count()
    }
}

impl Eq for Tokens<'_> {}

impl fmt::Debug for Tokens<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.count().fmt(formatter)
    }
}

impl Serialize for Tokens<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.count().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn marks_words_and_strings_are_tokens() {
        assert_eq!(Tokens::of("").count(), 0);
        assert_eq!(Tokens::of("[ 1 ]"), Tokens::of("[2]\n"));
        assert_eq!(Tokens::of(r#"{"s": "IS", "n": [1, true]}"#).count(), 13);
    }
}
