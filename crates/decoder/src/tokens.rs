//! The lexical tokens of a text.
//!
//! They are counted only on request, because decoding does not need their number.

use std::fmt;

use logos::Logos;
use serde::{Serialize, Serializer};

use crate::notation::Notation;
use crate::read::json::lexer::Token;
use crate::read::sql;

/// The lexical tokens of a text, counted on request.
#[derive(Clone, Copy)]
pub enum Tokens<'a> {
    /// The text and its notation.
    Text(&'a str, Notation),
    /// Their number alone.
    Count(usize),
}

impl<'a> Tokens<'a> {
    pub(crate) const fn of(text: &'a str, notation: Notation) -> Self {
        Self::Text(text, notation)
    }

    /// Their number alone, without the text.
    #[must_use]
    pub fn into_owned(self) -> Tokens<'static> {
        Tokens::Count(self.count())
    }

    /// Their number. Each piece that is not a token of the notation counts as one.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Count(count) => count,
            Self::Text(text, Notation::Sql) => sql::count(text),
            Self::Text(text, _) => Token::lexer(text).count(),
        }
    }
}

/// Equal if the numbers of tokens are equal.
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
    use crate::notation::Notation;

    #[test]
    fn marks_words_and_strings_are_tokens() {
        let json = |text| Tokens::of(text, Notation::C02).count();
        assert_eq!(json(""), 0);
        assert_eq!(json(r#"{"s": "IS", "n": [1, true]}"#), 13);
        let sql = |text| Tokens::of(text, Notation::Sql).count();
        assert_eq!(sql("SELECT * FROM \"a b\" LIMIT 5 »"), 7);
        assert_eq!(
            Tokens::of("[ 1 ]", Notation::C02),
            Tokens::of("[2]\n", Notation::C02)
        );
    }
}
