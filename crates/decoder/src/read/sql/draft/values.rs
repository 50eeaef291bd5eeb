//! Reads values: numbers, texts, days and periods, typed by the column they are compared with.

use std::borrow::Cow;

use crate::calendar;
use crate::draft::Raw;
use crate::finding::registry;
use crate::language::{CalendarUnit, Derivation, RelativeDay, ValueType};
use crate::ledger::LedgerKind;
use crate::read::sql::draft::Context;
use crate::read::sql::draft::query::Column;
use crate::read::sql::tree::{Call, Expression, Sign};
use crate::span::{Span, Spanned};
use crate::sql_words::text as quoted;
use crate::sql_words::{is_same, is_today};

/// Functions that add to or subtract from a day; `true` for subtraction.
const COUNTED: &[(&str, bool)] = &[
    ("date_sub", true),
    ("date_add", false),
    ("adddate", false),
    ("subdate", true),
];

/// Reads a value for a column; reports an expression that is not one.
pub(super) fn value<'a>(
    context: &mut Context<'a>,
    column: &Column<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Spanned<Raw<'a>>> {
    let field = column.field();
    let value_type = field.map(|field| field.value_type);
    let span = said.span;
    let raw = match &said.value {
        Expression::Number(digits) => number(value_type, digits),
        Expression::Text(text) => text_value(column, value_type, text),
        Expression::Boolean(yes) => match value_type {
            Some(ValueType::Boolean) | None => Raw::Boolean(*yes),
            Some(_) => Raw::Text(Cow::Borrowed(if *yes { "true" } else { "false" })),
        },
        Expression::Null => {
            let help = "write `IS NULL` or `IS NOT NULL`";
            let message = "nothing is equal to `NULL`";
            context.report(&registry::WRONG_VALUE_TYPE, span, message, help);
            return None;
        }
        other => match (text(said), day(said)) {
            (Some(text), _) => {
                let why = "no column is called so: the double quotes hold a text";
                context.note(LedgerKind::Derived, "/constraints/filters", why, span);
                text_value(column, value_type, &text.value)
            }
            (None, Some(day)) => Raw::Text(Cow::Owned(day)),
            (None, None) => {
                no_value(context, other, span);
                return None;
            }
        },
    };
    Some(Spanned::new(raw, span))
}

fn no_value<'a>(context: &mut Context<'a>, said: &Expression<'a>, span: Span) {
    let text = context.slice(span);
    match said {
        Expression::Column(path) if path.len() > 1 => {
            let message = format!("there is no column `{text}`");
            let help = "write a column of a table of the query";
            context.report(&registry::UNKNOWN_FIELD, span, message, help);
        }
        Expression::Column(_) => {
            let message = format!("`{text}` is no column and no value");
            let help = "write a text in single quotes";
            let reading = [quoted(text)];
            context.ask(&registry::UNKNOWN_FIELD, span, (message, help), reading);
        }
        _ => {
            let message = format!("`{text}` is no value");
            let help = "compare with a number, a text in single quotes, a day, or a column";
            context.report(&registry::WRONG_VALUE_TYPE, span, message, help);
        }
    }
}

fn number<'a>(value_type: Option<ValueType>, digits: &'a str) -> Raw<'a> {
    match value_type {
        Some(ValueType::Boolean) if digits == "1" => Raw::Boolean(true),
        Some(ValueType::Boolean) if digits == "0" => Raw::Boolean(false),
        Some(ValueType::Integer | ValueType::Decimal) | None => Raw::Number(digits),
        Some(_) => Raw::Text(Cow::Borrowed(digits)),
    }
}

fn text_value<'a>(
    column: &Column<'a>,
    value_type: Option<ValueType>,
    text: &Cow<'a, str>,
) -> Raw<'a> {
    let raw = Raw::Text(text.clone());
    match value_type {
        Some(ValueType::Boolean) => match text.to_ascii_lowercase().as_str() {
            "true" | "t" | "1" | "yes" => Raw::Boolean(true),
            "false" | "f" | "0" | "no" => Raw::Boolean(false),
            _ => raw,
        },
        Some(ValueType::Integer | ValueType::Decimal) => match text {
            Cow::Borrowed(digits) if is_plain_number(digits) => {
                Raw::Number(match column.is_period() {
                    true => digits.trim_start_matches('0'),
                    false => digits,
                })
            }
            _ => raw,
        },
        Some(ValueType::Date | ValueType::Datetime) => {
            match month(text).filter(|_| column.is_period()) {
                Some(day) => Raw::Text(Cow::Owned(day)),
                None => raw,
            }
        }
        _ => raw,
    }
}

/// `true` for an unambiguous number. Three digits after a point may be thousands.
fn is_plain_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        None => digits(text),
        Some((whole, rest)) => digits(whole) && digits(rest) && rest.len() != 3,
    }
}

/// The first day of the month in a text such as `2026-03`.
fn month(text: &str) -> Option<String> {
    let day = format!("{text}-01");
    (text.len() == 7 && calendar::is_date(&day)).then_some(day)
}

/// The first and last month of the quarter in a text such as `2026-Q1`.
fn quarter(text: &str) -> Option<(i64, i64)> {
    let (_, quarter) = text.split_once(['-', 'Q', 'q'])?;
    let quarter = quarter.trim_start_matches(['Q', 'q']);
    let own: i64 = quarter.parse().ok().filter(|own| (1..=4).contains(own))?;
    (quarter.len() == 1 && (6..=7).contains(&text.len()) && text.contains(['Q', 'q']))
        .then_some((own * 3 - 2, own * 3))
}

/// The period of a text that is compared with a day: a month, quarter or year.
pub(super) fn period<'a>(text: &Cow<'a, str>) -> Option<(Derivation, Raw<'a>)> {
    if let Some(day) = month(text) {
        return Some((Derivation::Month, Raw::Text(Cow::Owned(day))));
    }
    if quarter(text).is_some() {
        let [first, _] = ends(text)?;
        return Some((Derivation::Quarter, Raw::Text(Cow::Owned(first))));
    }
    let is_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    match text {
        Cow::Borrowed(year) if is_year => Some((Derivation::Year, Raw::Number(year))),
        _ => None,
    }
}

/// The first and last day of a text: a day, month, quarter or year.
pub(super) fn ends(text: &str) -> Option<[String; 2]> {
    if calendar::is_date(text) {
        return Some([text.to_owned(), text.to_owned()]);
    }
    let year = text
        .get(..4)
        .filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()))?;
    let (first, last) = match text.len() {
        4 => (1, 12),
        _ if quarter(text).is_some() => quarter(text)?,
        _ => {
            let month = month(text)?.get(5..7)?.parse().ok()?;
            (month, month)
        }
    };
    let days = calendar::days_in_month(year.parse().ok()?, last);
    Some([
        format!("{year}-{first:02}-01"),
        format!("{year}-{last:02}-{days:02}"),
    ])
}

/// The relative day of an expression, in the notation `-1m`.
pub(super) fn day(said: &Spanned<Expression<'_>>) -> Option<String> {
    let (count, letter, begins) = match began(&said.value) {
        Some((count, letter)) => (count, letter, true),
        None => match counted(&said.value)? {
            (0, _) => (0, 'd', false),
            (count, letter) => (count, letter, false),
        },
    };
    let mut units = CalendarUnit::ALL.iter().copied();
    let day = RelativeDay {
        count: count.try_into().ok()?,
        unit: units.find(|unit| unit.letter() == letter)?,
        begins,
    };
    Some(day.written())
}

/// Reads `DATE_TRUNC('month', CURRENT_DATE - INTERVAL '1 month')`, and the same with the interval after it.
fn began(said: &Expression<'_>) -> Option<(i64, char)> {
    match said {
        Expression::Call(call) if is_same(&call.name.value.text, "date_trunc") => {
            let [unit, day] = call.arguments.as_slice() else {
                return None;
            };
            let Expression::Text(unit) = &unit.value.value else {
                return None;
            };
            let (_, letter) =
                units(1, unit).filter(|(count, letter)| *count == 1 && *letter != 'd')?;
            match counted(&day.value.value)? {
                (0, _) => Some((0, letter)),
                (count, own) => (own == letter).then_some((count, letter)),
            }
        }
        Expression::Sum(first, others) => {
            let (count, unit) = began(&first.value)?;
            let (more, _) = signed(others).filter(|(_, own)| *own == unit)?;
            Some((count.checked_add(more)?, unit))
        }
        // `DATE('now', 'start of month', '-1 month')` of SQLite.
        Expression::Call(call) if is_same(&call.name.value.text, "date") => {
            let mut texts = call.arguments.iter().map(|one| match &one.value.value {
                Expression::Text(text) => Some(text.as_ref()),
                _ => None,
            });
            (texts.next()? == Some("now")).then_some(())?;
            let start = texts.next()??.strip_prefix("start of ")?;
            let (_, unit) = units(1, start).filter(|(_, letter)| *letter != 'd')?;
            match texts.next() {
                None => Some((0, unit)),
                Some(change) => amount(change?).filter(|(_, own)| *own == unit),
            }
        }
        _ => None,
    }
}

fn counted(said: &Expression<'_>) -> Option<(i64, char)> {
    match said {
        Expression::Column(_) => {
            let name = said.bare_name()?;
            (name.quote.is_none() && is_today(&name.text)).then_some((0, 'd'))
        }
        Expression::Call(call) => counted_by_call(call),
        Expression::Sum(first, others) => {
            let (0, _) = counted(&first.value)? else {
                return None;
            };
            signed(others)
        }
        _ => None,
    }
}

/// Reads the only interval that is added or subtracted.
fn signed(terms: &[(Spanned<Sign>, Spanned<Expression<'_>>)]) -> Option<(i64, char)> {
    let [(sign, amount)] = terms else {
        return None;
    };
    let (count, unit) = interval(&amount.value)?;
    match sign.value {
        Sign::Plus => Some((count, unit)),
        Sign::Minus => Some((count.checked_neg()?, unit)),
        _ => None,
    }
}

fn counted_by_call(call: &Call<'_>) -> Option<(i64, char)> {
    let name = &call.name.value;
    let arguments: Vec<&Expression<'_>> =
        call.arguments.iter().map(|one| &one.value.value).collect();
    if arguments.is_empty() {
        return is_today(&name.text).then_some((0, 'd'));
    }
    // `DATE('now', '-1 month')` of SQLite; `DATE(NOW())`.
    if is_same("date", &name.text) || is_same("datetime", &name.text) {
        return match arguments.as_slice() {
            [Expression::Text(now)] if is_same(now, "now") => Some((0, 'd')),
            [Expression::Text(now), Expression::Text(change)] if is_same(now, "now") => {
                amount(change)
            }
            [inner] => counted(inner),
            _ => None,
        };
    }
    let (_, earlier) = COUNTED.iter().find(|(own, _)| is_same(own, &name.text))?;
    let [from, change] = arguments.as_slice() else {
        return None;
    };
    let (0, _) = counted(from)? else {
        return None;
    };
    let (count, unit) = interval(change)?;
    let count = match *earlier {
        true => count.checked_neg()?,
        false => count,
    };
    Some((count, unit))
}

/// Reads `INTERVAL '1 month'`, `INTERVAL 1 YEAR`, or `7` as days.
fn interval(said: &Expression<'_>) -> Option<(i64, char)> {
    match said {
        Expression::Number(days) => Some((days.parse().ok()?, 'd')),
        Expression::Interval(count, None) => match &count.value {
            Expression::Text(text) => amount(text),
            _ => None,
        },
        Expression::Interval(count, Some(name)) => {
            let digits = match &count.value {
                Expression::Number(digits) => *digits,
                Expression::Text(text) => text.as_ref(),
                _ => return None,
            };
            units(digits.parse().ok()?, &name.value.text)
        }
        _ => None,
    }
}

/// Reads `-1 month`.
fn amount(text: &str) -> Option<(i64, char)> {
    let (digits, name) = text.trim().split_once(' ')?;
    units(digits.parse().ok()?, name.trim())
}

fn units(count: i64, name: &str) -> Option<(i64, char)> {
    let name = name.to_ascii_lowercase();
    Some(match name.strip_suffix('s').unwrap_or(&name) {
        "day" => (count, 'd'),
        "week" => (count, 'w'),
        "month" => (count, 'm'),
        "quarter" => (count.checked_mul(3)?, 'm'),
        "year" => (count, 'y'),
        _ => return None,
    })
}

/// The kind of a `LIKE` pattern.
#[derive(Debug, PartialEq)]
pub(super) enum Pattern {
    Whole(String),
    Part(String),
    Start(String),
    End(String),
    /// A wildcard in the middle, or `_`.
    Other,
}

/// Parses a `LIKE` pattern; a backslash escapes a wildcard.
pub(super) fn pattern(text: &str) -> Pattern {
    let mut letters = text.chars().peekable();
    let (mut piece, mut at_start, mut at_end) = (String::new(), false, false);
    while let Some(letter) = letters.next() {
        if at_end && letter != '%' {
            return Pattern::Other;
        }
        match letter {
            '\\' => match letters.next() {
                Some(letter) => piece.push(letter),
                None => return Pattern::Other,
            },
            '_' => return Pattern::Other,
            '%' if piece.is_empty() => at_start = true,
            '%' => at_end = true,
            letter => piece.push(letter),
        }
    }
    match (at_start, at_end) {
        _ if piece.is_empty() => Pattern::Other,
        (false, false) => Pattern::Whole(piece),
        (true, true) => Pattern::Part(piece),
        (false, true) => Pattern::Start(piece),
        (true, false) => Pattern::End(piece),
    }
}

/// The text of an expression that must be one.
pub(super) fn text<'a>(said: &Spanned<Expression<'a>>) -> Option<Spanned<Cow<'a, str>>> {
    let text = match &said.value {
        Expression::Text(text) => text.clone(),
        other => {
            let name = other.bare_name().filter(|name| name.quote == Some('"'))?;
            name.text.clone()
        }
    };
    Some(Spanned::new(text, said.span))
}

/// The digits of an expression that must be a whole number.
pub(super) fn digits<'a>(
    context: &mut Context<'a>,
    said: &Spanned<Expression<'a>>,
    what: &str,
) -> Option<Spanned<&'a str>> {
    if let Expression::Number(digits) = said.value {
        return Some(Spanned::new(digits, said.span));
    }
    let message = format!("`{}` is no {what}", context.slice(said.span));
    let help = "write a whole number";
    context.report(&registry::WRONG_SHAPE, said.span, message, help);
    None
}
