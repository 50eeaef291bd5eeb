//! Days of the calendar and moments, leap years included: dates are a regular language.

use cmec_decoder::language::{CalendarUnit, RelativeDay};

use super::numbers::{any_digits, digit, range};
use crate::emit::grammar::model::{
    Expr, Grammar, choice, letters, literal, optional, repeat, sequence,
};

/// `0d`, `-1y`, `+30d`, without quotes.
pub(super) fn relative_day(grammar: &mut Grammar) -> Expr {
    let units: String = CalendarUnit::ALL.iter().map(|unit| unit.letter()).collect();
    let more = u32::try_from(RelativeDay::DIGITS - 1).ok();
    let counted = sequence([
        letters("+-"),
        digit(1, 9),
        repeat(digit(0, 9), 0, more),
        letters(&units),
    ]);
    let body = choice([literal("0d"), counted]);
    grammar.token("relative_day", body)
}

/// A day and a time of it, without quotes.
pub(super) fn moment(grammar: &mut Grammar) -> Vec<Expr> {
    let fraction = sequence([literal("."), repeat(digit(0, 9), 1, Some(9))]);
    let sign = letters("+-");
    let offset = sequence([sign, two(0, 14), literal(":"), two(0, 59)]);
    vec![
        day(grammar),
        literal("T"),
        two(0, 23),
        literal(":"),
        two(0, 59),
        literal(":"),
        two(0, 59),
        optional(fraction),
        optional(choice([literal("Z"), offset])),
    ]
}

/// `YYYY-MM-DD`, without quotes.
pub(super) fn day(grammar: &mut Grammar) -> Expr {
    let long = choice([
        sequence([literal("0"), letters("13578")]),
        literal("10"),
        literal("12"),
    ]);
    let short = choice([sequence([literal("0"), letters("469")]), literal("11")]);
    let in_month = |month: Expr, last: u64| sequence([month, literal("-"), two(1, last)]);
    let days = choice([
        in_month(long, 31),
        in_month(short, 30),
        in_month(literal("02"), 28),
    ]);
    let body = choice([
        sequence([year(), literal("-"), days]),
        sequence([leap_year(), literal("-02-29")]),
    ]);
    grammar.token("day", body)
}

/// Four digits that are not all nought.
fn year() -> Expr {
    choice((0..4_u32).map(|noughts| {
        let zeros = "0".repeat(usize::try_from(noughts).unwrap_or(0));
        let before = (noughts > 0).then(|| literal(&zeros));
        let after = (noughts < 3).then(|| any_digits(3 - noughts));
        sequence(before.into_iter().chain([digit(1, 9)]).chain(after))
    }))
}

/// A year whose number is divisible by 4, and by 400 where it ends a century.
fn leap_year() -> Expr {
    // 04, 08, 12 … 96.
    let fours = || {
        choice([
            sequence([literal("0"), letters("48")]),
            sequence([letters("2468"), letters("048")]),
            sequence([letters("13579"), letters("26")]),
        ])
    };
    choice([
        sequence([any_digits(2), fours()]),
        sequence([fours(), literal("00")]),
    ])
}

/// A number of two digits, the first of which may be nought.
fn two(least: u64, most: u64) -> Expr {
    let low = range(least, most.min(9)).map(|low| sequence([literal("0"), low]));
    let high = range(least.max(10), most);
    choice(low.into_iter().chain(high))
}
