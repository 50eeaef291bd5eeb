//! Where the next page of a structured answer starts: behind a row, by the values that it is sorted by.
//!
//! It belongs to one question of one who asks, on one day, about the same entities; another one is refused. Its values are bound
//! as parameters and narrow the rows. Pages for each value, paths and links have no one row to start behind: their cursor has no
//! values, and the next page starts behind as many rows as the pages before had.
//!
//! ```text
//! question 12 · anchors 12 · before 4 · values: kind 1, length 2, bytes   big-endian
//! ```

use crate::cursor_text::{self, CursorError, take};
use crate::fingerprint::Fingerprint;
use crate::ports::database::DatabaseValue;

/// Version of the cursors of this lane.
pub(crate) const CURSOR_VERSION: u8 = 4;

/// Where the next page starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Cursor {
    /// The question, and today.
    pub(crate) question: Fingerprint,
    /// The instances that its entities meant.
    pub(crate) anchors: Fingerprint,
    /// Rows that the pages before gave; where there are no values, the offset of the page.
    pub(crate) before: u32,
    /// What the last row is sorted by; none: the page starts behind so many rows.
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
        // Behind the last value stand zeros, if anything.
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

    /// Its text; `None`: the values of the row are longer than a cursor may be.
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
