//! The numbers, codes, days and periods of a question in Russian, English and Chinese, which one question may mix.
//!
//! ```text
//! question ── letter form ──► tokens ── grammar/*.tsv ──► items ── patterns, in three passes ──► quantities
//!                                                         numbers, numeric days, codes, words
//! ```
//!
//! The words and the patterns of a language are a file of `question/grammar`; the code knows numerals by position and
//! by powers of ten, the calendar, and no word.

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

use crate::calendar::number_of_day;
use items::Items;

/// A run of a question that is a number, a code, a day or a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// Bytes of the question, on the borders of characters.
    pub bytes: Range<usize>,
    /// What it may be, the likely meaning first; at least one.
    pub meanings: Vec<Meaning>,
}

/// What a run of a question may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// A number.
    Number(Number),
    /// Two numbers with a sign or word between them, which may be years or numbers: `2014-2018`.
    Numbers([Number; 2]),
    /// A mark with digits that is no plain number, as it is written: `62.01`, `11/2023`, `П-134`.
    Code,
    /// A day or a period.
    Period(Period),
}

/// An exact number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The decimal text, with the power of ten applied: `1500` for `1.5k`. A percentage is in percent.
    pub value: String,
    /// Whether it counts, tells a place in a row or a share.
    pub kind: NumberKind,
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// `10`, `ten`.
    Cardinal,
    /// `10th`, `tenth`.
    Ordinal,
    /// `10%`, `ten per cent`.
    Percent,
}

/// Days from a first one to the one before another, each as year, month and day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first day; none if the period has no beginning.
    pub from: Option<[i64; 3]>,
    /// The day behind the last; none if the period has no end.
    pub to: Option<[i64; 3]>,
    /// The unit of the calendar that it is.
    pub grain: Grain,
}

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Other days in a row.
    Days,
}

/// The numbers, codes, days and periods of a question, in their order; none overlaps another. `today` is an existing
/// day as year, month and day. A month, day or weekday without a year is the latest that has begun.
#[must_use]
pub fn quantities(question: &str, today: [i64; 3]) -> Vec<Quantity> {
    Items::of(question, number_of_day(today)).quantities()
}
