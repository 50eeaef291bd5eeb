//! Suggests the value that a text of another format means, if there is only one reading. The result is a candidate,
//! never a value. `31.03.2026` is one day everywhere; `03/04/2026` could be two days, and `1,000` two numbers.

mod day;
mod day_words;
mod figure;
mod moment;

use crate::calendar;
use crate::draft::{Raw, Words};
use crate::escape::quoted;
use crate::finding::Candidate;
use crate::finding::candidates::Choice;
use crate::language::{Arity, Operator, ValueType};
use crate::span::{Span, Spanned};
use crate::sql_words::text as sql_text;
use crate::tables::FieldDef;
use crate::typed_value::{called, typed};

/// The greatest length of a text to interpret, in bytes.
const LONGEST: usize = 64;

/// Common words for yes and no.
const YES: &[&str] = &["true", "yes", "да", "是", "1"];
const NO: &[&str] = &["false", "no", "нет", "否", "0"];

/// The only reading of a value that does not fit its field.
pub(crate) fn of(field: &FieldDef, said: &Raw<'_>) -> Option<Candidate> {
    let text = match said {
        Raw::Text(text) => text.as_ref(),
        Raw::Number(digits) => digits,
        Raw::Boolean(_) | Raw::Null | Raw::List(_) | Raw::Object => return None,
    };
    (text.len() <= LONGEST).then_some(())?;
    match field.value_type {
        ValueType::Integer | ValueType::Decimal => {
            let number = figure::read(text)?;
            fits(field, Raw::Number(&number)).then(|| plain(&number))
        }
        ValueType::Boolean => truth(text),
        ValueType::Date => {
            let day = day::read(text).map(|day| Candidate {
                labels: day::in_words(&day),
                ..plain(&day)
            });
            day.or_else(|| day_words::read(text))
        }
        ValueType::String | ValueType::Text | ValueType::Reference => {
            let is_number = matches!(said, Raw::Number(_));
            is_number.then(|| Candidate {
                label: text.to_owned(),
                ..plain(&quoted(text))
            })
        }
        ValueType::Enum => {
            let (value, _) = called(field, text).filter(|_| matches!(said, Raw::Number(_)))?;
            Some(Choice::enum_value(value).candidate())
        }
        ValueType::Datetime => {
            let moment = moment::read(text).map(|moment| plain(&moment));
            moment.or_else(|| day_words::read(text))
        }
    }
}

/// The only number that a text can mean.
pub(crate) fn number(said: &Raw<'_>) -> Option<Candidate> {
    let Raw::Text(text) = said else {
        return None;
    };
    let short = text.len() <= LONGEST;
    short
        .then(|| figure::read(text))
        .flatten()
        .map(|number| plain(&number))
}

pub(crate) fn in_order(said: &Raw<'_>, words: Words) -> Option<Candidate> {
    let Raw::List(values) = said else {
        return None;
    };
    let [first, second] = values.as_slice() else {
        return None;
    };
    let (low, high) = (scalar(&second.value, words)?, scalar(&first.value, words)?);
    let label = format!("{} – {}", second.value.text(), first.value.text());
    let code = match words {
        Words::Sql => format!("{low} AND {high}"),
        Words::Codes | Words::Names => format!("[{low}, {high}]"),
    };
    let days = |said: &Raw<'_>| match calendar::is_date(said.text()) {
        true => day::in_words(said.text()),
        false => Vec::new(),
    };
    let (low, high) = (days(&second.value), days(&first.value));
    let labels = low.into_iter().zip(high);
    let labels = labels.map(|((tag, low), (_, high))| (tag, format!("{low} – {high}")));
    Some(Candidate {
        code,
        label,
        labels: labels.collect(),
        ..Candidate::default()
    })
}

/// A single value for a list of one, or a list of one for a single value.
pub(crate) fn of_arity(
    field: &FieldDef,
    operator: Operator,
    said: &Raw<'_>,
    words: Words,
) -> Option<Candidate> {
    match (operator.arity(), said) {
        (Arity::One | Arity::Piece, Raw::List(values)) => {
            let [only] = values.as_slice() else {
                return None;
            };
            let known = typed(field, only).is_ok();
            let one = scalar(&only.value, words).filter(|_| known)?;
            Some(Candidate {
                code: one.clone(),
                ..named(field, &only.value).unwrap_or_else(|| plain(&one))
            })
        }
        (Arity::List, one) => {
            let known = fits(field, one.clone());
            let text = scalar(one, words).filter(|_| known)?;
            let plain = || Candidate {
                label: one.text().to_owned(),
                ..Candidate::default()
            };
            Some(Candidate {
                code: format!("[{text}]"),
                ..named(field, one).unwrap_or_else(plain)
            })
        }
        _ => None,
    }
}

/// An enum value, found by its labels.
fn named(field: &FieldDef, said: &Raw<'_>) -> Option<Candidate> {
    let is_enum = field.value_type == ValueType::Enum;
    let (value, _) = called(field, said.text()).filter(|_| is_enum)?;
    Some(Choice::enum_value(value).candidate())
}

fn fits(field: &FieldDef, value: Raw<'_>) -> bool {
    typed(field, &Spanned::new(value, Span::default())).is_ok()
}

fn truth(text: &str) -> Option<Candidate> {
    let word = text.trim().to_lowercase();
    let has = |words: &[&str]| words.contains(&word.as_str());
    match (has(YES), has(NO)) {
        (true, _) => Some(of_boolean(true)),
        (_, true) => Some(of_boolean(false)),
        _ => None,
    }
}

fn of_boolean(yes: bool) -> Candidate {
    let [zh, ru, en] = if yes {
        ["是", "да", "yes"]
    } else {
        ["否", "нет", "no"]
    };
    let labels = [("zh", zh), ("ru", ru), ("en", en)];
    Candidate {
        labels: (labels.iter())
            .map(|(tag, text)| ((*tag).to_owned(), (*text).to_owned()))
            .collect(),
        ..plain(if yes { "true" } else { "false" })
    }
}

/// A scalar as the notation writes it.
fn scalar(said: &Raw<'_>, words: Words) -> Option<String> {
    match said {
        Raw::Text(text) if text.len() <= LONGEST => Some(in_words(text, words)),
        Raw::Number(digits) if digits.len() <= LONGEST => Some((*digits).to_owned()),
        Raw::Boolean(yes) => Some(yes.to_string()),
        _ => None,
    }
}

fn in_words(text: &str, words: Words) -> String {
    match words {
        Words::Sql => sql_text(text),
        Words::Codes | Words::Names => quoted(text),
    }
}

fn plain(code: &str) -> Candidate {
    Candidate::plain(code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{day, figure};

    #[test]
    fn a_number_is_read_where_it_is_one_only() {
        for (text, number) in [
            ("1000000", Some("1000000")),
            ("1 000 000", Some("1000000")),
            ("17\u{a0}193\u{a0}057,52", Some("17193057.52")),
            ("1,234,567", Some("1234567")),
            ("1,000.50", Some("1000.50")),
            ("1,000.500", Some("1000.500")),
            ("１００", Some("100")),
            ("-5", Some("-5")),
            ("1,5", Some("1.5")),
            ("1e6", Some("1000000")),
            ("100.0", Some("100")),
            ("1.000.000", Some("1000000")),
            ("1.000.000,00", Some("1000000")),
            ("1.000,5", Some("1000.5")),
            ("1.00.000", None),
            ("1,000.500.000", None),
            ("1,000", None),
            ("1.000", None),
            ("007", None),
            ("10 млн", None),
            ("1 00", None),
            ("", None),
            ("-", None),
            ("1e99", None),
        ] {
            assert_eq!(figure::read(text).as_deref(), number, "{text}");
        }
    }

    #[test]
    fn a_day_is_read_where_it_is_one_only() {
        for (text, expected) in [
            ("31.03.2026", Some("2026-03-31")),
            ("3.4.2026", Some("2026-04-03")),
            ("2026/03/31", Some("2026-03-31")),
            ("2026-3-31", Some("2026-03-31")),
            ("2026年3月31日", Some("2026-03-31")),
            ("20260331", Some("2026-03-31")),
            ("03/31/2026", Some("2026-03-31")),
            ("31/03/2026", Some("2026-03-31")),
            ("05/05/2026", Some("2026-05-05")),
            ("2026-03-31T00:00:00", Some("2026-03-31")),
            ("31 марта 2026", Some("2026-03-31")),
            ("1 мая 2026 г.", Some("2026-05-01")),
            ("31 Mar 2026", Some("2026-03-31")),
            ("March 31, 2026", Some("2026-03-31")),
            ("31 слова 2026", None),
            ("31 масла 2026", None),
            ("марта 2026", None),
            ("30 февраля 2026", None),
            ("31 марта 26", None),
            ("03/04/2026", None),
            ("31.02.2026", None),
            ("2026-02-30", None),
            ("31.03.26", None),
            ("вчера", None),
            ("2026", None),
        ] {
            assert_eq!(day::read(text).as_deref(), expected, "{text}");
        }
    }
}
