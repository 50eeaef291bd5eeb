//! Parses expressions, from `OR` down to names and values.

use crate::read::sql::lexer::Token;
use crate::read::sql::parser::query_in_brackets;
use crate::read::sql::parser::token_cursor::TokenCursor;
use crate::read::sql::tree::{
    Argument, Call, Comparison, Expression, Name, OrderKey, Sign, Test, Window,
};
use crate::span::Spanned;

type Read<'a> = Option<Spanned<Expression<'a>>>;

/// The advice for a condition inside of a number.
const CONDITION: &str = "say the condition behind `WHERE`, or a metric of the codebook";

pub(super) fn expression<'a>(tokens: &mut TokenCursor<'a>) -> Read<'a> {
    chain(tokens, "or", Expression::Or, |tokens| {
        chain(tokens, "and", Expression::And, negation)
    })
}

/// Parses operands separated by a keyword; a single operand stays as it is.
fn chain<'a>(
    tokens: &mut TokenCursor<'a>,
    word: &str,
    all: fn(Vec<Spanned<Expression<'a>>>) -> Expression<'a>,
    operand: impl Fn(&mut TokenCursor<'a>) -> Read<'a>,
) -> Read<'a> {
    let first = operand(tokens)?;
    let start = first.span.start;
    let mut operands = vec![first];
    while tokens.word(word).is_some() {
        operands.push(operand(tokens)?);
    }
    match operands.len() {
        1 => operands.pop(),
        _ => Some(Spanned::new(all(operands), tokens.since(start))),
    }
}

fn negation<'a>(tokens: &mut TokenCursor<'a>) -> Read<'a> {
    let start = tokens.here().start;
    let mut is_negated = false;
    while tokens.word("not").is_some() {
        is_negated = !is_negated;
    }
    let inner = comparison(tokens)?;
    Some(match is_negated {
        true => Spanned::new(Expression::Not(Box::new(inner)), tokens.since(start)),
        false => inner,
    })
}

fn comparison<'a>(tokens: &mut TokenCursor<'a>) -> Read<'a> {
    let left = sum(tokens)?;
    let start = left.span.start;
    let operator = match tokens.peek(0) {
        Some(Token::Equal) => Comparison::Equal,
        Some(Token::Unequal) => Comparison::Unequal,
        Some(Token::Less) => Comparison::Less,
        Some(Token::AtMost) => Comparison::AtMost,
        Some(Token::More) => Comparison::More,
        Some(Token::AtLeast) => Comparison::AtLeast,
        Some(Token::Contains) => Comparison::Contains,
        _ => return tested(tokens, left),
    };
    let operator = Spanned::new(operator, tokens.here());
    tokens.step();
    let right = sum(tokens)?;
    let compared = Expression::Compare(Box::new(left), operator, Box::new(right));
    Some(Spanned::new(compared, tokens.since(start)))
}

/// Parses `IS`, `IN`, `BETWEEN` or `LIKE` after an expression, if one of them is next.
fn tested<'a>(tokens: &mut TokenCursor<'a>, left: Spanned<Expression<'a>>) -> Read<'a> {
    let (outer, start) = (left.span.start, tokens.here().start);
    let words = ["is", "in", "between", "like", "ilike"];
    let goes_on = (words.iter().skip(1)).any(|word| tokens.is_word(1, word));
    let mut is_negated = goes_on && tokens.word("not").is_some();
    let test = match tokens.one_of(&words).map(|found| found.value) {
        None => return Some(left),
        Some(0) => {
            is_negated = tokens.word("not").is_some();
            match tokens.one_of(&["null", "true", "false"]) {
                Some(word) if word.value == 0 => Test::Null,
                Some(word) => Test::Boolean(word.value == 1),
                None => return tokens.unexpected("`NULL`, `TRUE` or `FALSE`"),
            }
        }
        Some(1) if is_query(tokens) => Test::Query(query_in_brackets(tokens)?.value),
        Some(1) => Test::List(tokens.brackets(|tokens| tokens.list(sum))?.value),
        Some(2) => {
            let from = sum(tokens)?;
            tokens.word("and").or_else(|| tokens.unexpected("`AND`"))?;
            Test::Between(from, sum(tokens)?)
        }
        Some(at) => Test::Like(sum(tokens)?, at == 3),
    };
    let test = Box::new(Spanned::new(test, tokens.since(start)));
    let tested = Expression::Test(Box::new(left), test, is_negated);
    Some(Spanned::new(tested, tokens.since(outer)))
}

fn sum<'a>(tokens: &mut TokenCursor<'a>) -> Read<'a> {
    let signs = [
        (Token::Plus, Sign::Plus),
        (Token::Minus, Sign::Minus),
        (Token::Concatenation, Sign::Concatenation),
    ];
    terms(tokens, &signs, |tokens| {
        let signs = [
            (Token::Star, Sign::Times),
            (Token::Slash, Sign::By),
            (Token::Percent, Sign::Modulo),
        ];
        terms(tokens, &signs, unary)
    })
}

fn terms<'a>(
    tokens: &mut TokenCursor<'a>,
    signs: &[(Token, Sign)],
    term: impl Fn(&mut TokenCursor<'a>) -> Read<'a>,
) -> Read<'a> {
    let first = term(tokens)?;
    let start = first.span.start;
    let mut others = Vec::new();
    while let Some((_, sign)) = (signs.iter()).find(|(token, _)| tokens.peek(0) == Some(*token)) {
        let sign = Spanned::new(*sign, tokens.here());
        tokens.step();
        others.push((sign, term(tokens)?));
    }
    if others.is_empty() {
        return Some(first);
    }
    let sum = Expression::Sum(Box::new(first), others);
    Some(Spanned::new(sum, tokens.since(start)))
}

fn unary<'a>(tokens: &mut TokenCursor<'a>) -> Read<'a> {
    let start = tokens.here().start;
    let mut is_negative = false;
    while let Some(token @ (Token::Minus | Token::Plus)) = tokens.peek(0) {
        tokens.step();
        is_negative ^= token == Token::Minus;
    }
    let inner = primary(tokens)?;
    if let Some(cast) = tokens.take(Token::Cast) {
        return tokens.unread(cast, "leave the cast out: a column has its type");
    }
    if !is_negative {
        return Some(inner);
    }
    let span = tokens.since(start);
    Some(match inner.value {
        Expression::Number(_) if inner.span.start != start + 1 => {
            return tokens.unread(span, "write the sign right before the number");
        }
        Expression::Number(_) => Spanned::new(Expression::Number(tokens.slice(span)), span),
        _ => Spanned::new(Expression::Negative(Box::new(inner)), span),
    })
}

fn primary<'a>(tokens: &mut TokenCursor<'a>) -> Read<'a> {
    // `DATE '2026-03-01'` is its text.
    if tokens.peek(1) == Some(Token::Text) {
        tokens.one_of(&["date", "timestamp", "datetime"]);
    }
    let span = tokens.here();
    let value = match tokens.peek(0) {
        Some(Token::Number) => Expression::Number(tokens.slice(span)),
        Some(Token::Star) => Expression::Star(None),
        Some(Token::Text) => return Some(tokens.text()?.map(Expression::Text)),
        Some(Token::Open) if is_query(tokens) => {
            let query = query_in_brackets(tokens)?;
            return Some(query.map(|query| Expression::Query(Box::new(query))));
        }
        Some(Token::Open) => return Some(tokens.brackets(expression)?.map(|inner| inner.value)),
        _ => return tokens.spanned(word_or_name),
    };
    tokens.step();
    Some(Spanned::new(value, span))
}

/// `true` if a query in brackets is next.
pub(super) fn is_query(tokens: &TokenCursor<'_>) -> bool {
    let mut words = ["select", "with"].iter();
    tokens.peek(0) == Some(Token::Open) && words.any(|word| tokens.is_word(1, word))
}

/// Parses an expression that begins with a word or a quoted name.
fn word_or_name<'a>(tokens: &mut TokenCursor<'a>) -> Option<Expression<'a>> {
    if let Some(found) = tokens.one_of(&["null", "true", "false"]) {
        return Some(match found.value {
            0 => Expression::Null,
            at => Expression::Boolean(at == 1),
        });
    }
    if tokens.word("exists").is_some() {
        let query = query_in_brackets(tokens)?.value;
        return Some(Expression::Exists(Box::new(query)));
    }
    if let Some(case) = tokens.word("case") {
        return tokens.unread(case, CONDITION);
    }
    if tokens.word("interval").is_some() {
        let amount = Box::new(unary(tokens)?);
        return Some(Expression::Interval(amount, tokens.name(false)));
    }
    let name = tokens.name(false);
    let name = name.or_else(|| tokens.unexpected("a column or a value"))?;
    if tokens.peek(0) == Some(Token::Open) {
        return Some(Expression::Call(Box::new(call(tokens, name)?)));
    }
    let mut path = vec![name];
    while tokens.take(Token::Dot).is_some() {
        if path.len() == 1 && tokens.take(Token::Star).is_some() {
            return Some(Expression::Star(path.pop()));
        }
        let name = tokens.name(true);
        path.push(name.or_else(|| tokens.unexpected("a column"))?);
    }
    Some(Expression::Column(path))
}

/// Parses the arguments and the window of a call.
pub(super) fn call<'a>(tokens: &mut TokenCursor<'a>, name: Spanned<Name<'a>>) -> Option<Call<'a>> {
    tokens.expect(Token::Open, "`(`")?;
    let distinct = tokens.word("distinct");
    let all = tokens.word("all");
    let mut arguments = Vec::new();
    if tokens.peek(0) != Some(Token::Close) {
        arguments = tokens.nested(|tokens| tokens.list(argument))?;
    }
    tokens.expect(Token::Close, "`)`")?;
    if let Some(filter) = tokens.word("filter") {
        return tokens.unread(filter, CONDITION);
    }
    let over = match tokens.word("over") {
        Some(_) => Some(tokens.brackets(window)?),
        None => None,
    };
    Some(Call {
        name,
        distinct,
        all,
        arguments,
        over,
    })
}

fn argument<'a>(tokens: &mut TokenCursor<'a>) -> Option<Argument<'a>> {
    let start = tokens.here().start;
    let mut name = None;
    if tokens.peek(1) == Some(Token::Arrow) {
        name = tokens.name(true);
        tokens.step();
    }
    let mut value = expression(tokens)?;
    // `EXTRACT(YEAR FROM founded)`: the unit becomes the name of the argument.
    if name.is_none() && tokens.word("from").is_some() {
        if let Expression::Column(path) = &mut value.value {
            name = path.pop();
        }
        value = expression(tokens)?;
    }
    value.span = tokens.since(start);
    Some(Argument { name, value })
}

fn window<'a>(tokens: &mut TokenCursor<'a>) -> Option<Window<'a>> {
    let partition = match tokens.words(&["partition", "by"]) {
        Some(_) => tokens.list(expression)?,
        None => Vec::new(),
    };
    let order = match tokens.words(&["order", "by"]) {
        Some(_) => tokens.list(order_key)?,
        None => Vec::new(),
    };
    Some(Window { partition, order })
}

pub(super) fn order_key<'a>(tokens: &mut TokenCursor<'a>) -> Option<Spanned<OrderKey<'a>>> {
    tokens.spanned(|tokens| {
        let by = expression(tokens)?;
        let is_second = |found: Spanned<usize>| found.map(|at| at == 1);
        let descending = tokens.one_of(&["asc", "desc"]).map(is_second);
        let mut nulls_first = None;
        if tokens.word("nulls").is_some() {
            let found = tokens.one_of(&["last", "first"]);
            let found = found.or_else(|| tokens.unexpected("`FIRST` or `LAST`"))?;
            nulls_first = Some(is_second(found));
        }
        Some(OrderKey {
            by,
            descending,
            nulls_first,
        })
    })
}
