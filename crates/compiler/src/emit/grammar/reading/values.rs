//! Values, and the comparisons of a field with them.

use std::collections::BTreeMap;

use cmec_decoder::language::{Arity, Operator, ValueType, given};
use cmec_decoder::line;

use super::{list, or};
use crate::emit::grammar::model::{
    Expr, Grammar, any_of, characters, choice, letters, literal, none_of, optional, repeat,
    sequence,
};
use crate::emit::grammar::moments::{day, moment, relative_day};
use crate::emit::grammar::numbers::digit;
use crate::emit::grammar::strings::{ASCII, word_letter};

/// Most digits of a whole number: one more may be too large for 64 bits.
const DIGITS: u32 = 18;

/// A text in quotes, whatever it says.
pub(super) fn quoted(grammar: &mut Grammar) -> Expr {
    let rest = rest_of_quoted(grammar);
    grammar.token("quoted", sequence([literal("\""), rest]))
}

/// The same that begins with a letter.
pub(super) fn quoted_word(grammar: &mut Grammar) -> Expr {
    let rest = rest_of_quoted(grammar);
    grammar.token(
        "quoted_word",
        sequence([literal("\""), word_letter(), rest]),
    )
}

/// The rest of a text behind its first quote: runs between what is escaped, which is the form that is quick in all
/// engines.
fn rest_of_quoted(grammar: &mut Grammar) -> Expr {
    let plain = || none_of(&[('"', '"'), ('\\', '\\'), ('\0', '\u{1f}')]);
    let run = || repeat(plain(), 0, None);
    let hex = || characters(&[('0', '9'), ('A', 'F'), ('a', 'f')]);
    // Halves of a character, from `d800` to `dfff`, say nothing alone.
    let whole = characters(&[('0', '9'), ('A', 'C'), ('E', 'F'), ('a', 'c'), ('e', 'f')]);
    let numbers = choice([
        sequence([whole, hex()]),
        sequence([letters("Dd"), characters(&[('0', '7')])]),
    ]);
    let number = sequence([literal("u"), numbers, hex(), hex()]);
    let escaped = choice([letters("\"\\/bfnrt"), number]);
    let escaped = sequence([literal("\\"), escaped]);
    let more = repeat(sequence([escaped, run()]), 0, None);
    grammar.token("rest_of_quoted", sequence([run(), more, literal("\"")]))
}

/// A word: letters and digits, and marks that join them.
fn word(grammar: &mut Grammar) -> Expr {
    let part = || repeat(word_letter(), 1, None);
    let joined = sequence([letters("./-"), part()]);
    grammar.token("word", sequence([part(), repeat(joined, 0, None)]))
}

/// A time among words: digits, with colons between them.
fn time(grammar: &mut Grammar) -> Expr {
    let digits = || repeat(digit(0, 9), 1, None);
    let behind = |marks: &str| sequence([letters(marks), digits()]);
    let day = repeat(behind("./T-"), 0, None);
    let clock = repeat(behind(":"), 1, None);
    let offset = optional(sequence([behind("+"), optional(behind(":"))]));
    grammar.token("time", sequence([digits(), day, clock, offset]))
}

/// What a text may be.
fn texts(grammar: &mut Grammar) -> Expr {
    choice([word(grammar), time(grammar), quoted(grammar)])
}

/// A name that somebody gives: a word or a text in quotes.
pub(super) fn text(grammar: &mut Grammar) -> Expr {
    let texts = texts(grammar);
    grammar.phrase("text", texts)
}

/// A name that is given in the line, with its mark.
pub(super) fn reference(grammar: &mut Grammar) -> Expr {
    let name = own_name(grammar);
    sequence([literal(&given::MARK.to_string()), name])
}

/// A name that is given, without its mark and without quotes: parts that `_` joins. The model makes a name up, so a part is
/// of one script, with ASCII among Chinese: an engine goes through every token that may stand in a name.
pub(super) fn given_name(grammar: &mut Grammar) -> Expr {
    let part = |script: &[(char, char)], others: &[(char, char)]| {
        let rest = characters(&[script, others].concat());
        sequence([characters(script), repeat(rest, 0, None)])
    };
    let parts = [
        repeat(characters(ASCII), 1, None),
        part(line::CYRILLIC, &[('0', '9')]),
        part(line::CHINESE, ASCII),
    ];
    let part = grammar.token("name_part", choice(parts));
    let joined = sequence([literal("_"), part.clone()]);
    grammar.token("given_name", sequence([part, repeat(joined, 0, None)]))
}

/// The name of one letter that a metric is given, as the cards do it: without its mark it is read where it is referred to.
/// A longer one could be any word.
pub(super) fn letter_name(grammar: &mut Grammar) -> Expr {
    grammar.token("letter_name", characters(&[('a', 'z')]))
}

/// A name that is given, or a text in quotes.
pub(super) fn own_name(grammar: &mut Grammar) -> Expr {
    let name = choice([given_name(grammar), quoted(grammar)]);
    grammar.phrase("own_name", name)
}

/// A number, with or without a fraction.
pub(super) fn number(grammar: &mut Grammar, fraction: bool) -> Expr {
    // Of a whole number what every reader can hold; a fraction keeps its digits in any number.
    let most = (!fraction).then_some(DIGITS - 1);
    let whole = choice([
        literal("0"),
        sequence([digit(1, 9), repeat(digit(0, 9), 0, most)]),
    ]);
    let signed = sequence([optional(literal("-")), whole]);
    if !fraction {
        return grammar.token("integer", signed);
    }
    let behind = sequence([literal("."), repeat(digit(0, 9), 1, None)]);
    let power = [letters("eE"), optional(letters("+-")), digit(0, 9)];
    let power = sequence(power.into_iter().chain([optional(digit(0, 9))]));
    let body = sequence([signed, optional(behind), optional(power)]);
    grammar.token("decimal", body)
}

/// A value, and what it is called in a range; `None` for an enum.
pub(super) fn value(grammar: &mut Grammar, of: ValueType) -> Option<Expr> {
    Some(match of {
        ValueType::String | ValueType::Text | ValueType::Reference => text(grammar),
        ValueType::Integer => number(grammar, false),
        ValueType::Decimal => number(grammar, true),
        ValueType::Boolean => {
            let both = choice([literal("true"), literal("false")]);
            grammar.token("boolean", both)
        }
        ValueType::Date => date(grammar),
        ValueType::Datetime => datetime(grammar),
        ValueType::Enum => return None,
    })
}

fn date(grammar: &mut Grammar) -> Expr {
    let body = choice([day(grammar), relative_day(grammar)]);
    grammar.token("date", or_quoted(body))
}

fn datetime(grammar: &mut Grammar) -> Expr {
    let body = choice([sequence(moment(grammar)), relative_day(grammar)]);
    grammar.token("moment", or_quoted(body))
}

/// A value that may stand in quotes, as days do in JSON.
fn or_quoted(value: Expr) -> Expr {
    let quoted = sequence([literal("\""), value.clone(), literal("\"")]);
    choice([value, quoted])
}

/// What a field is compared with, mark by mark; `others`: what it may be compared with that is no value.
///
/// Marks behind which the same may stand are one token: whatever may begin a comparison is laid out by an engine wherever
/// the name of a field may end.
pub(super) fn comparison(
    grammar: &mut Grammar,
    operators: &[Operator],
    (value, range): (&Expr, Option<Expr>),
    others: Option<Expr>,
) -> Option<Expr> {
    let has = |operator| operators.contains(&operator);
    let mut options = Vec::new();
    let mut equal_or_not = BTreeMap::<_, Vec<Operator>>::new();
    for (operator, many) in [
        (Operator::Eq, Operator::In),
        (Operator::Ne, Operator::NotIn),
    ] {
        let said = (has(operator), has(many));
        equal_or_not.entry(said).or_default().push(operator);
    }
    for ((one, many), operators) in equal_or_not {
        let mut values = equal_to(grammar, value, (one, many));
        values.extend(others.clone().filter(|_| one));
        let marks = equality(grammar, &operators);
        let with = any_of(values);
        options.extend(marks.zip(with).map(|(marks, with)| sequence([marks, with])));
    }
    if let Some(range) = range.filter(|_| has(Operator::Between)) {
        options.push(sequence([literal(Operator::Eq.mark()), range]));
    }
    let plain = |operator: &&Operator| {
        matches!(operator.arity(), Arity::One | Arity::Piece)
            && !matches!(operator, Operator::Eq | Operator::Ne)
    };
    let plain = operators.iter().filter(plain);
    let (ordering, parts): (Vec<Operator>, Vec<Operator>) = plain.partition(|one| one.compares());
    for (name, marks, others) in [("order", ordering, others), ("part", parts, None)] {
        let marks = self::marks(grammar, name, &marks);
        let with = choice(std::iter::once(value.clone()).chain(others));
        options.extend(marks.map(|marks| sequence([marks, with])));
    }
    if has(Operator::Exists) {
        options.push(exists(grammar));
    }
    Some(grammar.phrase("compare", any_of(options)?))
}

/// The marks that ask whether values are equal, or are not.
pub(super) fn equality(grammar: &mut Grammar, operators: &[Operator]) -> Option<Expr> {
    marks(grammar, "equality", operators)
}

/// Marks behind which the same stands.
fn marks(grammar: &mut Grammar, name: &str, operators: &[Operator]) -> Option<Expr> {
    let marks = any_of(operators.iter().map(|one| literal(one.mark())))?;
    Some(grammar.token(name, marks))
}

/// Two values, the smaller first.
pub(super) fn range(grammar: &mut Grammar, of: ValueType, value: &Expr) -> Expr {
    let both = |value: Expr| sequence([value.clone(), literal(".."), value]);
    match of {
        ValueType::Integer | ValueType::Date => both(value.clone()),
        // One token: a reader of the first value would take its points for those of a fraction, or of a word.
        ValueType::String | ValueType::Text | ValueType::Reference => {
            let body = both(texts(grammar));
            grammar.token("range", body)
        }
        _ => grammar.token("range", both(value.clone())),
    }
}

/// One value, a list of them, or one in brackets.
fn equal_to(grammar: &mut Grammar, value: &Expr, (one, many): (bool, bool)) -> Vec<Expr> {
    let mut options = Vec::new();
    if one && !many {
        options.push(value.clone());
    }
    if many {
        let several = list(value.clone(), or());
        let several = grammar.phrase("values", several);
        options.push(sequence([literal("["), several.clone(), literal("]")]));
        options.push(match one {
            true => several,
            // A list of one stands in brackets.
            false => sequence([value.clone(), or(), several]),
        });
    }
    options
}

/// Whether there is a value.
fn exists(grammar: &mut Grammar) -> Expr {
    let marks = choice(["=*", "==*", "!=*"].map(literal));
    grammar.token("presence", marks)
}

/// A number, a day, a moment, and where some texts have an order a text: what a metric may be compared with.
pub(super) fn of_metric(grammar: &mut Grammar, texts: bool) -> Expr {
    let number = number(grammar, true);
    // Words and texts in quotes are days as well.
    let others = match texts {
        true => [relative_day(grammar), text(grammar)],
        false => [date(grammar), datetime(grammar)],
    };
    let values = [number, reference(grammar)].into_iter().chain(others);
    grammar.phrase("metric_value", choice(values))
}
