//! Values of a field, and the comparisons it has.

use cmec_decoder::language::{Arity, Operator, ValueType};
use cmec_decoder::line;
use cmec_decoder::tables::FieldDef;

use super::items::at_least;
use super::texts::Texts;
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, sequence};
use crate::emit::grammar::moments::{day, moment, relative_day};
use crate::emit::grammar::numbers::{decimal, integer};

/// A day and a time of it, or a day counted from today.
pub(super) fn datetime(grammar: &mut Grammar) -> Expr {
    let body = choice([sequence(moment(grammar)), relative_day(grammar)]);
    grammar.token("moment", body)
}

/// These texts, as they are written in a line; `None` where there are none.
pub(super) fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<Expr> {
    any_of(texts.into_iter().map(|text| literal(&line::text(text))))
}

/// A value of a field that is no enum.
fn value(grammar: &mut Grammar, of: ValueType, texts: Texts) -> Option<Expr> {
    Some(match of {
        ValueType::String | ValueType::Text | ValueType::Reference => texts.name(grammar),
        ValueType::Integer => integer(grammar),
        ValueType::Decimal => decimal(grammar),
        ValueType::Boolean => choice([literal("true"), literal("false")]),
        ValueType::Date => choice([day(grammar), relative_day(grammar)]),
        ValueType::Datetime => datetime(grammar),
        ValueType::Enum => return None,
    })
}

/// A mark and its value, as a field of these operators has them; `None` for an enum, whose values stand alone.
pub(super) fn comparison(
    grammar: &mut Grammar,
    field: &FieldDef,
    list_cap: u32,
    texts: Texts,
) -> Option<Expr> {
    let own = value(grammar, field.value_type, texts)?;
    let many = |mark: &str, one: bool, list: bool| marked(mark, &own, one, list, list_cap);
    let has = |operator| field.operators.contains(&operator);
    let mut options = many("=", has(Operator::Eq), has(Operator::In));
    options.extend(many("!=", has(Operator::Ne), has(Operator::NotIn)));
    for operator in field.operators.iter().copied() {
        let value = match operator.arity() {
            // With one value and with a list the mark is the same.
            _ if matches!(operator, Operator::Eq | Operator::Ne) => continue,
            Arity::List => continue,
            Arity::Pair => {
                // One token: a reader of the first value would take its point for that of a fraction.
                let range = sequence([own.clone(), literal(".."), own.clone()]);
                grammar.token("range", range)
            }
            Arity::Flag => {
                options.extend(exists());
                continue;
            }
            _ if operator.quotes_texts() => value(grammar, field.value_type, Texts::Quoted)?,
            Arity::Piece | Arity::One => own.clone(),
        };
        options.push(sequence([literal(operator.mark()), value]));
    }
    Some(grammar.phrase("compare", choice(options)))
}

/// Whether there is a value at all.
pub(super) fn exists() -> impl Iterator<Item = Expr> {
    ["=*", "==*", "!=*"].into_iter().map(literal)
}

/// One value, several of them, or a list of one.
pub(super) fn marked(mark: &str, value: &Expr, one: bool, list: bool, list_cap: u32) -> Vec<Expr> {
    let mark = || literal(mark);
    let mut options = Vec::new();
    if one {
        options.push(sequence([mark(), value.clone()]));
    }
    if list {
        if list_cap > 1 {
            let many = at_least(2, value.clone(), "|", list_cap);
            options.push(sequence([mark(), many]));
        }
        options.push(list_of_one(mark(), value.clone()));
    }
    options
}

/// A list of one, which without brackets would be the value.
pub(super) fn list_of_one(mark: Expr, value: Expr) -> Expr {
    sequence([mark, literal("["), value, literal("]")])
}
