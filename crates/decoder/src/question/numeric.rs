//! Digits with signs between: days, months and codes, `31.03.2026`, `2026-03`, `11/2023`, `П-134`.

use super::frame::Frame;
use super::letter_form::Script;
use super::lexemes::Lexemes;
use super::symbol::Symbol;
use crate::calendar::days_in_month;

/// The digits that begin with a token: whether they may be a number and a code, the days that they may be, and the
/// token behind them. None if they are a number alone.
pub(super) fn numeric(lexemes: &Lexemes, start: usize) -> Option<(bool, bool, Vec<Frame>, usize)> {
    let is_glued = start > 0 && lexemes.is_tight(start) && lexemes.is(start - 1, Script::Letters);
    if is_glued || !lexemes.is(start, Script::Digits) {
        return None;
    }
    let (mut parts, mut end) = (vec![lexemes.text(start..start + 1)], start + 1);
    let sign = lexemes.text(end..end + 1);
    while lexemes.is_sign(end, "./-:")
        && lexemes.text(end..end + 1) == sign
        && lexemes.is(end + 1, Script::Digits)
    {
        parts.push(lexemes.text(end + 1..end + 2));
        end += 2;
    }
    if sign == "-" && parts.len() == 6 {
        // Two days.
        end = start + 5;
        parts.truncate(3);
    }
    let frames = frames(&parts, sign);
    let (is_number, is_code) = match (sign, parts.as_slice()) {
        (_, [] | [_]) => return None,
        (".", [_, _]) => (true, parts.iter().all(|part| part.len() == 2)),
        // A range of numbers, unless one is a year.
        ("-", [first, second]) if frames.is_empty() || first.len() + second.len() < 5 => {
            return None;
        }
        ("/", [year, _]) if year.len() == 4 => (false, frames.is_empty()),
        ("/", [_, _]) => (false, true),
        _ => (false, frames.is_empty()),
    };
    let is_alone = is_number && !is_code && frames.is_empty();
    (!is_alone).then_some((is_number, is_code, frames, end))
}

/// The days or months that parts may be.
fn frames(parts: &[&str], sign: &str) -> Vec<Frame> {
    let order: &[[usize; 3]] = match parts {
        [year, _, _] if year.len() == 4 => &[[0, 1, 2]],
        [_, _, _] if sign == "." => &[[2, 1, 0]],
        [_, _, _] if sign == "-" => &[[2, 1, 0], [2, 0, 1], [0, 1, 2]],
        [_, _, _] => &[[2, 1, 0], [2, 0, 1]],
        [year, _] if year.len() == 4 => &[[0, 1, 9]],
        [_, year] if year.len() == 4 => &[[1, 0, 9]],
        // 1.5 is a number; 15.2 may be a day.
        [day, month] if sign == "." && day.len() + month.len() < 3 => &[],
        [_, _] if sign == "." => &[[9, 1, 0]],
        [_, _] => &[[9, 1, 0], [9, 0, 1]],
        _ => &[],
    };
    let mut frames = Vec::new();
    for places in order {
        let [year, month, day] = places.map(|place| parts.get(place).copied());
        let years = match year {
            Some(year) => full_years(year).into_iter().map(Some).collect(),
            None => vec![None],
        };
        for year in years {
            let frame = frame(year, month, day).filter(|frame| !frames.contains(frame));
            frames.extend(frame.filter(|_| sign != ":"));
        }
    }
    frames
}

fn frame(year: Option<i64>, month: Option<&str>, day: Option<&str>) -> Option<Frame> {
    let short = |part: &str| {
        let number = part.parse::<i64>().ok();
        number.filter(|number| part.len() <= 2 && *number > 0)
    };
    // An absent part is none; a part that is no number of its kind is no day.
    let part = |part: Option<&str>, most| match part {
        Some(part) => short(part).filter(|own| *own <= most).map(Some),
        None => Some(None),
    };
    let (month, day) = (part(month, 12)?, part(day, 31)?);
    // Without a year, of a leap year.
    let last = days_in_month(year.unwrap_or(2000), month?);
    (day.is_none_or(|day| day <= last)).then(|| {
        let parts = [
            (Symbol::Year, year),
            (Symbol::Month, month),
            (Symbol::Day, day),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(symbol, value)| Some((symbol, value?)));
        Frame::of(&parts.collect::<Vec<_>>())
    })
}

/// The year of four digits, or those of two: this century's before 70, the last one's from 30.
pub(super) fn full_years(year: &str) -> Vec<i64> {
    let Ok(number) = year.parse::<i64>() else {
        return Vec::new();
    };
    match (year.len(), number) {
        (2, ..30) => vec![2000 + number],
        (2, 30..70) => vec![2000 + number, 1900 + number],
        (2, _) => vec![1900 + number],
        (4, 1_000..3_000) => vec![number],
        _ => Vec::new(),
    }
}

/// The token behind a code of letters and digits that begins with a token: `П-134`, `A4`.
pub(super) fn code(lexemes: &Lexemes, start: usize) -> Option<usize> {
    let is_part = |at: usize| lexemes.is(at, Script::Digits) || lexemes.is(at, Script::Letters);
    if !is_part(start) {
        return None;
    }
    let (mut end, mut digits, mut unknown) = (start, 0, 0);
    let mut is_mark = lexemes.is(start, Script::Letters);
    loop {
        match lexemes.is(end, Script::Digits) {
            true => digits += 1,
            false => {
                let is_suffix =
                    end > start && lexemes.sense(end - 1, Symbol::OrdinalSuffix).is_some();
                unknown += usize::from(lexemes.senses(end).is_none() && !is_suffix);
                let is_short = lexemes.text(end..end + 1).chars().count() <= 2;
                // A sign and a letter or two: `134-П`; not `5-летний`.
                is_mark |= is_short && end > start && lexemes.is(end - 1, Script::Sign);
            }
        }
        end += 1;
        if lexemes.is_tight(end) && is_part(end) {
            continue;
        }
        if lexemes.is_sign(end, "-/._") && is_part(end + 1) {
            end += 1;
            continue;
        }
        break;
    }
    (digits > 0 && unknown > 0 && (is_mark || digits > 1)).then_some(end)
}
