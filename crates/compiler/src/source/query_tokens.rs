//! Query text → tokens, as far as the checks need the 1C query language.
//!
//! Query texts are sent byte for byte. `ПЕРВЫЕ 1001` is part of the text, one more than the largest limit; the
//! requested number of rows is the tool's own `limit` argument. The text depends on the template and the order, never
//! on the request, so every possible text is in the folder of queries. A text begins with its query, because servers
//! reject a leading comment.

use std::collections::HashSet;

use crate::finding::{Place, Spanned};

#[derive(Debug)]
pub(crate) struct Query {
    /// Position of its file.
    pub(crate) file: usize,
    /// The exact text.
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    /// The start of an unclosed string.
    pub(crate) unclosed: Option<Place>,
}

#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) text: String,
    pub(crate) place: Place,
    /// Number of brackets around it.
    pub(crate) depth: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A keyword or name.
    Word,
    /// `&Name`; the text is without `&`.
    Parameter,
    Number,
    /// A quoted string or date; the text is without quotes.
    Text,
    /// Any other single character.
    Mark,
}

impl Token {
    /// True for one of these keywords, in any case.
    pub(crate) fn is_word(&self, words: &[&str]) -> bool {
        self.kind == TokenKind::Word && {
            let upper = self.text.to_uppercase();
            words.contains(&upper.as_str())
        }
    }
}

/// `ВЫБРАТЬ` in both languages of the query language.
pub(crate) const SELECT: &[&str] = &["ВЫБРАТЬ", "SELECT"];
/// `ПЕРВЫЕ`.
pub(crate) const FIRST: &[&str] = &["ПЕРВЫЕ", "TOP"];
/// `СПЕЦСИМВОЛ`.
pub(crate) const ESCAPE: &[&str] = &["СПЕЦСИМВОЛ", "ESCAPE"];
/// Keywords allowed between `ВЫБРАТЬ` and `ПЕРВЫЕ`.
const MODIFIERS: &[&str] = &["РАЗРЕШЕННЫЕ", "ALLOWED", "РАЗЛИЧНЫЕ", "DISTINCT"];

/// `ИЗ` and `КАК`.
const FROM: &[&str] = &["ИЗ", "FROM"];
const AS: &[&str] = &["КАК", "AS"];

impl Query {
    /// The column names of the outermost selection.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        let outer = self.tokens.iter().filter(|token| token.depth == 0);
        let outer = outer.take_while(|token| !token.is_word(FROM));
        let after = outer.clone().skip(1);
        let named = outer.zip(after).filter(|(word, _)| word.is_word(AS));
        named.map(|(_, name)| name.text.as_str())
    }

    /// Tokenises a text. Never fails: an unknown character is a mark.
    pub(crate) fn read(file: usize, text: &str) -> Self {
        let mut query = Self {
            file,
            text: text.to_owned(),
            tokens: Vec::new(),
            unclosed: None,
        };
        let mut depth: u32 = 0;
        let mut rest = text.char_indices().peekable();
        while let Some((start, letter)) = rest.next() {
            let place = |end: usize| Place { file, start, end };
            let next = |rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>| {
                rest.peek().map_or(text.len(), |(at, _)| *at)
            };
            if letter == '/' && rest.peek().is_some_and(|(_, letter)| *letter == '/') {
                while rest.next_if(|(_, letter)| *letter != '\n').is_some() {}
                continue;
            }
            if letter.is_whitespace() || letter == '\u{feff}' {
                continue;
            }
            let (kind, content) = if letter == '"' || letter == '\'' {
                let mut content = String::new();
                let mut closed = false;
                while let Some((_, inner)) = rest.next() {
                    if inner != letter {
                        content.push(inner);
                    } else if rest.next_if(|(_, doubled)| *doubled == letter).is_some() {
                        content.push(letter);
                    } else {
                        closed = true;
                        break;
                    }
                }
                if !closed {
                    query.unclosed = Some(place(start + 1));
                }
                (TokenKind::Text, content)
            } else if letter == '&' {
                (TokenKind::Parameter, word(&mut rest))
            } else if letter.is_ascii_digit() {
                let mut number = String::from(letter);
                while let Some((_, digit)) =
                    rest.next_if(|(_, letter)| letter.is_alphanumeric() || *letter == '.')
                {
                    number.push(digit);
                }
                (TokenKind::Number, number)
            } else if letter.is_alphabetic() || letter == '_' {
                let tail = word(&mut rest);
                (TokenKind::Word, format!("{letter}{tail}"))
            } else {
                if letter == ')' {
                    depth = depth.saturating_sub(1);
                }
                (TokenKind::Mark, letter.to_string())
            };
            query.tokens.push(Token {
                kind,
                text: content,
                place: place(next(&mut rest)),
                depth,
            });
            if letter == '(' {
                depth += 1;
            }
        }
        query
    }

    /// The place of the first token; `None` for an empty text.
    pub(crate) fn start(&self) -> Option<Place> {
        self.tokens.first().map(|token| token.place)
    }

    /// The parameters in order of appearance.
    pub(crate) fn parameters(&self) -> Vec<Spanned<&str>> {
        let mut known: HashSet<&str> = HashSet::new();
        let parameters = (self.tokens.iter())
            .filter(|token| token.kind == TokenKind::Parameter && known.insert(&token.text));
        parameters
            .map(|token| Spanned::new(token.text.as_str(), token.place))
            .collect()
    }

    /// Each `ВЫБРАТЬ` of the result (of every part of a union), with the number after its `ПЕРВЫЕ`.
    pub(crate) fn selects(&self) -> Vec<(Place, Option<u32>)> {
        let mut selects = Vec::new();
        for (position, token) in self.tokens.iter().enumerate() {
            if token.depth > 0 || !token.is_word(SELECT) {
                continue;
            }
            let after = self.tokens.iter().skip(position + 1);
            let mut after = after.skip_while(|token| token.is_word(MODIFIERS));
            let is_bounded = after.next().is_some_and(|token| token.is_word(FIRST));
            let number = after.next().filter(|_| is_bounded);
            let number = number.and_then(|number| number.text.parse().ok());
            let first = number.filter(|number| *number > 0);
            selects.push((token.place, first));
        }
        selects
    }

    /// Most rows of the result; `None` if some part is unbounded.
    pub(crate) fn first(&self) -> Option<u32> {
        let selects = self.selects();
        if selects.is_empty() {
            return None;
        }
        let mut bounds = selects.iter().map(|(_, first)| *first);
        bounds.try_fold(0_u32, |sum, first| sum.checked_add(first?))
    }
}

fn word(rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>) -> String {
    let mut word = String::new();
    while let Some((_, letter)) =
        rest.next_if(|(_, letter)| letter.is_alphanumeric() || *letter == '_')
    {
        word.push(letter);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::{Query, TokenKind};

    #[test]
    fn reads_parameters_and_bounds() {
        let query = Query::read(
            0,
            "// 5\nВЫБРАТЬ РАЗРЕШЕННЫЕ ПЕРВЫЕ 10 А ИЗ (Выбрать 1) ГДЕ Б = &Имя И В = &Имя",
        );
        assert_eq!(query.first(), Some(10));
        let names: Vec<&str> = query.parameters().iter().map(|name| name.value).collect();
        assert_eq!(names, ["Имя"]);
    }

    #[test]
    fn a_union_is_bounded_when_each_part_is() {
        for (text, first) in [
            (
                "ВЫБРАТЬ ПЕРВЫЕ 2 А ОБЪЕДИНИТЬ ВСЕ ВЫБРАТЬ ПЕРВЫЕ 3 А",
                Some(5),
            ),
            ("ВЫБРАТЬ ПЕРВЫЕ 2 А ОБЪЕДИНИТЬ ВСЕ ВЫБРАТЬ А", None),
            ("ВЫБРАТЬ ПЕРВЫЕ 0 А", None),
            ("", None),
        ] {
            assert_eq!(Query::read(0, text).first(), first, "{text}");
        }
    }

    #[test]
    fn strings_and_their_ends() {
        let query = Query::read(0, "А = \"б \"\" в\" И Г = \"");
        let texts: Vec<&str> = query
            .tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Text)
            .map(|token| token.text.as_str())
            .collect();
        assert_eq!(texts, ["б \" в", ""]);
        assert!(query.unclosed.is_some());
    }
}
