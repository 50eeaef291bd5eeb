//! `Place`: a position in the sources of a codebook.

use std::fmt::{Display, Formatter, Result};

/// A place in a source: file and byte range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Index of the file in its [`SourceSet`](crate::SourceSet).
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Place {
    /// A place without content.
    pub(crate) const fn point(file: usize, start: usize) -> Self {
        let end = start;
        Self { file, start, end }
    }

    /// Its start, without its content.
    pub(crate) const fn start_only(self) -> Self {
        Self {
            end: self.start,
            ..self
        }
    }
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }
}

impl Spanned<String> {
    pub(crate) fn text(&self) -> &str {
        &self.value
    }
}

impl<T: Display> Display for Spanned<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.value.fmt(f)
    }
}
