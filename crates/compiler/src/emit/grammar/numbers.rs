//! Whole numbers of a range, in digits, and the numbers of JSON.

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use crate::emit::grammar::model::{
    Expr, Grammar, any_of, characters, choice, letters, literal, optional, repeat, sequence,
};

/// The whole numbers from `least` to `most`, both included; `None` where there are none.
pub(super) fn range(least: u64, most: u64) -> Option<Expr> {
    let mut options: Vec<Expr> = Vec::new();
    if least == 0 {
        options.push(literal("0"));
    }
    // Lengths that are had whole are one option, the others have a range of their own.
    let mut whole: Option<(u32, u32)> = None;
    for length in 1..=20_u32 {
        let lowest = 10_u64.saturating_pow(length - 1);
        let highest = 10_u64.checked_pow(length).map_or(u64::MAX, |next| next - 1);
        let (low, high) = (least.max(lowest), most.min(highest));
        if (low, high) == (lowest, highest) {
            whole = Some((whole.map_or(length, |(first, _)| first), length));
        } else if low <= high {
            options.push(of_length(&digits(low), &digits(high)));
        }
    }
    if let Some((first, last)) = whole {
        let rest = (last > 1).then(|| times(digit(0, 9), first - 1, last - 1));
        options.push(sequence(std::iter::once(digit(1, 9)).chain(rest)));
    }
    any_of(options)
}

/// The whole numbers of a range but one.
pub(super) fn range_but(least: u64, most: u64, left_out: u64) -> Option<Expr> {
    if !(least..=most).contains(&left_out) {
        return range(least, most);
    }
    let below = left_out
        .checked_sub(1)
        .and_then(|below| range(least, below));
    let above = left_out.checked_add(1).and_then(|above| range(above, most));
    any_of(below.into_iter().chain(above))
}

/// The depths of a scenario that must be said: any but the one that is meant otherwise.
pub(super) fn depth(grammar: &mut Grammar, tables: &Tables, scenario: Scenario) -> Option<Expr> {
    let limits = &tables.limits;
    let (cap, default) = match scenario {
        Scenario::PathQuery => (limits.hops_cap, limits.hops_default),
        _ => {
            let own = (tables.scenario(scenario)).and_then(|row| row.default_depth);
            (limits.depth_cap, own.unwrap_or(1))
        }
    };
    let depths = range_but(1, cap.into(), default.into())?;
    Some(grammar.token("depth", depths))
}

/// The numbers of hops that must be said.
pub(super) fn hops(tables: &Tables) -> Option<Expr> {
    let limits = &tables.limits;
    range_but(1, limits.hops_cap.into(), limits.hops_default.into())
}

/// The limit of groups that is never said.
pub(super) fn group_limit(tables: &Tables) -> u32 {
    let own = tables.scenario(Scenario::Aggregation);
    own.and_then(|row| row.default_limit)
        .unwrap_or(tables.limits.page_default)
}

/// A whole number of 64 bits, as it is written back: no `-0`.
pub(super) fn integer(grammar: &mut Grammar) -> Expr {
    let unsigned = range(0, i64::MAX.unsigned_abs());
    let negative = range(1, i64::MIN.unsigned_abs());
    let negative = negative.map(|number| sequence([literal("-"), number]));
    let body = choice(unsigned.into_iter().chain(negative));
    grammar.token("integer", body)
}

/// Most digits before a point, and after it.
const DIGITS: u32 = 150;
/// Most digits of an exponent.
const EXPONENT: u32 = 2;

/// A number of JSON that every reader can hold: decimals keep the digits they are said in.
pub(super) fn decimal(grammar: &mut Grammar) -> Expr {
    let digits = |most| repeat(digit(0, 9), 1, Some(most));
    let body = sequence([
        optional(literal("-")),
        choice([
            literal("0"),
            sequence([digit(1, 9), repeat(digit(0, 9), 0, Some(DIGITS - 1))]),
        ]),
        optional(sequence([literal("."), digits(DIGITS)])),
        optional(sequence([
            letters("eE"),
            optional(letters("+-")),
            digits(EXPONENT),
        ])),
    ]);
    grammar.token("decimal", body)
}

/// One digit from `first` to `last`.
pub(super) fn digit(first: u8, last: u8) -> Expr {
    let character = |digit: u8| char::from(b'0' + digit.min(9));
    if first == last {
        return literal(&character(first).to_string());
    }
    characters(&[(character(first), character(last))])
}

/// Exactly so many digits, each from 0 to 9.
pub(super) fn any_digits(count: u32) -> Expr {
    times(digit(0, 9), count, count)
}

fn times(of: Expr, least: u32, most: u32) -> Expr {
    match (least, most) {
        (1, 1) => of,
        _ => repeat(of, least, Some(most)),
    }
}

fn digits(number: u64) -> Vec<u8> {
    number.to_string().bytes().map(|byte| byte - b'0').collect()
}

/// The digits from `low` to `high`, which are of one length and in order.
fn of_length(low: &[u8], high: &[u8]) -> Expr {
    let ([first, low @ ..], [last, high @ ..]) = (low, high) else {
        return sequence([]);
    };
    let (nines, noughts) = (vec![9; low.len()], vec![0; low.len()]);
    if first == last {
        return sequence([digit(*first, *last), of_length(low, high)]);
    }
    let mut options = Vec::new();
    let (mut from, mut to) = (*first, *last);
    if low.iter().any(|digit| *digit != 0) {
        options.push(sequence([digit(from, from), of_length(low, &nines)]));
        from += 1;
    }
    let above = high.iter().any(|digit| *digit != 9).then(|| {
        to -= 1;
        sequence([digit(*last, *last), of_length(&noughts, high)])
    });
    if from <= to {
        let rest = u32::try_from(low.len()).unwrap_or(u32::MAX);
        let rest = (rest > 0).then(|| any_digits(rest));
        options.push(sequence(std::iter::once(digit(from, to)).chain(rest)));
    }
    options.extend(above);
    choice(options)
}

/// How often a relation is walked: two numbers, the smaller first, written by `between`. `None` where it can be once only.
pub(super) fn hop_counts(most: u32, between: impl Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    let number = |number: u32| literal(&number.to_string());
    let pairs = (1..=most).flat_map(|least| (least..=most).map(move |most| (least, most)));
    any_of(pairs.map(|(least, most)| between(number(least), number(most))))
}
