//! The numbers, codes, days and periods of a question in Russian, English and Chinese, which one question may mix.
//!
//! ```text
//! question ── letter form ──► tokens ── grammar/*.tsv ──► items ── patterns, in three passes ──► quantities
//!                                                         numbers, numeric days, codes, words
//! ```
//!
//! The words and the patterns of a language are a file of `question/grammar`. The code knows the calendar, and how
//! numerals are composed by position and by powers of ten; it knows no word.

mod amount;
mod days;
mod frame;
mod grammar;
mod item;
mod items;
mod letter_form;
mod lexemes;
mod numeric;
mod symbol;

use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::calendar::number_of_day;
use items::Items;

/// A part of a question that is a number, a code, a day or a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// Byte range in the question, on character boundaries.
    pub bytes: Range<usize>,
    /// Its possible meanings, the likely one first; at least one.
    pub meanings: Vec<Meaning>,
}

/// A possible meaning. Numbers are exact decimal texts with the power of ten applied: `1500` for `1.5k`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Meaning {
    /// A cardinal number: `10`, `ten`.
    Number(String),
    /// An ordinal number: `10th`, `tenth`.
    Ordinal(String),
    /// A percentage, in percent: `10%`, `ten per cent`.
    Percent(String),
    /// The ends of a range of years or numbers: `2014-2018`.
    Numbers([String; 2]),
    /// A code with digits: `62.01`, `11/2023`, `П-134`.
    Code,
    /// A day or a period.
    Period(Period),
}

/// A half-open range of days, each as year, month and day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Period {
    /// The first day; `None` if the period has no beginning.
    #[serde(serialize_with = "date")]
    pub from: Option<[i64; 3]>,
    /// The day after the last one; `None` if the period has no end.
    #[serde(serialize_with = "date")]
    pub until: Option<[i64; 3]>,
    /// Its unit of the calendar.
    pub grain: Grain,
}

/// Writes a day as `YYYY-MM-DD`.
fn date<S: Serializer>(day: &Option<[i64; 3]>, serializer: S) -> Result<S::Ok, S::Error> {
    let text = day.map(|[year, month, day]| format!("{year:04}-{month:02}-{day:02}"));
    text.serialize(serializer)
}

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// A day.
    Day,
    /// A week from Monday.
    Week,
    /// A month.
    Month,
    /// A quarter of a year.
    Quarter,
    /// A half of a year.
    Half,
    /// A year.
    Year,
    /// Any other number of days.
    Days,
}

/// Reads the numbers, codes, days and periods of a question. They are in the order of the text and do not overlap.
/// `today` is an existing day as year, month and day. A month, day or weekday without a year is the latest that has
/// begun.
#[must_use]
pub fn quantities(question: &str, today: [i64; 3]) -> Vec<Quantity> {
    Items::of(question, number_of_day(today)).quantities()
}
