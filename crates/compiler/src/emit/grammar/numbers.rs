//! Whole numbers of a range, in digits, and the numbers of JSON.

use crate::emit::grammar::model::{Expr, any_of, characters, choice, literal, repeat, sequence};

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
