//! The `Cursor` of the next page of an answer, as a text that a host returns unchanged.
//!
//! Its first byte identifies the lane.

use crate::cursor_text::{self, CursorError};
use crate::lane::retrieval::NoCursor;
use crate::lane::{address, structured};

/// The start of the next page of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Cursor {
    /// A cursor of the address lane.
    Address(address::cursor::Cursor),
    /// A cursor of the structured lane.
    Structured(Box<structured::cursor::Cursor>),
}

pub(crate) trait OwnCursor: Sized {
    /// The lane's own cursor, if this is one.
    fn of(cursor: &Cursor) -> Option<&Self>;
}

impl OwnCursor for address::cursor::Cursor {
    fn of(cursor: &Cursor) -> Option<&Self> {
        match cursor {
            Cursor::Address(own) => Some(own),
            Cursor::Structured(_) => None,
        }
    }
}

impl OwnCursor for structured::cursor::Cursor {
    fn of(cursor: &Cursor) -> Option<&Self> {
        match cursor {
            Cursor::Structured(own) => Some(own),
            Cursor::Address(_) => None,
        }
    }
}

impl OwnCursor for NoCursor {
    fn of(_cursor: &Cursor) -> Option<&Self> {
        None
    }
}

impl Cursor {
    /// Reads a cursor.
    ///
    /// # Errors
    /// The text is not an unchanged cursor of this program.
    pub fn parse(text: &str) -> Result<Self, CursorError> {
        let bytes = cursor_text::bytes(text)?;
        match bytes.first().copied() {
            Some(address::cursor::CURSOR_VERSION) => {
                address::cursor::Cursor::read(&bytes).map(Self::Address)
            }
            Some(structured::cursor::CURSOR_VERSION) => {
                let cursor = structured::cursor::Cursor::read(&bytes)?;
                Ok(Self::Structured(Box::new(cursor)))
            }
            found => Err(CursorError::Version {
                found: found.unwrap_or_default(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_of_another_version_is_told() {
        for (text, found) in [("00", 0), ("01aa", 1)] {
            assert_eq!(Cursor::parse(text), Err(CursorError::Version { found }));
        }
    }
}
