//! The text of a cursor: a version, what the lane says, and a checksum, as hexadecimal digits.
//!
//! It begins with no hyphen and survives being copied. The checksum finds mistakes, not forgeries: a cursor grants nothing.

use std::fmt::Write as _;

use crate::fingerprint::Fingerprint;

/// Longest text that is looked at.
pub(crate) const LONGEST: usize = 8192;

/// Why a text is no cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// It has a character that no cursor has.
    #[error("character {at} of the cursor is no hexadecimal digit")]
    Character {
        /// Which, counted from one.
        at: usize,
    },
    /// It is too long or too short.
    #[error("the cursor has {found} characters, and no cursor has so many")]
    Length {
        /// Its characters.
        found: usize,
    },
    /// It was given by another version.
    #[error("the cursor is of version {found}, which this program does not read")]
    Version {
        /// Its version.
        found: u8,
    },
    /// It was changed since it was given.
    #[error("the cursor is not as it was given: its checksum does not fit")]
    Checksum,
    /// It names no position in an answer.
    #[error("the cursor names no place in an answer")]
    Position,
}

impl CursorError {
    /// A text of a length that no cursor has.
    pub(crate) fn length(text: &str) -> Self {
        Self::Length {
            found: text.chars().count(),
        }
    }
}

/// The bytes of a text of hexadecimal digits.
pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, CursorError> {
    if text.is_empty() || text.len() > LONGEST || !text.len().is_multiple_of(2) {
        return Err(CursorError::length(text));
    }
    let digits: Vec<u8> = (1..)
        .zip(text.chars())
        .map(|(at, character)| {
            let digit = character.to_digit(16);
            digit
                .and_then(|digit| u8::try_from(digit).ok())
                .ok_or(CursorError::Character { at })
        })
        .collect::<Result<_, _>>()?;
    let pairs = digits.chunks_exact(2);
    Ok(pairs
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect())
}

/// The text of a body, its checksum behind it.
pub(crate) fn text(body: &[u8]) -> String {
    let mut text = String::with_capacity(2 * body.len() + 8);
    for byte in body.iter().chain(&checksum(body)) {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The body of the bytes of a cursor, whose checksum fits.
pub(crate) fn body(bytes: &[u8]) -> Result<&[u8], CursorError> {
    let (body, sum) = bytes.split_last_chunk().ok_or(CursorError::Checksum)?;
    if checksum(body) == *sum {
        Ok(body)
    } else {
        Err(CursorError::Checksum)
    }
}

fn checksum(body: &[u8]) -> [u8; 4] {
    let [.., a, b, c, d] = Fingerprint::of_bytes(body).bits().to_be_bytes();
    [a, b, c, d]
}

/// Takes the next bytes off.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}
