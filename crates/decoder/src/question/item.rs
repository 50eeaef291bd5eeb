//! An item of a question: a number, a code, digits that may be a day, or a word.

use std::ops::RangeInclusive;

use super::Meaning;
use super::amount::Amount;
use super::frame::Frame;
use super::grammar::Senses;
use super::letter_form::Script;
use super::lexemes::Lexemes;
use super::numeric::{code, full_years, numeric};
use super::symbol::Symbol;
use crate::letters::is_unspaced;

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Word(Option<&'static Senses>),
    Number(Amount),
    /// The days or periods that it may be, and its other meanings.
    Period(Vec<Frame>, Vec<Meaning>),
}

/// Tokens in a row.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
}

/// What begins with a token, and the token behind it.
pub(super) fn kind(lexemes: &Lexemes, start: usize) -> (Kind, usize) {
    let code_of = |end| (Kind::Period(Vec::new(), vec![Meaning::Code]), end);
    let senses = lexemes.senses(start);
    let is_letters = |at: usize| lexemes.is(at, Script::Letters);
    // A part of a compound is no word of its own: Сен-Клер.
    let is_name = |at: usize| is_letters(at) && lexemes.senses(at).is_none();
    let is_compound = lexemes.is_sign(start + 1, "-") && is_name(start + 2)
        || start > 1 && lexemes.is_sign(start - 1, "-") && is_name(start - 2);
    if is_letters(start) && is_compound && code(lexemes, start).is_none() {
        return (Kind::Word(None), start + 1);
    }
    if let Some((_, end)) = lexemes.sense(start, Symbol::Phrase) {
        return (Kind::Word(None), end);
    }
    if let Some(end) =
        (lexemes.sense(start, Symbol::CodeMark)).and_then(|(_, end)| marked(lexemes, end))
    {
        return code_of(end);
    }
    if let Some(end) = code(lexemes, start) {
        return code_of(end);
    }
    let number = lexemes
        .number(start)
        .map(|number| year_of_pair(lexemes, start, &number).unwrap_or(number));
    if let Some((is_number, is_code, frames, end)) = numeric(lexemes, start) {
        // A power of ten or a percent sign behind makes it a number.
        let is_longer = number.as_ref().is_some_and(|(_, number)| *number > end);
        if !is_longer || !is_number {
            let amount = number.filter(|_| is_number).map(|(amount, _)| amount);
            let numbers = amount.iter().flat_map(numbers);
            let others = numbers.chain(is_code.then_some(Meaning::Code)).collect();
            return (Kind::Period(frames, others), end);
        }
    }
    if lexemes.is_estimate(start) {
        return (Kind::Word(None), start + 2);
    }
    match (number, senses) {
        (Some((_, end)), _) if lexemes.sense(end, Symbol::Fraction).is_some() => {
            let behind = lexemes.number(end + 1).map_or(end + 1, |(_, end)| end);
            (Kind::Word(None), behind)
        }
        (Some((amount, end)), longer) if longer.is_none_or(|(_, longer)| end >= longer) => {
            (Kind::Number(amount), end)
        }
        (_, Some((senses, end))) => (Kind::Word(Some(senses)), end),
        // A number that is too large, with its powers of ten.
        (None, None) if lexemes.is(start, Script::Digits) => {
            let mut end = start + 1;
            while let Some((_, next)) = lexemes.sense(end, Symbol::Scale) {
                end = next;
            }
            code_of(end)
        }
        _ => (Kind::Word(None), start + 1),
    }
}

/// The token behind a code that begins with a token, behind its mark: № 11/2023.
fn marked(lexemes: &Lexemes, start: usize) -> Option<usize> {
    let mut end = start;
    while lexemes.token(end).is_some()
        && (end == start || lexemes.is_tight(end) && !lexemes.is(end, Script::Unspaced))
        && (!lexemes.is(end, Script::Sign) || lexemes.is_sign(end, "-/._"))
    {
        end += 1;
    }
    (start..end)
        .any(|at| lexemes.is(at, Script::Digits))
        .then_some(end)
}

/// Nineteen ninety nine.
fn year_of_pair(
    lexemes: &Lexemes,
    start: usize,
    century: &(Amount, usize),
) -> Option<(Amount, usize)> {
    let part = |at: usize, (amount, _): &(Amount, usize), range: RangeInclusive<i64>| {
        let is_word = lexemes.is(at, Script::Letters) && !amount.ordinal && amount.digits == 0;
        amount
            .plain()
            .filter(|plain| is_word && range.contains(plain))
    };
    let hundreds = part(start, century, 18..=20)?;
    let year = lexemes.number(century.1)?;
    let ones = part(century.1, &year, 10..=99)?;
    Some((Amount::of(hundreds * 100 + ones), year.1))
}

pub(super) fn numbers(amount: &Amount) -> impl Iterator<Item = Meaning> {
    let meaning = match (amount.percent, amount.ordinal) {
        (true, _) => Meaning::Percent,
        (false, true) => Meaning::Ordinal,
        (false, false) => Meaning::Number,
    };
    amount.texts().map(meaning)
}

pub(super) fn modern_year(amount: &Amount) -> Option<i64> {
    let plain = amount
        .plain()
        .filter(|_| !amount.ordinal && matches!(amount.digits, 0 | 4));
    plain.filter(|plain| (1900..2100).contains(plain))
}

/// What a number can be in a pattern.
pub(super) fn number_symbols(amount: &Amount, text: &str, take: &mut dyn FnMut(Symbol, i64)) {
    let Some(plain) = amount.plain() else {
        return;
    };
    let mut within = |is: bool, symbol, range: RangeInclusive<i64>| {
        if is && range.contains(&plain) {
            take(symbol, plain);
        }
    };
    let is_short = amount.digits <= 2;
    // One quarter is an amount.
    let is_quarter = amount.digits > 0 || amount.ordinal || text.starts_with(is_unspaced);
    let is_long = matches!(amount.digits, 0 | 4);
    within(is_short, Symbol::Day, 1..=31);
    within(is_short, Symbol::MonthNumber, 1..=12);
    within(is_short && is_quarter, Symbol::Quarter, 1..=4);
    within(is_short, Symbol::Half, 1..=2);
    within(is_short, Symbol::WeekNumber, 1..=53);
    within(is_short, Symbol::Century, 1..=30);
    within(amount.ordinal, Symbol::DayOrdinal, 1..=31);
    within(amount.ordinal, Symbol::Nth, 1..=60);
    within(amount.ordinal, Symbol::QuarterOrdinal, 1..=4);
    within(
        !amount.ordinal && !text.starts_with('0'),
        Symbol::Count,
        1..=999,
    );
    within(is_long, Symbol::Year, 1_000..=2_999);
    within(
        is_long && !amount.ordinal,
        Symbol::ModernYear,
        1_900..=2_099,
    );
    within(plain % 10 == 0, Symbol::Decade, 10..=90);
    within(plain % 10 == 0, Symbol::Decade, 1_100..=2_090);
    match amount.digits {
        2 => {
            let year = full_years(&format!("{plain:02}")).first().copied();
            year.into_iter()
                .for_each(|year| take(Symbol::AnyYear, year));
        }
        0 => within(true, Symbol::AnyYear, 100..=9_999),
        digits => within(digits > 2, Symbol::AnyYear, 1..=9_999),
    }
}
