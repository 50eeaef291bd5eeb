//! The `Cursor` of the next page of an answer, as a text that a host returns unchanged.
//!
//! A cursor belongs to one question and points after one row: the moment of that row, the number of rows of that moment
//! already returned, and the row's fingerprint. It holds no text of the infobase and adds none to a query: its moment
//! narrows a bound of the period, and the rest is only compared.
//!
//! Planning refuses the cursor of another question; resolving refuses it for other anchors. The limit is not part of
//! the question.
//!
//! ```text
//! strategy 1 · question 12 · anchors 12 · moment 8 · given 4 · row 12 · before 4   bytes, big-endian
//! ```

use chrono::{DateTime, Datelike, NaiveDateTime};
use serde::Serialize;

use crate::cursor_text::{self, CursorError, take};
use crate::fingerprint::Fingerprint;
use crate::lane::address::strategy::Strategy;
use crate::ports::moment;

pub(crate) const CURSOR_VERSION: u8 = 3;

/// The start of the next page of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cursor {
    /// Fingerprint of the question: recipe, query text, filters, accounts, order.
    #[serde(skip)]
    pub(crate) question: Fingerprint,
    /// Fingerprint of the elements that its anchors resolved to.
    #[serde(skip)]
    pub(crate) anchors: Fingerprint,
    /// The strategy of the first page.
    #[serde(skip)]
    pub(crate) strategy: Strategy,
    /// The row that the page starts after.
    #[serde(flatten)]
    pub(crate) position: RowPosition,
    /// Number of rows on the pages before.
    #[serde(rename = "rows_before")]
    pub(crate) before: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct RowPosition {
    /// The moment of the row. A plan does not show it, since the answer may not.
    #[serde(skip)]
    pub(crate) moment: NaiveDateTime,
    /// Number of rows of that moment up to and including this one, at least one.
    #[serde(rename = "given_of_moment")]
    pub(crate) given: u32,
    /// Fingerprint of the row.
    #[serde(skip)]
    pub(crate) row: Fingerprint,
}

impl Cursor {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, CursorError> {
        Self::of_body(&cursor_text::open(bytes)?).ok_or(CursorError::Position)
    }

    /// `None` where a field has an impossible value.
    fn of_body(mut body: &[u8]) -> Option<Self> {
        let [strategy] = take(&mut body)?;
        Some(Self {
            strategy: Strategy::of_byte(strategy)?,
            question: Fingerprint(take(&mut body)?),
            anchors: Fingerprint(take(&mut body)?),
            position: RowPosition {
                moment: moment_at(i64::from_be_bytes(take(&mut body)?))?,
                given: Some(u32::from_be_bytes(take(&mut body)?)).filter(|given| *given > 0)?,
                row: Fingerprint(take(&mut body)?),
            },
            before: u32::from_be_bytes(take(&mut body)?),
        })
    }

    #[cfg(any(test, feature = "run"))]
    fn body(&self) -> Vec<u8> {
        let RowPosition { moment, given, row } = self.position;
        let mut body = vec![self.strategy.byte()];
        body.extend(self.question.0);
        body.extend(self.anchors.0);
        body.extend(moment.and_utc().timestamp().to_be_bytes());
        body.extend(given.to_be_bytes());
        body.extend(row.0);
        body.extend(self.before.to_be_bytes());
        body
    }

    #[cfg(any(test, feature = "run"))]
    pub(crate) fn text(&self) -> Option<String> {
        cursor_text::seal(CURSOR_VERSION, self.body())
    }
}

fn moment_at(seconds: i64) -> Option<NaiveDateTime> {
    let moment = DateTime::from_timestamp(seconds, 0)?.naive_utc();
    (1..=moment::LAST_YEAR)
        .contains(&moment.year())
        .then_some(moment)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    // The test prelude has another `Strategy`.
    use crate::lane::address::strategy::Strategy;
    use crate::taxonomy::PeriodWindow;

    fn parse(text: &str) -> Result<Cursor, CursorError> {
        Cursor::read(&cursor_text::bytes(text)?)
    }

    fn cursor(seconds: i64, given: u32) -> Cursor {
        Cursor {
            question: Fingerprint::of(["q"]),
            anchors: Fingerprint::of(["a"]),
            strategy: Strategy {
                window: PeriodWindow::Available,
                ..Strategy::ASKED
            },
            position: RowPosition {
                moment: DateTime::from_timestamp(seconds, 0).unwrap().naive_utc(),
                given,
                row: Fingerprint::of(["r"]),
            },
            before: 7,
        }
    }

    proptest! {
        #[test]
        fn reads_what_it_wrote(seconds in -62_135_596_800_i64..=64_060_588_799, given in 1_u32..) {
            let cursor = cursor(seconds, given);
            prop_assert_eq!(parse(&cursor.text().unwrap()), Ok(cursor));
        }

        #[test]
        fn refuses_any_other_text(text in ".*") {
            prop_assert!(parse(&text).is_err());
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let of = |seconds, given| cursor(seconds, given).text().unwrap();
        let text = of(1_774_000_000, 2);
        let digits = |count: usize| text.chars().take(count).collect::<String>();
        let length = |found: usize| CursorError::Length { found };
        for (text, error) in [
            (String::new(), length(0)),
            (digits(90), CursorError::Seal),
            (digits(91), length(91)),
            (format!("{text}00"), CursorError::Seal),
            ("0".repeat(9000), length(9000)),
            ("1é".to_owned(), length(2)),
            (digits(90) + "-0", CursorError::Character { at: 91 }),
            ("курсор".to_owned(), CursorError::Character { at: 1 }),
            (of(1_774_000_000, 0), CursorError::Position),
            (of(64_060_588_800, 1), CursorError::Position),
            (of(-62_135_596_801, 1), CursorError::Position),
        ] {
            assert_eq!(parse(&text), Err(error), "{text}");
        }
        assert_eq!(parse(&text.to_uppercase()), parse(&text));
    }
}
