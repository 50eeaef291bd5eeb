//! The cursor of a structured answer: the next page starts after the row with these sort values.
//!
//! A cursor belongs to one question of one principal, on one day, with the same entities; the lane refuses it for any
//! other. Its values are bound as parameters and narrow the rows. Pages per value, paths and links have no single last
//! row: their cursor has no values, and the next page starts at an offset.
//!
//! ```text
//! question 12 · anchors 12 · before 4 · values: kind 1, length 2, bytes   big-endian
//! ```

use crate::cursor_text::{self, CursorError, take};
use crate::fingerprint::Fingerprint;
use crate::ports::database::DatabaseValue;

pub(crate) const CURSOR_VERSION: u8 = 4;

/// The start of the next page.
#[derive(Debug, Clone, PartialEq)]
pub struct Cursor {
    /// Fingerprint of the question and the day.
    pub(crate) question: Fingerprint,
    /// Fingerprint of the instances that the entities resolve to.
    pub(crate) anchors: Fingerprint,
    /// Number of rows on the pages before; without values, the offset of the page.
    pub(crate) before: u32,
    /// The sort values of the last row; empty: the page starts at the offset `before`.
    pub(crate) values: Vec<DatabaseValue>,
}

impl Cursor {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, CursorError> {
        Self::of_body(&cursor_text::open(bytes)?).ok_or(CursorError::Position)
    }

    fn of_body(mut body: &[u8]) -> Option<Self> {
        let question = Fingerprint(take(&mut body)?);
        let anchors = Fingerprint(take(&mut body)?);
        let before = u32::from_be_bytes(take(&mut body)?);
        let mut values = Vec::new();
        // Only zero padding may follow the last value.
        while let Some([kind]) = take(&mut body).filter(|kind| *kind != [0]) {
            let length = usize::from(u16::from_be_bytes(take(&mut body)?));
            let (own, rest) = body.split_at_checked(length)?;
            body = rest;
            values.push(match kind {
                b'n' if own.is_empty() => DatabaseValue::Missing,
                b'i' => DatabaseValue::Integer(i64::from_be_bytes(own.try_into().ok()?)),
                b'r' => DatabaseValue::Real(f64::from_be_bytes(own.try_into().ok()?)),
                b't' => DatabaseValue::Text(String::from_utf8(own.to_vec()).ok()?),
                _ => return None,
            });
        }
        Some(Self {
            question,
            anchors,
            before,
            values,
        })
    }

    fn body(&self) -> Vec<u8> {
        let mut body = [self.question.0, self.anchors.0].concat();
        body.extend(self.before.to_be_bytes());
        for value in &self.values {
            let (kind, bytes) = match value {
                DatabaseValue::Missing => (b'n', Vec::new()),
                DatabaseValue::Integer(number) => (b'i', number.to_be_bytes().to_vec()),
                DatabaseValue::Real(number) => (b'r', number.to_be_bytes().to_vec()),
                DatabaseValue::Text(text) => (b't', text.clone().into_bytes()),
            };
            body.push(kind);
            body.extend(u16::try_from(bytes.len()).unwrap_or(u16::MAX).to_be_bytes());
            body.extend(bytes);
        }
        body
    }

    /// The cursor as a text; `None` where the values of the row exceed the maximum size of a cursor.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        cursor_text::seal(CURSOR_VERSION, self.body())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = DatabaseValue> {
        prop_oneof![
            Just(DatabaseValue::Missing),
            any::<i64>().prop_map(DatabaseValue::Integer),
            (-1e9..1e9).prop_map(DatabaseValue::Real),
            ".{0,20}".prop_map(DatabaseValue::Text),
        ]
    }

    proptest! {
        #[test]
        fn reads_what_it_wrote(values in prop::collection::vec(value(), 0..4), before in any::<u32>()) {
            let cursor = Cursor {
                question: Fingerprint::of(["q"]),
                anchors: Fingerprint::of(["a"]),
                before,
                values,
            };
            let bytes = cursor_text::bytes(&cursor.text().unwrap()).unwrap();
            prop_assert_eq!(Cursor::read(&bytes), Ok(cursor));
        }

        #[test]
        fn reads_no_other_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            prop_assert!(Cursor::read(&bytes).is_err());
        }
    }
}
