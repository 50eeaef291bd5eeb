//! Spans and positions in a text.

use serde::Serialize;

/// A half-open range of bytes in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The range from `start` to `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(crate) const fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// `true` if `other` lies inside.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

impl From<Span> for miette::SourceSpan {
    fn from(span: Span) -> Self {
        (span.start, span.end.saturating_sub(span.start)).into()
    }
}

/// A place for people: line and column from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// Line, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: usize,
    /// Column in characters, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub column: usize,
}

impl Position {
    /// The position of a byte offset. An offset inside a character counts as that character's.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        Positions::of(text).at(offset)
    }

    /// Advances past a character.
    pub(crate) const fn pass(&mut self, character: char) {
        if character == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }
}

/// Converts offsets to positions. Each conversion continues from the one before, so that ascending offsets cost a
/// single pass over the text.
pub(crate) struct Positions<'t> {
    text: &'t str,
    /// The offset of the previous conversion.
    at: usize,
    position: Position,
}

impl<'t> Positions<'t> {
    pub(crate) const fn of(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            position: Position { line: 1, column: 1 },
        }
    }

    pub(crate) fn at(&mut self, offset: usize) -> Position {
        if offset < self.at {
            *self = Self::of(self.text);
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        for character in rest.chars() {
            let behind = self.at + character.len_utf8();
            if behind > offset {
                break;
            }
            self.position.pass(character);
            self.at = behind;
        }
        self.position
    }
}

/// A value with its span in the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value with its span.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Converts the value and keeps the span.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(make(self.value), self.span)
    }
}
